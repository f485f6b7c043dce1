import assert from "node:assert/strict";
import { test } from "node:test";
import { crowd, cutOff, pauseInQueue } from "../fixtures/queues.js";
import { LANES, randomLog, randomQueue } from "../fixtures/random.js";
import { redlockStory } from "../fixtures/redlock.js";
import { pauseStory } from "../fixtures/story.js";
import { part as queue } from "../kinds/queue.js";
import { part as redlock } from "../kinds/redlock.js";
import { layout } from "../layout/layout.js";
import { KIND } from "../model/events.gen.js";
import { facts } from "../model/facts.js";
import { queueLength } from "../model/kinds.js";
import { limits } from "../model/frame.js";
import { drawFigure, sizeCanvas } from "./figure.js";
import { clientLetter } from "./look.js";

// paper records the texts that are written, and takes every other stroke.
function paper() {
  const texts = [];
  const canvas = { texts, measureText: (text) => ({ width: text.length * 6 }), fillText: (text) => texts.push(text) };
  return new Proxy(canvas, { get: (target, name) => target[name] ?? (() => {}), set: (target, name, value) => ((target[name] = value), true) });
}

const parts = [redlock, queue];
const look = { stroke: 1, size: 11, client: () => "#000", font: () => "11px sans", mono: () => "11px mono" };

function drawn(log) {
  const read = facts(log);
  const queue = queueLength(log.lab);
  const rows = log.lab.lanes.map((lane, i) => ({ id: lane.id, group: lane.group, top: 40 + i * 60, height: 58, queue: lane.group === "server" ? queue : 0 }));
  const marks = layout({ facts: read, view: limits(read), width: 900, height: 400, rows, now: log.head.now, cursorAt: 1e9, behind: true, parts });
  const ctx = paper();
  drawFigure(ctx, marks, look, 1, { proof: [{ x: 1, y: 1 }], here: { x: 2, y: 2 } }, parts);
  return ctx.texts;
}

test("the story is told in words on the figure", () => {
  const texts = drawn(pauseStory());
  for (const text of ["still believes", "both believe", "paused 15 s", "34", "33", "A v2", "SET"]) {
    assert.ok(texts.includes(text), `${text} is missing in ${texts}`);
  }
});

test("a refused write says so", () => {
  assert.ok(drawn(pauseStory({ fencing: true })).includes("A refused"));
});

test("votes, what is down and what comes from outside are told in words", () => {
  const texts = drawn(redlockStory());
  for (const text of ["3/5", "?", "down", "clock +12 s", "redis-cli: GET", "slow +200 ms"]) {
    assert.ok(texts.includes(text), `${text} is missing in ${texts}`);
  }
});

test("what comes from outside bears the name of its server's tool", () => {
  for (const [kind, lane, tool] of [["etcd", "etcd-1", "etcdctl"], ["zookeeper", "zookeeper-1", "zkCli"]]) {
    const log = pauseInQueue(kind);
    const at = log.head.now + 5e9;
    log.events.push({ seq: log.events.length + 1, at, lane, kind: KIND.EXECUTED, say: "executed", data: { msg: 0, from: "stranger", command: ["get"], reply: "ok", clock: at } });
    log.head = { ...log.head, seq: log.events.length, now: at + 5e9 };
    assert.ok(drawn(log).includes(`${tool}: get`), kind);
  }
});

test("a queue is told in words", () => {
  const texts = drawn(pauseInQueue("etcd"));
  for (const text of ["woken", "lease=1 expired", "still believes", "A", "B", "C", "LeaseGrant"]) assert.ok(texts.includes(text), `${text} is missing in ${texts}`);
  assert.ok(!texts.includes("LeaseKeepAlive"), "heartbeats are quiet");
  const cut = drawn(cutOff("zookeeper"));
  for (const text of ["unsure", "disconnected", "ping", "A refused"]) assert.ok(cut.includes(text), `${text} is missing in ${cut}`);
});

test("any log can be drawn", () => {
  for (let seed = 1; seed <= 20; seed++) drawn(randomQueue(seed, 120));
  drawn(crowd("etcd"));
  for (let seed = 1; seed <= 20; seed++) drawn({ ...randomLog(seed, 120), lab: { lanes: LANES } });
});

test("no canvas is larger than 4,096 px a side", () => {
  const canvas = { style: {} };
  sizeCanvas(canvas, 3000, 500, 3);
  assert.ok(canvas.width <= 4096);
});

test("a client's letter is its own", () => {
  assert.equal(clientLetter("B"), "b");
  assert.equal(clientLetter("worker"), "");
});
