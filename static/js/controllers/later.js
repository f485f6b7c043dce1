import { isQueue } from "../model/kinds.js";
import { kept } from "./keeping.js";

// later: what is not in sight when the page opens. The scripts of panels are
// fetched when such a panel is first shown; which, may depend on the kind of lock.
// Each exports draw(app, box) and, if it has more than events to pick, wire(app,
// panel).
const PANELS = {
  service: () => import("./service.js"),
  ballot: (kind) => (isQueue(kind) ? import("./queue.js") : import("./ballot.js")),
  mistakes: () => import("./mistakes.js"),
  inspector: () => import("./inspector.js"),
  branches: () => import("./tree.js"),
};

// What the panel of the lock's own is called, by kind of lock.
const OWN = { redlock: "Ballot", "redis-replica": "Replication", etcd: "Keys and leases", zookeeper: "Queue" };

// What appears with something in the log. when says whether it is there.
const PARTS = [
  { when: ({ state, window }) => state.opened && newcomer(window), fetch: async () => (await import("./tour.js")).firstTour },
  { when: ({ state }) => state.opened, fetch: async () => (await import("./announcer.js")).announcer },
  { when: ({ scene }) => scene.marks.brackets.length > 0, fetch: async () => (await import("./notes.js")).notes },
  { when: ({ state }) => state.log.branches.length > 1, fetch: async () => (await import("./branches.js")).branches },
];

// roomy says whether the page is one screen, with room for a tour of it.
export function roomy(window) {
  return window.matchMedia("(min-width: 901px) and (min-height: 561px)").matches;
}

// Whoever has not seen the tour is new here.
function newcomer(window) {
  return !kept(window, "tour", false) && roomy(window);
}

export function later(app) {
  const { document } = app;
  const panels = Object.keys(PANELS).map((name) => ({ name, panel: document.getElementById(`panel-${name}`), state: "away", kind: "", wired: new Set() }));
  const ballot = document.getElementById("tab-ballot");
  const mistakes = document.getElementById("tab-mistakes");

  app.showDetails = (seq) => {
    if (seq) app.update({ pin: seq });
    app.openTab("inspector");
  };
  const parts = new Set(PARTS);
  app.on(({ log }) => {
    if (!log.lab) return;
    for (const part of parts) if (part.when(app)) fetchPart(app, parts, part);
    ballot.textContent = OWN[log.lab.kind] ?? "Ballot";
    ballot.hidden = !(log.lab.kind in OWN);
    if (ballot.hidden && ballot.getAttribute("aria-selected") === "true") app.openTab("code"); // the kind has changed
    mistakes.hidden = !log.lab.mistakes?.length || document.body.dataset.mode === "challenge"; // there the client stays as it is
    for (const each of panels) if (!each.panel.hidden) show(app, each);
  });
}

async function fetchPart(app, parts, part) {
  parts.delete(part);
  try {
    (await part.fetch())(app);
    app.update({});
  } catch {
    parts.add(part); // with the next change of the log
  }
}

function show(app, each) {
  const { kind } = app.state.log.lab;
  if (each.state === "here" && each.kind !== kind && PANELS[each.name].length) each.state = "away"; // it was another kind's
  if (each.state === "here") return redraw(app, each);
  if (each.state === "away") fetchPanel(app, each);
}

async function fetchPanel(app, each) {
  const { kind } = app.state.log.lab;
  each.state = "coming";
  try {
    const module = await PANELS[each.name](kind);
    if (!each.wired.size) each.panel.addEventListener("click", (event) => pick(app, event));
    if (!each.wired.has(module)) module.wire?.(app, each.panel);
    each.wired.add(module);
    Object.assign(each, { state: "here", kind, draw: module.draw, last: [] });
    app.update({});
  } catch {
    each.state = "away";
    app.update({ notice: { text: "This panel could not be fetched. Choose its tab again when the lab can be reached." } });
  }
}

function pick(app, { target }) {
  const seq = target.closest("[data-pick]")?.dataset.pick;
  if (seq) app.update({ pin: Number(seq) });
}

// redraw draws a panel anew only if what it shows has changed: who reads or
// chooses in one is not disturbed, and the focus stays where it was.
function redraw(app, each) {
  const { log, pin, proof, found } = app.state;
  const { seq, at } = app.reading();
  const now = [log, seq, at, pin, proof, found];
  if (now.every((input, i) => input === each.last[i])) return;
  each.last = now;
  const place = fields(each.panel).indexOf(app.document.activeElement);
  each.draw(app, each.panel.firstElementChild);
  if (place >= 0) fields(each.panel)[place]?.focus({ preventScroll: true });
}

function fields(panel) {
  return [...panel.querySelectorAll("button, select, input")];
}
