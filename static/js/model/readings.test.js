import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseStory } from "../fixtures/story.js";
import { announcement } from "./announce.js";
import { beliefs, overlaps } from "./beliefs.js";
import { commandLine, details, related } from "./details.js";
import { facts } from "./facts.js";
import { expected, keys } from "./keys.js";
import { lanesAt } from "./lanes.js";
import { flight, messages, verb } from "./messages.js";
import { serviceState } from "./service.js";
import { standstills } from "./standstills.js";
import { across, beside } from "./walk.js";
import { clockWords, stateWords } from "./words.js";
import { withVerdicts, writes } from "./writes.js";

const log = pauseStory();
const fenced = pauseStory({ fencing: true });
const seqOf = (kind, lane) => log.events.find((event) => event.kind === kind && event.lane === lane).seq;

test("two clients believe, and A beyond its promise", () => {
  const bars = beliefs(log.events);
  assert.deepEqual(bars.map((bar) => [bar.lane, bar.token, bar.end]), [["A", 33, null], ["B", 34, null]]);
  assert.ok(bars[0].until < log.head.now);
  assert.deepEqual(overlaps(bars).map((stretch) => stretch.lanes), [["A", "B"]]);
});

test("the key of A expires, that of B is expected to", () => {
  const bars = keys(log.events);
  assert.deepEqual(bars.map((bar) => [bar.owner, bar.why]), [["A", "expired"], ["B", null]]);
  assert.deepEqual(expected(bars, log.head.now).map((bar) => bar.owner), ["B"]);
});

test("a stale write is stale by its token, and a fenced one is not", () => {
  assert.deepEqual(writes(log.events).map((write) => [write.token, write.accepted, write.stale]), [[34, true, false], [33, true, true]]);
  assert.deepEqual(writes(fenced.events).map((write) => [write.accepted, write.stale]), [[true, false], [false, false]]);
});

test("without tokens the verdict says which write is stale", () => {
  const list = writes(log.events).map((write) => ({ ...write, token: 0, stale: false }));
  assert.deepEqual(withVerdicts(list, log.verdicts.at(-1).all["stale-write"]).map((write) => write.stale), [false, true]);
});

test("messages know when they were taken in", () => {
  const list = messages(log.events);
  assert.ok(list.every((message) => message.fate === "received" && message.end - message.sent === 2e6));
  assert.equal(flight(list), 2e6);
  assert.equal(verb("SET a b"), "SET");
});

test("a message waits for a paused lane until it is taken in", () => {
  const at = (seq, time, lane, kind, data) => ({ seq, at: time, lane, kind, data, say: "" });
  const [message] = messages([
    at(1, 0, "redis-1", "sent", { msg: 1, to: "A", text: "OK", reply: true, of: 9 }),
    at(2, 5, "A", "arrived", { msg: 1, from: "redis-1" }),
    at(3, 90, "A", "received", { msg: 1, from: "redis-1", text: "OK" }),
  ]);
  assert.deepEqual([message.arrived, message.end, message.fate], [5, 90, "received"]);
});

test("standstills: paused once, waiting thrice", () => {
  const list = standstills(log.events);
  assert.deepEqual(list.map((stretch) => stretch.what), ["paused", "waiting", "waiting", "waiting"]);
  assert.ok(list.every((stretch) => stretch.end !== null));
});

test("lanes are told in words", () => {
  const states = lanesAt(log.events, seqOf("paused", "A"), log.lab.lanes);
  assert.equal(stateWords(states.get("A"), 3e9), "paused to 17.0 s · believes, 7 s left");
  assert.equal(stateWords(states.get("B"), 3e9), "not started");
  assert.equal(stateWords(states.get("redis-1"), 3e9), "up");
  assert.equal(clockWords({ offset: 12e9, rate: 1 }), "clock +12 s");
  assert.equal(lanesAt(fenced.events, 99, fenced.lab.lanes).get("store").fencing, true);
});

test("the live region says that A still believes", () => {
  const seq = log.events.findLast((event) => event.kind === "acquired").seq;
  assert.match(announcement(log, seq - 1, seq), /^B acquired job:4471 with token 34; A still believes/);
  assert.equal(announcement(log, 0, 1), "");
});

test("an exchange is found from any of its events", () => {
  const seq = seqOf("executed", "redis-1");
  const kinds = related(log.events[seq - 1], log.events).map((event) => event.kind);
  assert.deepEqual(kinds, ["sent", "sent", "received", "acquired"]);
});

test("the inspector shows command, reply, clock, and what an event proves", () => {
  const terms = new Map(details(log.events[seqOf("executed", "redis-1") - 1], log));
  assert.equal(terms.get("Command"), "SET lock:job:4471 7f3a NX PX 10000");
  assert.equal(terms.get("Reply"), "OK");
  assert.ok(new Map(details(log.events.findLast((event) => event.kind === "accepted"), log)).get("Proves").startsWith("stale write: "));
  assert.equal(commandLine(["EVAL", "it's 1", "0"]), `EVAL 'it'\\''s 1' 0`);
});

test("the service panel shows what is so", () => {
  const states = lanesAt(log.events, log.head.seq, log.lab.lanes);
  const tables = serviceState(facts(log), states, log.head.now);
  assert.deepEqual(tables[0].rows[0].slice(0, 3), ["redis-1", "lock:job:4471", "B"]);
  assert.equal(tables[1].rows[0][2], "A.1");
});

test("arrow keys walk along a lane and across lanes", () => {
  const first = log.events.find((event) => event.lane === "B").seq;
  assert.equal(log.events[beside(log.events, first, 1) - 1].lane, "B");
  assert.equal(beside(log.events, 1, -1), 1);
  const lanes = log.lab.lanes.map((lane) => lane.id);
  assert.equal(log.events[across(log.events, first, -1, lanes) - 1].lane, "A");
  assert.equal(across(log.events, first, 1, ["A", "B"]), first);
});
