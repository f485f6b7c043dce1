import assert from "node:assert/strict";
import { test } from "node:test";
import { cutOff, pauseInQueue } from "../fixtures/queues.js";
import { randomLog } from "../fixtures/random.js";
import { redlockStory } from "../fixtures/redlock.js";
import { pauseStory } from "../fixtures/story.js";
import { axisOf, placed, read } from "./facts.js";
import { beside, FAULTS, faultOn, nextDue, present, seqAt } from "./four.js";
import { lanesAt } from "./lanes.js";

const logs = [pauseStory(), redlockStory(), pauseInQueue("etcd"), cutOff("zookeeper")];
const standing = (log, seq = log.events.length) => ({ lab: log.lab, events: log.events.slice(0, seq), lanes: lanesAt(log.events, seq, log.lab.lanes, log.lab) });

test("logs on one axis: what happens at one moment lies at one place", () => {
  const all = [...logs, ...[1, 2, 3].map((seed) => randomLog(seed, 80))].map(read);
  for (const fold of [true, false]) {
    const axis = axisOf(all, fold);
    const places = new Map();
    for (const facts of all.map((own) => placed(own, axis))) {
      facts.events.starts.forEach((at, i) => {
        assert.equal(facts.places[i], places.get(at) ?? facts.places[i]);
        places.set(at, facts.places[i]);
      });
    }
    const sorted = [...places].sort((a, b) => a[0] - b[0]).map(([, place]) => place);
    sorted.reduce((before, place) => (assert.ok(place >= before), place));
    assert.equal(axis.first, 0);
    assert.ok(axis.last >= Math.max(...all.map((own) => own.now)) || !fold);
  }
});

test("the present is the latest, what is due the earliest of those that go on", () => {
  const at = (now, next, ended = false) => ({ head: { now, next, ended } });
  assert.equal(present([at(3, 9), at(5, 6)]), 5);
  assert.equal(present([]), 0);
  assert.equal(nextDue([at(0, 0), at(0, 4)]), 0);
  assert.equal(nextDue([at(3, 9), at(5, 2, true)]), 9);
  assert.equal(nextDue([at(5, 0, true)]), null);
});

test("a moment is read in each log up to its last event", () => {
  for (const log of logs) {
    for (const time of [-1, 0, 5e6, 1e10, 1e12]) {
      const seq = seqAt(log, time);
      assert.ok(seq === 0 || log.events[seq - 1].at <= time);
      assert.ok(seq === log.events.length || log.events[seq].at > time);
    }
  }
  assert.deepEqual([beside([1, 4, 9], 4, 1), beside([1, 4, 9], 4, -1), beside([1, 4, 9], 9, 1), beside([1, 4], 0, -1)], [9, 1, null, null]);
});

test("a fault goes to each lab in the words of its own lanes", () => {
  const lines = (name, log, seq) => FAULTS[name](standing(log, seq));
  const [redis, redlock, etcd, zookeeper] = logs;
  assert.deepEqual(lines("cut", redis).doing, ["cut A redis-1"]);
  assert.deepEqual(lines("cut", redlock).doing, ["cut A redis-1", "cut A redis-2", "cut A redis-3", "cut A redis-4", "cut A redis-5"]);
  assert.deepEqual(lines("jump", redlock).doing, ["jump redis-3 +12s"]);
  assert.deepEqual(lines("jump", etcd).doing, ["jump etcd-1 +12s"]);
  assert.deepEqual(lines("fencing", redis).doing, ["fencing on"]);
  const cut = zookeeper.events.find((event) => event.kind === "action").seq;
  assert.deepEqual(lines("cut", zookeeper, cut).undoing, ["heal"]);
  assert.deepEqual(lines("cut", zookeeper).doing, ["cut A zookeeper-1"], "healed since");
});

test("a button undoes what any lab has, and leaves the others alone", () => {
  const [redis, , etcd] = logs;
  const paused = etcd.events.find((event) => event.kind === "paused").seq;
  const { undo, lines } = faultOn("pause", [standing(redis, 3), null, standing(etcd, paused)]);
  assert.deepEqual([undo, lines], [true, [[], [], ["resume A"]]]);
  assert.deepEqual(faultOn("pause", [standing(redis, 3), standing(etcd, 12)]).lines, [["pause A 15s"], ["pause A 15s"]]);
  assert.deepEqual(faultOn("crash", [{ lanes: new Map([["A", { status: "finished" }]]) }]).lines, [[]]);
});
