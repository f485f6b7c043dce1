import assert from "node:assert/strict";
import { test } from "node:test";
import { exercised, fitting, restWords } from "./strip.js";

const all = {
  "mutual-exclusion": { status: "holds" },
  "two-believers": { status: "violated" },
  "stale-write": { status: "not-exercised" },
  fenced: { status: "holds", count: 2 },
};
const order = ["mutual-exclusion", "two-believers", "stale-write", "fenced"];

test("what is violated comes first, what counts next", () => {
  assert.deepEqual(exercised(all, order), ["two-believers", "fenced", "mutual-exclusion"]);
});

test("as many as there is room for, one at the least", () => {
  assert.equal(fitting([100, 100, 100], 320, 6), 3);
  assert.equal(fitting([100, 100, 100], 310, 6), 2);
  assert.equal(fitting([100, 100], 10, 6), 1);
  assert.equal(fitting([], 10, 6), 0);
});

test("the rest is counted", () => {
  assert.equal(restWords(all, 3), "1 not yet");
  assert.equal(restWords(all, 2), "2 more");
  assert.equal(restWords({ a: { status: "not-exercised" } }, 0), "No verdict yet");
  assert.equal(restWords({ a: { status: "holds" } }, 1), "All in words");
});
