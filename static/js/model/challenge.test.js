import assert from "node:assert/strict";
import { test } from "node:test";
import { attempt, said } from "./challenge.js";
import { challengeSummary, challengeState, solvedWith, withShown } from "./challengeprogress.js";

const did = (text, by = "person") => ({ lane: "A", kind: "action", data: { text, by } });
const lost = { lane: "A", kind: "lost", data: {} };
const breaking = { goals: [{ saw: { lane: "A", kind: "lost" } }], rules: [{ did: ["jump"], say: "No clock is touched." }], best: 1, unit: "actions", repairs: false };
const repairing = { ...breaking, rules: [{ did: ["*"], say: "By the script." }], unit: "changes", repairs: true, changes: 2 };
const branch = (events, ended = false) => ({ events, verdicts: {}, ended });

test("a challenge is solved when the goal is met and no rule is broken", () => {
  assert.equal(attempt(breaking, branch([])).solved, false);
  assert.equal(attempt(breaking, branch([did("pause A"), lost])).solved, true);
  assert.equal(attempt(breaking, branch([did("jump A +5s"), lost])).solved, false);
  assert.deepEqual(attempt(breaking, branch([did("jump A +5s"), lost])).broken, [true]);
});

test("a person's actions are counted, and not the script's", () => {
  assert.equal(attempt(breaking, branch([did("pause A"), did("heal", "script"), did("resume A"), lost])).count, 2);
});

test("a repair is judged at the end, and its changes are counted", () => {
  assert.deepEqual(attempt(repairing, branch([lost])).met, [false]);
  assert.equal(attempt(repairing, branch([lost], true)).solved, true);
  assert.equal(attempt(repairing, branch([lost], true)).count, 2);
  assert.equal(attempt(repairing, branch([did("pause A"), lost], true)).solved, false);
});

test("what is said of an attempt", () => {
  const say = (events, record = {}, task = breaking, ended = true) => said(attempt(task, branch(events, ended)), record, task);
  assert.equal(say([]), "");
  assert.equal(say([did("pause A"), lost]), "Solved with 1 action. Nobody is known to need fewer.");
  assert.equal(say([lost]), "Solved with 0 actions: fewer than the best known, 1.");
  assert.equal(say([did("pause A"), did("resume A"), lost]), "Solved with 2 actions. It can be done with 1: go back, or reset.");
  assert.equal(say([did("pause A"), lost], { shown: true }), "Solved with 1 action, after the solution was shown.");
  assert.equal(say([did("jump A +5s")]), "A rule is broken: No clock is touched. Go back to before that, or reset.");
  assert.equal(say([], {}, repairing), "With 2 changes the run still fails. What each does is written below it.");
  assert.equal(say([], {}, { ...repairing, changes: 0 }), "As it is, the run fails.");
  assert.equal(say([], {}, repairing, false), "");
});

test("the best of one's own is kept, and the solution's is not one's own", () => {
  let record = solvedWith({}, 3);
  assert.deepEqual([record.best, challengeState(record, 1), challengeSummary(record, "actions")], [3, "solved", "Solved with 3 actions"]);
  record = solvedWith(record, 1);
  assert.deepEqual([record.best, challengeState(record, 1), challengeSummary(record, "actions")], [1, "best", "Solved with 1 action"]);
  assert.equal(solvedWith(record, 2).best, 1);

  const seen = solvedWith(withShown({}), 1);
  assert.deepEqual([seen.best, challengeState(seen, 1), challengeSummary(seen, "actions")], [undefined, "shown", "Solved, after the solution was shown"]);
  assert.equal(solvedWith(withShown(record), 1).best, 1);
  assert.equal(challengeState(withShown(record), 1), "best");
});

test("a challenge that is not solved", () => {
  assert.deepEqual([challengeState({}, 1), challengeSummary({}, "actions")], ["", "Not tried"]);
  assert.deepEqual([challengeState({ tried: true }, 1), challengeSummary({ tried: true }, "actions")], ["tried", "Not solved yet"]);
});
