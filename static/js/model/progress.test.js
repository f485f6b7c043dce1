import assert from "node:assert/strict";
import { test } from "node:test";
import { done, of } from "./progress.js";

// A file of progress, or a lesson that was edited since, may hold any answer.
test("a prediction is known when it is one of the step's choices", () => {
  const step = { goals: [], predicts: true };
  for (const [kept, choices, known] of [
    [{ choice: 2, locked: true }, 3, true],
    [{ choice: 0, locked: true }, 1, true],
    [{ choice: 3, locked: true }, 3, false],
    [{ choice: 9999, locked: true }, 3, false],
    [{ locked: true }, 3, false],
    [{ choice: 0, locked: true }, 0, false],
  ]) {
    const found = of({ at: 0, steps: { a: { ...kept, met: true } } }, "a", choices);
    assert.deepEqual(found, known ? { ...kept, met: true } : { met: true });
    assert.equal(done(step, found), known);
  }
  assert.deepEqual(of({ at: 0, steps: {} }, "a", 3), {});
});
