import { laneRow, refresh } from "./controllers/rows.js";
import { part, setText } from "./controllers/parts.js";
import { showVerdict } from "./controllers/verdicts.js";
import { LANES, randomLog } from "./fixtures/random.js";
import { redlockStory } from "./fixtures/redlock.js";
import { pauseStory } from "./fixtures/story.js";
import { layout } from "./layout/layout.js";
import { drawFigure, sizeCanvas } from "./marks/figure.js";
import { readLook } from "./marks/look.js";
import { facts } from "./model/facts.js";
import { viewFor } from "./model/frame.js";
import { lanesAt } from "./model/lanes.js";
import { emptyLog } from "./model/log.js";

// The storybook: every part in every state, with the page's own scripts.

const empty = { ...emptyLog(), lab: { lanes: LANES } };
const FIGURES = {
  stale: { log: pauseStory() },
  behind: { log: pauseStory(), seq: 20 },
  fenced: { log: pauseStory({ fencing: true }) },
  redlock: { log: redlockStory() },
  straight: { log: pauseStory(), fold: false },
  random: { log: randomLog(11, 200) },
  dense: { log: randomLog(12, 10_000), fold: false },
  empty: { log: empty },
};

function drawStory(box) {
  const { log, seq, fold = true } = FIGURES[box.dataset.storyFigure];
  const canvas = box.querySelector("canvas");
  const { clientWidth: width, clientHeight: height } = box;
  const lanes = log.lab.lanes;
  const tall = (height - 40) / lanes.length;
  const rows = lanes.map((lane, i) => ({ id: lane.id, group: lane.group, top: 40 + i * tall, height: tall }));
  const read = facts(log, fold);
  const cursorAt = seq ? log.events[seq - 1].at : log.head.now;
  const view = viewFor({ facts: read, view: null, cursorAt, width });
  const ink = readLook(box, window);
  const marks = layout({ facts: read, view, width, height, rows, now: log.head.now, cursorAt, behind: Boolean(seq), ink });
  const ratio = sizeCanvas(canvas, width, height, window.devicePixelRatio || 1);
  drawFigure(canvas.getContext("2d"), marks, ink, ratio, { proof: [], here: null });
}

function drawStories() {
  document.querySelectorAll("[data-story-figure]").forEach(drawStory);
}

function showLanes() {
  const box = document.querySelector("[data-story-lanes]");
  const log = pauseStory();
  const add = (id, seq, change = {}) => {
    const row = laneRow(document, log.lab.lanes.find((lane) => lane.id === id));
    const state = lanesAt(log.events, seq, log.lab.lanes, log.lab).get(id);
    refresh(row, { ...state, ...change }, log.events[seq - 1]?.at ?? 0);
    box.append(row);
  };
  const last = log.events.length;
  add("A", 0);
  for (const seq of [3, 8, 11, last - 6]) add("A", seq);
  add("A", last, { status: "crashed", belief: null });
  add("A", last, { offset: -5e9 });
  add("redis-1", 8);
  add("redis-1", 8, { status: "crashed" });
  add("redis-1", 8, { offset: 12e9, rate: 1.2 });
  add("store", last);
  add("store", last, { fencing: true });
}

function showVerdicts() {
  const box = document.querySelector("[data-story-verdicts]");
  for (const [status, count] of [["holds", 0], ["violated", 1], ["not-exercised", 0], ["holds", 2]]) {
    const item = part(document, "verdict");
    setText(item.querySelector("[data-label]"), "Stale write");
    showVerdict(item.querySelector("button"), { status, count, text: "One plain sentence." });
    box.append(item);
  }
}

function showSteps() {
  for (const [id, free] of [["open", false], ["locked", false], ["answered", true]]) {
    const step = document.querySelector(`[data-step="${id}"]`);
    step.querySelector("[data-after]").hidden = !free;
    step.querySelectorAll("[data-reason]").forEach((reason) => (reason.hidden = !free));
    step.querySelector("[data-waiting]").hidden = free;
    step.querySelector("[data-lock-row]").hidden = false;
    step.querySelector("[data-lock]").hidden = id !== "open";
    if (id !== "open") step.querySelectorAll("input").forEach((input, i) => Object.assign(input, { disabled: true, checked: i === 0 }));
    step.querySelector("[data-goal]").toggleAttribute("data-met", free);
  }
}

showLanes();
showVerdicts();
showSteps();
const says = document.querySelector("[data-command-says]");
setText(says, "there is no client “Z”; clients: A, B");
says.toggleAttribute("data-bad", true);
document.fonts.ready.then(drawStories);
document.addEventListener("lockviz:theme", drawStories);
window.addEventListener("resize", drawStories);
