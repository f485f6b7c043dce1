import assert from "node:assert/strict";
import { test } from "node:test";
import { redlockStory } from "../fixtures/redlock.js";
import { faults, fillIn } from "./faults.js";
import { lanesAt } from "./lanes.js";

const { lab, events } = redlockStory();
const states = lanesAt(events, events.length, lab.lanes, lab);
const lane = (id) => lab.lanes.find((each) => each.id === id);
const menu = (id, kind = "redlock", state = states.get(id)) => faults(lane(id), state, lab.lanes, kind);
const items = (...args) => menu(...args).flatMap((section) => section.items);
const find = (id, label, ...rest) => items(id, ...rest).find((item) => item.label === label);

test("every fault of a client is there, with its command", () => {
  assert.equal(fillIn(find("A", "Pause"), { for: "15s" }), "pause A 15s");
  assert.equal(fillIn(find("A", "Pause"), { for: "" }), "pause A");
  assert.equal(fillIn(find("A", "Cut"), { other: "redis-4", way: "replies" }), "cut A redis-4 replies");
  assert.equal(fillIn(find("A", "Cut"), { other: "redis-4", way: "" }), "cut A redis-4");
  assert.equal(fillIn(find("A", "Hold messages"), { way: "A->store" }), "hold A->store");
  assert.equal(fillIn(find("A", "Write"), { value: 'say "v2"' }), 'write A "say \\"v2\\""');
  assert.equal(fillIn(find("A", "Write"), {}), "write A");
  assert.equal(fillIn(find("A", "Let its lock expire"), {}), "expire A");
});

test("a server's cable is named from the client", () => {
  assert.equal(fillIn(find("redis-3", "Cut"), { other: "B", way: "requests" }), "cut B redis-3 requests");
  assert.equal(fillIn(find("redis-3", "Jump"), { jump: "-12s" }), "jump redis-3 -12s");
  assert.equal(fillIn(find("redis-3", "Run at"), { rate: "1.2" }), "drift redis-3 1.2");
  assert.equal(fillIn(find("redis-3", "Slow down"), { by: "200ms" }), "slow redis-3 200ms");
  assert.equal(fillIn(find("redis-3", "Send as redis-cli"), { value: "KEYS *" }), 'command redis-3 "KEYS *"');
});

test("each server is sent commands in the words of its own tool", () => {
  for (const [kind, tool] of Object.entries({ redis: "redis-cli", "redis-replica": "redis-cli", redlock: "redis-cli", etcd: "etcdctl", zookeeper: "zkCli.sh" })) {
    assert.ok(find("redis-3", `Send as ${tool}`, kind), kind);
  }
  assert.equal(fillIn(find("redis-3", "Send as zkCli.sh", "zookeeper"), { value: "delete /lock/job:4471" }), 'command redis-3 "delete /lock/job:4471"');
  assert.ok(!items("redis-3", "mutex").some(({ label }) => label.startsWith("Send as")));
});

test("what makes no sense now is not offered", () => {
  assert.ok(!find("redis-4", "Crash, data lost"), "redis-4 is down");
  assert.ok(find("redis-4", "Restart"));
  assert.ok(find("A", "Resume", "redlock", { status: "paused" }));
  assert.ok(!find("redis-1", "Fail over to the replica"));
  assert.ok(find("redis-1", "Fail over to the replica", "redis-replica"));
  assert.ok(find("store", "Check fencing tokens"));
  assert.ok(!find("store", "Jump"));
});

test("every blank has a value to begin with", () => {
  for (const { id } of lab.lanes) {
    for (const item of items(id)) {
      const first = Object.fromEntries(item.blanks.map(({ name, options }) => [name, options[0]?.[0] ?? ""]));
      assert.doesNotMatch(fillIn(item, first), /[{}]/);
    }
  }
});
