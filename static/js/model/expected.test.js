import assert from "node:assert/strict";
import { test } from "node:test";
import { expectedWords } from "./expected.js";

const verdicts = { "two-believers": { status: "violated", count: 1 }, "stale-write": { status: "holds" }, herd: { status: "holds", count: 4 } };
const words = (expect, ended = true) => expectedWords(Object.entries(expect).map(([verdict, is]) => ({ verdict, is })), verdicts, ended);

test("what a scenario expects is compared when its run has ended", () => {
  assert.equal(words({}), "");
  assert.equal(words({ herd: "4" }, false), "What it expects is compared when the run has ended.");
  assert.equal(words({ "two-believers": "violated", herd: "4", orphan: "not-exercised", fenced: "0" }), "What it expects has come of it.");
});

test("what came otherwise is named, a status by its name and a count by its number", () => {
  assert.equal(words({ "two-believers": "holds", "stale-write": "holds" }), "Not as expected: two-believers is violated, not holds.");
  assert.equal(words({ herd: "1", "two-believers": "2" }), "Not as expected: herd is 4, not 1; two-believers is 1, not 2.");
});
