import { laneRow, refresh } from "./controllers/rows.js";
import { part, setText } from "./controllers/parts.js";
import { draw as drawQueue } from "./controllers/queue.js";
import { showVerdict } from "./controllers/verdicts.js";
import { LANES, randomLog } from "./fixtures/random.js";
import { crowd, cutOff, pauseInQueue } from "./fixtures/queues.js";
import { redlockStory } from "./fixtures/redlock.js";
import { pauseStory } from "./fixtures/story.js";
import { part as queue } from "./kinds/queue.js";
import { part as redlock } from "./kinds/redlock.js";
import { layout } from "./layout/layout.js";
import { drawFigure, sizeCanvas } from "./marks/figure.js";
import { readLook } from "./marks/look.js";
import { facts } from "./model/facts.js";
import { challengeState, challengeSummary } from "./model/challengeprogress.js";
import { viewFor } from "./model/frame.js";
import { queueLength } from "./model/kinds.js";
import { lanesAt } from "./model/lanes.js";
import { emptyLog } from "./model/log.js";

// The storybook: every part in every state, with the page's own scripts.

const empty = { ...emptyLog(), lab: { lanes: LANES } };
const PARTS = [redlock, queue];
const FIGURES = {
  stale: { log: pauseStory() },
  behind: { log: pauseStory(), seq: 20 },
  fenced: { log: pauseStory({ fencing: true }) },
  redlock: { log: redlockStory() },
  etcd: { log: pauseInQueue("etcd") },
  cutoff: { log: cutOff("zookeeper") },
  crowd: { log: crowd("zookeeper"), tall: 640 },
  straight: { log: pauseStory(), fold: false },
  random: { log: randomLog(11, 200) },
  dense: { log: randomLog(12, 10_000), fold: false },
  empty: { log: empty },
};

const QUEUES = { etcd: pauseInQueue("etcd"), zookeeper: pauseInQueue("zookeeper"), cutoff: cutOff("zookeeper"), crowd: crowd("zookeeper") };

function drawStory(box) {
  const { log, seq, fold = true, tall } = FIGURES[box.dataset.storyFigure];
  const canvas = box.querySelector("canvas");
  if (tall) box.style.height = `${tall}px`;
  const { clientWidth: width, clientHeight: height } = box;
  const rows = rowsFor(log.lab, height - 40);
  const read = facts(log, fold);
  const cursorAt = seq ? log.events[seq - 1].at : log.head.now;
  const view = viewFor({ facts: read, view: null, cursorAt, width });
  const ink = readLook(box, window);
  const marks = layout({ facts: read, view, width, height, rows, now: log.head.now, cursorAt, behind: Boolean(seq), ink, parts: PARTS });
  const ratio = sizeCanvas(canvas, width, height, window.devicePixelRatio || 1);
  drawFigure(canvas.getContext("2d"), marks, ink, ratio, { proof: [], here: null }, PARTS);
}

// rowsFor shares the height among the lanes; a queue of keys gets more of it.
function rowsFor(lab, height) {
  const long = queueLength(lab);
  const parts = lab.lanes.map(({ group }) => (group === "server" && long ? Math.max(1, (2.7 + long) / 5) : 1));
  const one = height / parts.reduce((sum, part) => sum + part, 0);
  let top = 40;
  return lab.lanes.map(({ id, group }, i) => {
    const row = { id, group, top, height: one * parts[i], queue: group === "server" ? long : 0 };
    top += row.height;
    return row;
  });
}

// showQueues draws the panel of a queue at the moments that say most.
function showQueues() {
  for (const box of document.querySelectorAll("[data-story-queue]")) {
    const [name, at] = box.dataset.storyQueue.split(" ");
    const log = QUEUES[name];
    const { seq, at: time } = log.events.find((event) => event.kind === at);
    const lanes = lanesAt(log.events, seq, log.lab.lanes, log.lab);
    drawQueue({ document, state: { log }, reading: () => ({ seq, at: time }), lanes: () => lanes }, box);
  }
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

// showChallenges sets each column as the challenge's own script would.
function showChallenges() {
  const says = {
    broken: "A rule is broken: No clock is touched. Go back to before that, or reset.",
    solved: "Solved with 2 actions. It can be done with 1: go back, or reset.",
    repair: "With 1 change the run still fails. What each does is written below it.",
  };
  for (const column of document.querySelectorAll("[data-story-challenges] [data-challenge]")) {
    const state = column.dataset.challenge.replace("story-", "");
    setText(column.querySelector("[data-challenge-says]"), says[state] ?? "");
    column.querySelector("[data-challenge-says]").dataset.so = state;
    column.dataset.ready = "";
    column.querySelector("[data-after]").hidden = state !== "solved";
    column.querySelector("[data-goal]").toggleAttribute("data-met", state === "solved");
    column.querySelector("[data-rule]").toggleAttribute("data-broken", state === "broken");
    setText(column.querySelector("[data-rule-state]"), state === "broken" ? "Broken" : "");
    setText(column.querySelector("[data-tally]"), { broken: "1", solved: "2", repair: "1" }[state] ?? "0");
    column.querySelectorAll("[data-why]").forEach((why, i) => (why.hidden = i > 0));
  }
  for (const item of document.querySelectorAll("[data-story-card]")) {
    const state = item.dataset.storyCard;
    const record = { tried: { tried: true }, shown: { solved: true }, solved: { best: 2 }, best: { best: 1 } }[state] ?? {};
    item.firstElementChild.dataset.state = challengeState(record, 1);
    setText(item.querySelector("[data-challenge-text]"), challengeSummary(record, state === "best" ? "changes" : "actions"));
  }
}

// showLessons puts the lessons of the first page into their states.
function showLessons() {
  for (const [slug, state, text] of [["under", "under", "Step 3 of 5"], ["done", "done", "Done"]]) {
    const row = document.querySelector(`[data-progress="story-${slug}"]`);
    row.dataset.state = state;
    setText(row.querySelector("[data-progress-text]"), text);
  }
}

showLanes();
showLessons();
showChallenges();
showQueues();
showVerdicts();
showSteps();
const says = document.querySelector("[data-command-says]");
setText(says, "there is no client “Z”; clients: A, B");
says.toggleAttribute("data-bad", true);
document.fonts.ready.then(drawStories);
document.addEventListener("lockviz:theme", drawStories);
window.addEventListener("resize", drawStories);
