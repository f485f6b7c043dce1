import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, right, scoreText } from "./selftest.js";

const truth = { a: "so", b: "not-so", c: "so" };

test("a statement without an answer is not right", () => {
  assert.equal(right({}, truth, "a"), false);
  assert.equal(right({ a: "so" }, truth, "a"), true);
  assert.equal(right({ a: "not-so" }, truth, "a"), false);
});

test("all must be answered; answers to statements that are gone do not count", () => {
  assert.equal(answered({ a: "so", b: "so", old: "so" }, truth), false);
  assert.equal(answered({ a: "so", b: "so", c: "not-so" }, truth), true);
});

test("the score counts what is right", () => {
  assert.equal(scoreText({ a: "so", b: "so", c: "so", old: "so" }, truth), "2 of 3 right. These were not:");
  assert.equal(scoreText(truth, truth), "All 3 right.");
});
