import { seconds } from "../model/format.js";
import { part, setAttribute, setText } from "./parts.js";

const WINDOW = 40; // rows in the document

// narration is the event table: the same as the figure, in words. Only a window
// of rows around the cursor is in the document.
export function narration(app) {
  const { document } = app;
  const table = document.querySelector("[data-events]");
  const body = table.querySelector("tbody");
  const earlier = document.querySelector("[data-events-earlier]");
  const later = document.querySelector("[data-events-later]");
  let first = 1;
  let followed = 0;

  const shift = (by) => {
    first = Math.max(1, first + by);
    app.update({});
  };
  earlier.addEventListener("click", () => shift(-WINDOW / 2));
  later.addEventListener("click", () => shift(WINDOW / 2));
  body.addEventListener("dblclick", (event) => {
    const row = event.target.closest("tr");
    if (row) app.moves.go(Number(row.dataset.row));
  });
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) app.update({ pin: Number(row.dataset.row), proof: [] });
  });

  app.on((state) => {
    const { events, head } = state.log;
    const here = state.pin ?? app.reading().seq;
    if (here !== followed) first = windowAround(here, first, head.seq);
    first = Math.max(1, Math.min(first, Math.max(head.seq - WINDOW + 1, 1)));
    const rows = events.slice(first - 1, first - 1 + WINDOW);
    fill(document, body, rows.length);
    rows.forEach((event, i) => show(body.rows[i], event, state, app.reading().seq));
    earlier.hidden = first === 1;
    later.hidden = first + WINDOW > head.seq;
    if (here !== followed) scrollTo(table, body, here - first);
    followed = here;
  });
}

function windowAround(here, first, count) {
  if (here >= first + 5 && here < first + WINDOW - 5) return first;
  return Math.max(1, Math.min(here - WINDOW / 2, count - WINDOW + 1));
}

function fill(document, body, count) {
  while (body.rows.length < count) body.append(part(document, "event-row"));
  while (body.rows.length > count) body.lastElementChild.remove();
}

function show(row, event, { pin, proof }, seq) {
  setAttribute(row, "data-row", event.seq);
  setText(row.querySelector("[data-seq]"), String(event.seq));
  setText(row.querySelector("[data-at]"), seconds(event.at));
  setText(row.querySelector("[data-lane]"), event.lane);
  setText(row.querySelector("[data-say]"), event.say);
  row.toggleAttribute("data-here", event.seq === (pin ?? seq));
  row.toggleAttribute("data-ahead", event.seq > seq);
  row.toggleAttribute("data-picked", proof.includes(event.seq));
  setAttribute(row, "aria-current", event.seq === seq ? "true" : null);
}

function scrollTo(table, body, place) {
  const row = body.rows[place];
  const panel = table.parentElement;
  if (!row || panel.hidden) return;
  const top = row.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  if (top < 40 || top > panel.clientHeight - 44) panel.scrollTop += top - panel.clientHeight / 2;
}
