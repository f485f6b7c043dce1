import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, nth, parseCommand, parseDuration, remember } from "./commands.js";
import { clock, labTime, shift, span } from "./format.js";

test("the words of the transport are understood, the rest is the lab's", () => {
  assert.deepEqual(parseCommand("step"), { do: "step", n: 1 });
  assert.deepEqual(parseCommand(" step  3 "), { do: "step", n: 3 });
  assert.deepEqual(parseCommand("run to write"), { do: "run", to: "write" });
  assert.deepEqual(parseCommand("until A acquired 2"), { do: "until", lane: "A", kind: "acquired", n: 2 });
  assert.deepEqual(parseCommand("back"), { do: "back" });
  assert.deepEqual(parseCommand("back A worked"), { do: "back", lane: "A", kind: "worked", n: 1 });
  assert.deepEqual(parseCommand("advance 1m30s"), { do: "advance", by: 90e9 });
  assert.deepEqual(parseCommand("reset"), { do: "reset" });
  assert.deepEqual(parseCommand("mistakes del-release constant-token"), { do: "mistakes", on: ["del-release", "constant-token"] });
  assert.deepEqual(parseCommand("mistakes none"), { do: "mistakes", on: [] });
  assert.deepEqual(parseCommand(`write A "v  2"`), { do: "act", text: `write A "v  2"` });
  assert.equal(parseCommand("   "), null);
});

test("what is wrong is told with what is allowed", () => {
  for (const line of ["run", "run off", "step x", "step 0", "advance soon", "until A", "reset now"]) {
    assert.ok(parseCommand(line).problem.length > 10, line);
  }
});

test("a run goes to any kind of event, perhaps on one lane", () => {
  assert.deepEqual(parseCommand("run vote"), { do: "run", to: "vote" });
  assert.deepEqual(parseCommand("run to vote A"), { do: "run", to: "vote", lane: "A" });
});

test("durations are read as Go prints them", () => {
  assert.equal(parseDuration("250ms"), 250e6);
  assert.equal(parseDuration("1.5s"), 1.5e9);
  assert.equal(parseDuration("15"), null);
});

test("a button's command is filled in", () => {
  assert.equal(fill("pause {lane} {length}", "A", "15s"), "pause A 15s");
  assert.equal(fill("pause {lane} {length}", "A", ""), "pause A");
});

test("the n-th event of a kind", () => {
  const events = ["a", "b", "a"].map((kind, i) => ({ seq: i + 1, lane: "A", kind }));
  assert.equal(nth(events, { lane: "A", kind: "a", n: 2 }), 3);
  assert.equal(nth(events, { lane: "A", kind: "b", n: 2 }), null);
});

test("history keeps each line once, the newest last", () => {
  assert.deepEqual(remember(["a", "b"], "a"), ["b", "a"]);
});

test("times and durations", () => {
  assert.equal(labTime(3_004_000_000), "3.004 s");
  assert.equal(labTime(-1e9), "−1.000 s");
  assert.deepEqual([15e9, 1.5e9, 2e6, 1_250_000, 0].map(span), ["15 s", "1.5 s", "2 ms", "1.3 ms", "0 s"]);
  assert.equal(shift(-5e9), "−5 s");
  assert.equal(clock(0), "00:00:00.000");
});
