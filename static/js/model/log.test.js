import assert from "node:assert/strict";
import { test } from "node:test";
import { seeded } from "../fixtures/random.js";
import { emptyLog, merge, verdictsAt } from "./log.js";

const events = (from, to) => Array.from({ length: to - from }, (_, i) => ({ seq: from + i + 1, at: from + i }));
const snapshot = (n) => ({ type: "snapshot", epoch: "e", lab: {}, branches: [], branch: "main", events: events(0, n), verdicts: [], head: { seq: n, now: n, ended: false } });
const more = (from, to, epoch = "e") => ({ type: "events", epoch, from, events: events(from, to), verdicts: [], head: { seq: to, now: to, ended: false } });

test("a snapshot replaces everything", () => {
  const { log, how } = merge(emptyLog(), snapshot(3));
  assert.equal(how, "replaced");
  assert.equal(log.events.length, 3);
});

test("events join on, and twice the same changes nothing", () => {
  const { log } = merge(merge(emptyLog(), snapshot(3)).log, more(3, 5));
  assert.equal(log.head.seq, 5);
  const again = merge(log, more(3, 5));
  assert.equal(again.how, "same");
  assert.equal(again.log.events.length, 5);
});

test("a gap and a foreign epoch are told, and nothing is taken", () => {
  const { log } = merge(emptyLog(), snapshot(3));
  for (const frame of [more(4, 6), more(3, 4, "other")]) {
    const result = merge(log, frame);
    assert.equal(result.how, "gap");
    assert.equal(result.log, log);
  }
});

test("lab time alone may move", () => {
  const { log } = merge(emptyLog(), snapshot(3));
  const moved = merge(log, { ...more(3, 3), head: { seq: 3, now: 99, ended: true } });
  assert.equal(moved.how, "same");
  assert.deepEqual(moved.log.head, { seq: 3, now: 99, ended: true });
});

test("frames in any order, lost or doubled, never leave a hole", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    let { log } = merge(emptyLog(), snapshot(0));
    for (let i = 0; i < 60; i++) {
      const from = Math.floor(random() * 20);
      const result = merge(log, more(from, from + Math.floor(random() * 6)));
      if (result.how !== "gap") log = result.log;
      log.events.forEach((event, place) => assert.equal(event.seq, place + 1, `seed ${seed}`));
    }
  }
});

test("verdicts hold from their event until the next", () => {
  const log = { ...emptyLog(), verdicts: [{ seq: 2, all: { a: 1 } }, { seq: 5, all: { a: 2 } }] };
  assert.deepEqual([1, 2, 4, 5, 9].map((seq) => verdictsAt(log, seq).a), [undefined, 1, 1, 2, 2]);
});
