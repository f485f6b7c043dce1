import { seconds } from "../model/format.js";
import { firstAt } from "../model/ranges.js";
import { keep, kept } from "./keeping.js";
import { part, setAttribute, setText } from "./parts.js";

// rows in the document
const WINDOW = 40;

// narration is the event table: the same as the figure, in words. Only a window
// of rows around the cursor is in the document. Heartbeats that went well are left
// out unless one asks for them, or reads one.
export function narration(app) {
  const { document } = app;
  const table = document.querySelector("[data-events]");
  const body = table.querySelector("tbody");
  const earlier = document.querySelector("[data-events-earlier]");
  const later = document.querySelector("[data-events-later]");
  const count = filter(app);
  let first = 0;
  let followed = "";

  const shift = (by) => {
    first = Math.max(0, first + by);
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
    const { seq } = app.reading();
    const here = state.pin ?? seq;
    const reads = `${here} ${state.quiet} ${table.parentElement.clientHeight}`; // another size, another place
    const list = told(state, app.leftOut(), [here, seq]);
    const place = firstAt(list.length, (i) => list[i].seq >= here);
    if (reads !== followed) first = windowAround(place, first, list.length);
    first = Math.max(0, Math.min(first, list.length - WINDOW));
    const rows = list.slice(first, first + WINDOW);
    fill(document, body, rows.length);
    rows.forEach((event, i) => show(body.rows[i], event, state, seq));
    earlier.hidden = first === 0;
    later.hidden = first + WINDOW >= list.length;
    if (reads !== followed) scrollTo(table, body, place - first);
    followed = reads;
    count(state.log.events.length - list.length);
  });
}

// told lists the events to show: not those left out, but for the ones that are
// read or prove something.
function told({ log, proof }, leftOut, read) {
  if (!leftOut.size) return log.events;
  return log.events.filter(({ seq }) => !leftOut.has(seq) || read.includes(seq) || proof.includes(seq));
}

// filter is the switch above the table, where there are heartbeats. It answers a
// function that says how many events are left out.
function filter(app) {
  const { document, window } = app;
  const box = document.querySelector("[data-beats]");
  const check = box.querySelector("[data-quiet]");
  const says = box.querySelector("[data-beats-count]");
  const panel = document.getElementById("panel-narration");
  check.checked = kept(window, "quiet", true);
  if (!check.checked) app.update({ quiet: false });
  check.addEventListener("change", () => {
    keep(window, "quiet", check.checked);
    app.update({ quiet: check.checked });
  });
  return (hidden) => {
    box.hidden = panel.hidden || app.facts().beats.byEvent.size === 0;
    setText(says, hidden ? `${hidden} ${hidden === 1 ? "event" : "events"} left out` : "");
  };
}

// windowAround is where the window begins so that a place is in it.
function windowAround(place, first, count) {
  if (place >= first + 5 && place < first + WINDOW - 5) return first;
  return Math.max(0, Math.min(place - WINDOW / 2, count - WINDOW));
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
