import { automatic, fit } from "./view.js";

// What the page can read at the least: pixels of width for one flight of a
// message, below which the automatic view follows the cursor instead.
const FLIGHT_PX = 2.6;

// viewFor is the view to draw: the one that was chosen, or the automatic one.
export function viewFor({ facts, view, cursorAt, width }) {
  if (view) return view;
  const { warp, first, last, flight } = facts;
  return automatic({
    first: warp.toAxis(first),
    last: warp.toAxis(last),
    cursor: warp.toAxis(cursorAt),
    least: 14 * flight,
    longest: warp.cuts.length ? (width / FLIGHT_PX) * flight : Infinity,
  });
}

// limits is how far a view may go.
export function limits({ warp, first, last, flight }) {
  return fit(warp.toAxis(first), warp.toAxis(last), 14 * flight);
}

