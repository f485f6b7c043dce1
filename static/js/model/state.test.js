import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseStory } from "../fixtures/story.js";
import { done, revealed, waitingFor } from "./progress.js";
import { firstState, moved, reading, recorded, taken } from "./state.js";

const log = pauseStory();
const state = { ...firstState(), log };

test("reading is at the head until one goes back", () => {
  assert.deepEqual(reading(state), { seq: log.head.seq, at: log.head.now, behind: false });
  const back = { ...state, ...moved(state, 5) };
  assert.deepEqual(reading(back), { seq: 5, at: log.events[4].at, behind: true });
  assert.equal(moved(back, Infinity).cursor, null);
  assert.equal(moved(back, -3).cursor, 0);
});

test("a reader stays where they are while the log grows, and goes to the head of another", () => {
  const back = { ...state, cursor: 5 };
  assert.equal("cursor" in taken(back, log, "more"), false);
  assert.equal(taken(back, { ...log, epoch: "other" }, "replaced").cursor, null);
});

test("a reader stays where they are when a lab that slept is run again", () => {
  const back = { ...state, cursor: 5, pin: 3 };
  assert.deepEqual(Object.keys(taken(back, { ...log, epoch: "other", was: log.epoch }, "replaced")), ["log"]);
  assert.equal(taken(back, { ...log, epoch: "other", was: "older" }, "replaced").pin, null);
});

test("runs go through the recorded log first", () => {
  const first = recorded(log, 0, "acquired");
  assert.equal(log.events[first - 1].kind, "acquired");
  assert.equal(log.events[recorded(log, first, "acquired") - 1].lane, "B");
  assert.equal(log.events[recorded(log, 0, "expired") - 1].kind, "key-gone");
  assert.equal(log.events[recorded(log, 0, "write") - 1].kind, "accepted");
  assert.equal(recorded(log, 0, "violation"), log.verdicts[1].seq);
  assert.equal(recorded(log, log.verdicts[1].seq, "violation"), log.verdicts[2].seq);
  assert.equal(recorded(log, log.head.seq, "violation"), null);
  assert.equal(recorded(log, 0, "end"), null);
  assert.equal(log.events[recorded(log, 0, "refused") - 1].lane, "B");
  assert.equal(log.events[recorded(log, 0, "step", "B") - 1].lane, "B");
});

test("an explanation opens after prediction and run, or when asked for", () => {
  const step = { goals: [{}], predicts: true };
  assert.equal(revealed(step, {}), false);
  assert.equal(revealed(step, { met: true }), false);
  assert.equal(revealed(step, { met: true, locked: true }), true);
  assert.equal(revealed(step, { read: true }), true);
  assert.match(waitingFor(step, { met: true }), /Lock a prediction/);
  assert.equal(done({ goals: [], predicts: false }, {}), false);
});
