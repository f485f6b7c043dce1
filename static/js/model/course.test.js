import assert from "node:assert/strict";
import { test } from "node:test";
import { goOn, lessonState, lessonWords, tally, taskState } from "./course.js";
import { firstProgress, withStep } from "./progress.js";

const steps = [
  { id: "a", goals: 2, predicts: true },
  { id: "b", goals: 0, predicts: true },
];

test("a lesson is new, under way at a step, or done", () => {
  const words = (progress) => lessonWords(lessonState(progress, steps));
  let progress = firstProgress();
  assert.equal(words(progress), "2 steps");
  assert.equal(words({ ...progress, at: 1 }), "Step 1 of 2");
  progress = withStep(progress, "introduction", { read: true });
  assert.equal(words(progress), "Step 1 of 2", "what is only read is no step");
  progress = withStep(progress, "a", { met: true });
  assert.equal(words(progress), "Step 1 of 2", "its prediction is not locked");
  progress = withStep(progress, "a", { locked: true });
  assert.equal(words(progress), "Step 2 of 2");
  assert.equal(words(withStep(progress, "b", { read: true })), "Done");
  assert.equal(lessonWords(lessonState(firstProgress(), [{ id: "x", goals: 1, predicts: false }])), "1 step");
});

test("one goes on with what is under way, then with what follows", () => {
  const at = (states, last) => goOn([states.map((state, i) => ({ name: `l${i}`, state }))], last)?.entry.name;
  assert.equal(at(["new", "new"], ""), "l0");
  assert.equal(at(["under", "under", "new"], "l1"), "l1");
  assert.equal(at(["done", "under", "new"], "l0"), "l1");
  assert.equal(at(["new", "done", "new"], "l1"), "l2");
  assert.equal(at(["new", "done"], "l1"), "l0");
  assert.equal(at(["done", "done"], "l1"), undefined);
  assert.equal(goOn([[{ name: "l0", state: "new" }]], "").fresh, true);
  assert.equal(goOn([[{ name: "l0", state: "under" }]], "").fresh, false);
  assert.equal(goOn([], ""), null);
  assert.equal(goOn([[], []], ""), null);
});

test("one stays with the challenges, or with the lessons, until there is none left", () => {
  const at = (lessons, challenges, last) => {
    const named = (letter, states) => states.map((state, i) => ({ name: `${letter}${i}`, state }));
    return goOn([named("l", lessons), named("c", challenges.map(taskState))], last)?.entry.name;
  };
  assert.equal(at(["new"], ["", ""], ""), "l0");
  assert.equal(at(["under"], ["", "tried"], "c1"), "c1");
  assert.equal(at(["under"], ["best", ""], "c0"), "c1");
  assert.equal(at(["under"], ["best", "shown"], "c0"), "l0");
  assert.equal(at(["done", "done"], ["", ""], "l1"), "c0");
  assert.equal(at(["done", "new"], ["tried", ""], "l0"), "l1");
  assert.equal(at(["done"], ["solved"], "l0"), undefined);
});

test("all of it in one line", () => {
  assert.equal(tally(["new", "new"], ["", ""]), "");
  assert.equal(tally(["done", "under", "new"], ["", ""]), "1 of 3 lessons done");
  assert.equal(tally(["new"], ["best", "tried", "shown", "solved"]), "2 of 4 challenges solved");
  assert.equal(tally(["under"], ["tried"]), "0 of 1 lesson done, 0 of 1 challenge solved");
});
