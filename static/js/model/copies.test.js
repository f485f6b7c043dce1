import assert from "node:assert/strict";
import { test } from "node:test";
import { copies } from "./copies.js";
import { KIND } from "./events.gen.js";

const lanes = [{ id: "A", group: "client" }, { id: "redis-1", group: "server" }, { id: "redis-2", group: "server" }];
const event = (seq, at, lane, kind, data) => ({ seq, at, lane, kind, data, say: "" });
const events = [
  event(1, 5, "redis-1", KIND.SENT, { msg: 1, to: "redis-2", text: "replicate SET k v" }),
  event(2, 6, "redis-1", KIND.SENT, { msg: 2, to: "A", text: "OK", reply: true }),
  event(3, 9, "redis-1", KIND.SENT, { msg: 3, to: "redis-2", text: "replicate DEL k" }),
  event(4, 105, "redis-2", KIND.EXECUTED, { msg: 1, from: "redis-1", command: ["SET"] }),
  event(5, 110, "redis-2", KIND.DROPPED, { msg: 3, from: "redis-1", why: "redis-1 failed" }),
  event(6, 110, "redis-2", KIND.PROMOTED, { from: "redis-1" }),
];

test("what the replica has not got yet is listed", () => {
  const read = copies(events, 3, lanes);
  assert.deepEqual(read.flying.map(({ msg, text }) => [msg, text]), [[1, "SET k v"], [3, "DEL k"]]);
  assert.equal(read.primary, "redis-1");
});

test("a copy that arrived took its time, one that was lost never will", () => {
  const read = copies(events, 6, lanes);
  assert.deepEqual([read.lags, read.lost, read.flying, read.primary], [[100], 1, [], "redis-2"]);
});
