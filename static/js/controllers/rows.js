import { fill } from "../model/commands.js";
import { queueLength } from "../model/kinds.js";
import { clockWords, fullWords, stateWords } from "../model/words.js";
import { clientLetter } from "../marks/look.js";
import { part, setAttribute, setText, swapFaces } from "./parts.js";

const GROUPS = {
  client: "Clients: what each believes",
  server: "Lock service: what is so",
  store: "Resource: what gets written",
};

// rows builds the heads of the lanes and keeps their words and buttons true.
export function rows(app) {
  const box = app.document.querySelector("[data-rows]");
  const heads = new Map();
  let built = "";

  app.on((state) => {
    const lanes = state.log.lab?.lanes ?? [];
    const wanted = lanes.map((lane) => lane.id).join(" ");
    if (wanted !== built) build(app, box, heads, state.log.lab);
    built = wanted;
    const now = app.reading().at;
    for (const [id, head] of heads) refresh(head, app.lanes().get(id), now);
  });

  box.addEventListener("click", (event) => click(app, event));
  box.addEventListener("change", (event) => titles(event.target.closest(".row")));
  app.measure = () => measure(heads, app.state.log.lab);
}

function build(app, box, heads, lab) {
  const { lanes } = lab;
  const figure = box.closest(".figure");
  for (const group of Object.keys(GROUPS)) {
    const count = lanes.filter((lane) => lane.group === group).length;
    figure.style.setProperty(`--${group}s`, count);
    figure.style.setProperty(`--has-${group}s`, Math.min(count, 1));
  }
  const queue = queueLength(lab);
  figure.style.setProperty("--queue", queue);
  figure.toggleAttribute("data-queue", queue > 0);
  box.querySelectorAll(".row--lane, .row--group").forEach((row) => row.remove());
  heads.clear();
  let group = "";
  for (const lane of lanes) {
    if (lane.group !== group) box.append(groupRow(app.document, lane.group));
    group = lane.group;
    const row = laneRow(app.document, lane);
    heads.set(lane.id, row);
    box.append(row);
  }
}

function groupRow(document, group) {
  const row = part(document, "group");
  row.querySelector("[data-group-title]").textContent = GROUPS[group];
  return row;
}

// laneRow is the head of one lane, without state.
export function laneRow(document, lane) {
  const row = part(document, lane.group);
  row.dataset.lane = lane.id;
  row.dataset.group = lane.group;
  const letter = clientLetter(lane.id);
  row.style.setProperty("--lane", lane.group === "client" ? `var(--client-${letter || "other"})` : "var(--soft)");
  row.querySelector("[data-badge]").textContent = lane.group === "client" ? lane.id.slice(0, 2) : "";
  row.querySelector("[data-name]").textContent = lane.id;
  const what = lane.what ?? "";
  Object.assign(row.querySelector("[data-lane-what]"), { textContent: what, title: what });
  row.querySelectorAll("select").forEach((select) => setAttribute(select, "aria-label", `${select.getAttribute("aria-label")}, ${lane.id}`));
  row.querySelectorAll("[data-menu]").forEach((button) => setAttribute(button, "aria-label", `Faults, ${lane.id}`));
  titles(row);
  return row;
}

// refresh makes a lane's words and buttons say how it stands.
export function refresh(row, state, now) {
  setText(row.querySelector("[data-lane-state]"), stateWords(state, now));
  setAttribute(row, "aria-label", fullWords(state, now));
  setAttribute(row.querySelector("[data-lane-state]"), "title", fullWords(state, now));
  setText(row.querySelector("[data-lane-clock]"), clockWords(state));
  for (const button of row.querySelectorAll("[data-fault]")) refreshFault(button, state);
  const fencing = row.querySelector("[data-fencing]");
  if (fencing) refreshFencing(fencing, state.fencing);
  titles(row);
}

// A crashed client can be restarted, a paused one resumed; what makes no sense
// now cannot be pressed.
function refreshFault(button, { status }) {
  const undo = button.dataset.fault === "pause" ? status === "paused" : status === "crashed";
  swapFaces(button, undo);
  button.toggleAttribute("data-undoing", undo);
  const pausable = status === "running" || status === "paused" || status === "idle";
  button.disabled = button.dataset.fault === "pause" && !pausable;
}

function refreshFencing(button, on) {
  setAttribute(button, "aria-checked", on);
  setText(button.querySelector("[data-fencing-text]"), on ? "on" : "off");
  button.title = `fencing ${on ? "off" : "on"}`;
}

function titles(row) {
  const length = row.querySelector("[data-length]")?.value ?? "";
  for (const button of row.querySelectorAll("[data-do]")) button.title = commandOf(button, row.dataset.lane, length);
}

function commandOf(button, lane, length) {
  const undoing = button.hasAttribute("data-undoing");
  return fill(undoing ? button.dataset.undo : button.dataset.do, lane, undoing ? "" : length);
}

function click(app, event) {
  const button = event.target.closest("[data-do], [data-fencing], [data-menu]");
  if (!button) return;
  if (button.hasAttribute("data-menu")) openMenu(app, button);
  else app.command(button.title);
}

// The menu's script is fetched when one is first opened.
let menu = null;

function openMenu(app, button) {
  if (menu) return menu.openFaults(app, button);
  return app.try(async () => {
    menu = await import("./faultmenu.js");
    menu.openFaults(app, button);
  });
}

function measure(heads, lab) {
  const length = lab ? queueLength(lab) : 0;
  return [...heads].map(([id, row]) => {
    const track = row.querySelector("[data-track]");
    const below = track.offsetTop > row.offsetTop; // narrow pages: the head lies above its track
    const tracks = below ? track : row;
    const queue = row.dataset.group === "server" ? length : 0;
    return { id, group: row.dataset.group, top: tracks.offsetTop, height: tracks.offsetHeight, below, queue };
  });
}
