import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { met } from "./goals.js";

// The same cases as for the lessons' Go code.
const file = new URL("../../../lessons/testdata/goals.json", import.meta.url);
const { logs, verdicts, cases } = JSON.parse(readFileSync(file));

for (const { name, log, verdicts: set, goal, met: want } of cases) {
  test(`goal: ${name}`, () => assert.equal(met(goal, logs[log], verdicts[set]), want));
}
