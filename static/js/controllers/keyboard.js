import { limits } from "../model/frame.js";
import { eventAt } from "../model/log.js";
import { labTime } from "../model/format.js";
import { across, beside } from "../model/walk.js";
import { pan, reveal, zoom } from "../model/view.js";
import { eventWords } from "../model/words.js";
import { setAttribute, setText } from "./parts.js";

// keyboard: the timeline's keys, only while it has focus, and the roving mark
// that tells assistive technology where one is.
export function keyboard(app) {
  const { document } = app;
  const area = (app.root ?? document).querySelector("[data-timeline]");
  const marks = [...area.querySelectorAll("[data-mark]")];
  let shown = 0;
  let told = null;

  area.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = ALWAYS[name] ?? (app.settings?.keys === false ? null : SINGLE[name]);
    if (!action) return;
    event.preventDefault();
    action(app);
  });

  app.on((state) => {
    const event = eventAt(state.log, state.pin ?? app.scene.seq);
    if (event && event !== told) {
      shown = 1 - shown;
      describe(marks[shown], event, state.log.head.seq);
      marks[1 - shown].hidden = true;
      setAttribute(area, "aria-activedescendant", marks[shown].id);
    }
    told = event ?? null;
    position(marks[shown], event && state.pin ? app.scene.anchor(event) : null);
  });
}

function describe(mark, event, count) {
  mark.hidden = false;
  setAttribute(mark, "aria-selected", "true");
  setText(mark, `${labTime(event.at)}: ${eventWords(event)}. Event ${event.seq} of ${count}.`);
}

function position(mark, anchor) {
  mark.classList.toggle("mark--none", !anchor);
  if (!anchor) return;
  mark.style.width = "26px";
  mark.style.height = "26px";
  mark.style.transform = `translate(${anchor.x - 13}px, ${anchor.y - 13}px)`;
}

function pin(app, seq) {
  const event = eventAt(app.state.log, seq);
  if (!event) return;
  const { view, facts } = app.scene;
  const patch = { pin: seq, proof: [] };
  const seen = reveal(view, facts.warp.toAxis(event.at));
  if (seen !== view) patch.view = seen;
  app.update(patch);
}

const here = (app) => app.state.pin ?? app.reading().seq;
const laneNames = (app) => (app.state.log.lab?.lanes ?? []).map((lane) => lane.id);
const walk = (by) => (app) => pin(app, beside(app.state.log.events, here(app), by, app.leftOut()));
const cross = (by) => (app) => pin(app, across(app.state.log.events, here(app), by, laneNames(app)));
const quiet = (promise) => promise?.catch?.(() => {});

const ALWAYS = {
  ArrowLeft: walk(-1),
  ArrowRight: walk(1),
  ArrowUp: cross(-1),
  ArrowDown: cross(1),
  Enter: (app) => app.showDetails(here(app)),
  Home: (app) => pin(app, 1),
  End: (app) => pin(app, app.state.log.head.seq),
  Escape: (app) => app.update({ pin: null, proof: [] }),
  PageDown: (app) => app.try(app.moves.step),
  PageUp: (app) => quiet(app.moves.back()),
};

const zoomBy = (factor) => (app) => {
  const { view, facts } = app.scene;
  const around = facts.warp.toAxis(eventAt(app.state.log, here(app))?.at ?? 0);
  const inside = around > view.from && around < view.to ? around : (view.from + view.to) / 2;
  app.update({ view: zoom(view, factor, inside, limits(facts)) });
};
const panBy = (part) => (app) => app.update({ view: pan(app.scene.view, part, limits(app.scene.facts)) });

// VIEWS are the changes of view that have a key and a button each.
export const VIEWS = {
  "zoom-in": zoomBy(1.5),
  "zoom-out": zoomBy(1 / 1.5),
  "pan-left": panBy(-0.2),
  "pan-right": panBy(0.2),
  fit: (app) => app.update({ view: app.fitted() }),
  fold: (app) => app.update({ fold: !app.state.fold, view: null }),
};

const SINGLE = {
  ".": (app) => app.try(app.moves.step),
  ",": (app) => quiet(app.moves.back()),
  " ": (app) => app.moves.play(),
  "+": VIEWS["zoom-in"],
  "=": VIEWS["zoom-in"],
  w: VIEWS["zoom-in"],
  "-": VIEWS["zoom-out"],
  s: VIEWS["zoom-out"],
  a: VIEWS["pan-left"],
  d: VIEWS["pan-right"],
  f: VIEWS.fit,
  "?": (app) => app.openHelp(),
};
