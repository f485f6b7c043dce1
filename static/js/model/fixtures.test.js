import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { details } from "./details.js";
import { KIND } from "./events.gen.js";
import { facts } from "./facts.js";
import { lanesAt } from "./lanes.js";
import { emptyLog } from "./log.js";
import { eventWords, fullWords } from "./words.js";

const fixtures = JSON.parse(readFileSync(new URL("./fixtures.gen.json", import.meta.url)));
const lanes = [...new Set(fixtures.map((event) => event.lane))].map((id) => ({ id, group: id === "store" ? "store" : id.startsWith("redis") ? "server" : "client" }));
const log = { ...emptyLog(), events: fixtures, head: { seq: fixtures.length, now: fixtures.at(-1).at, ended: false }, lab: { lanes } };

test("there is a fixture of every kind", () => {
  assert.deepEqual(new Set(fixtures.map((event) => event.kind)), new Set(Object.values(KIND)));
});

for (const event of fixtures) {
  test(`${event.kind} is read by every reading of the log`, () => {
    const alone = { ...log, events: [{ ...event, seq: 1 }], head: { ...log.head, seq: 1 } };
    assert.ok(eventWords(event).length > 0);
    for (const [term, text] of details(event, log)) assert.ok(term && typeof text === "string", `${term}: ${text}`);
    assert.ok(facts(alone).warp);
    for (const state of lanesAt(alone.events, 1, lanes).values()) assert.ok(fullWords(state, event.at));
  });
}

test("all of them together are read too", () => {
  const read = facts(log);
  assert.equal(read.beliefs.list.length, 1);
  assert.equal(read.keys.list.length, 1);
  assert.equal(read.writes.length, 2);
});
