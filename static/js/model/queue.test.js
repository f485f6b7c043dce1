import assert from "node:assert/strict";
import { test } from "node:test";
import { crowd, cutOff, pauseInQueue } from "../fixtures/queues.js";
import { randomQueue } from "../fixtures/random.js";
import { announcement } from "./announce.js";
import { beats } from "./beats.js";
import { beliefs } from "./beliefs.js";
import { details } from "./details.js";
import { facts } from "./facts.js";
import { faults } from "./faults.js";
import { keys } from "./keys.js";
import { lanesAt } from "./lanes.js";
import { queueAt } from "./queue.js";
import { serviceState } from "./service.js";
import { standstills } from "./standstills.js";
import { beside, onward } from "./walk.js";
import { watches } from "./watches.js";
import { fullWords, stateWords } from "./words.js";

const etcd = pauseInQueue("etcd");
const cut = cutOff("zookeeper");
const upTo = (log, kind, lane, nth = 1) => {
  const found = log.events.filter((event) => event.kind === kind && (!lane || event.lane === lane))[nth - 1];
  return { ...found, lanes: lanesAt(log.events, found.seq, log.lab.lanes, log.lab) };
};
const places = (log, moment) => queueAt(log, moment.seq, moment.at, moment.lanes);
const words = (log, moment, lane) => stateWords(moment.lanes.get(lane), moment.at);

test("at any moment the places in a queue are those of the order, without gaps", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const log = randomQueue(seed, 150);
    for (let seq = 0; seq <= 150; seq += 7) {
      const live = keys(log.events.slice(0, seq)).filter((bar) => bar.end === null);
      const ranks = live.sort((a, b) => a.order - b.order).map((bar) => bar.rank);
      assert.deepEqual(ranks, [...ranks.keys()], `seed ${seed}, event ${seq}`);
      assert.equal(new Set(live.map((bar) => bar.key)).size, live.length);
    }
  }
});

test("stretches of a key follow one another, sorted, and its time is renewed only by the server", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const bars = keys(randomQueue(seed, 200).events);
    bars.reduce((before, bar) => (assert.ok(bar.from >= before.from), bar));
    for (const bar of bars.filter((each) => each.why === "moved")) {
      const next = bars.find((other) => other.key === bar.key && other.from === bar.end && other !== bar && other.rank < bar.rank);
      assert.ok(next, `seed ${seed}: ${bar.key} moves up`);
      assert.equal(next.since, bar.since);
    }
  }
});

test("heartbeats that went well are quiet; what is lost, late or refused is not", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const log = randomQueue(seed, 200);
    const { quiet, byMessage } = beats(log.events);
    for (const { seq, kind, data } of log.events) {
      const mine = data.msg && byMessage.get(data.msg);
      if (kind === "dropped") assert.ok(!quiet.has(seq));
      if (mine && quiet.has(seq)) assert.ok(!log.events.some((other) => other.kind === "dropped" && mine.msgs.includes(other.data.msg)));
      if (["session-opened", "session-ended", "key-gone", "watch-set", "watch-fired", "acquired", "woken"].includes(kind)) assert.ok(!quiet.has(seq), kind);
    }
  }
  const { quiet } = beats(cut.events);
  const lost = cut.events.find((event) => event.kind === "dropped");
  assert.ok(!quiet.has(lost.seq) && !quiet.has(cut.events.find((event) => event.data.msg === lost.data.msg).seq));
  assert.ok(cut.events.filter((event) => event.data.text === "ping" && quiet.has(event.seq)).length > 3);
  const expired = [{ seq: 1, at: 1, lane: "A", kind: "sent", data: { msg: 1, to: "etcd-1", text: "LeaseKeepAlive lease=1" } }, { seq: 2, at: 2, lane: "etcd-1", kind: "executed", data: { msg: 1, command: [], reply: "lease=1 not found" } }];
  assert.equal(beats(expired).quiet.size, 0);
});

test("who steps or walks passes over what is left out, and comes to both ends", () => {
  const { quiet } = beats(etcd.events);
  const last = etcd.events.length;
  const seen = [];
  for (let seq = 0; seq < last; seq = onward(seq, 1, last, quiet)) seen.push(seq);
  assert.ok(seen.slice(1).every((seq) => !quiet.has(seq)));
  assert.equal(seen.length, 1 + etcd.events.filter(({ seq }) => !quiet.has(seq) && seq < last).length);
  assert.equal(onward(1, -1, last, quiet), 0);
  assert.equal(onward(last, 1, last, quiet), last);
  const first = etcd.events.find((event) => event.lane === "B").seq;
  for (let seq = first; seq !== beside(etcd.events, seq, 1, quiet); seq = beside(etcd.events, seq, 1, quiet)) assert.ok(!quiet.has(seq));
});

test("a wait for a wake-up goes on through heartbeats and ends when it is woken", () => {
  const waits = standstills(etcd.events).filter((stretch) => stretch.what === "waiting");
  assert.deepEqual(waits.map(({ lane, due }) => [lane, due]), [["B", null], ["C", null]]);
  const woken = etcd.events.find((event) => event.kind === "woken");
  assert.equal(waits[0].end, woken.at);
});

test("a client that lost touch goes on to believe, and is not sure", () => {
  const [belief] = beliefs(cut.events);
  const lost = cut.events.find((event) => event.kind === "lost").at;
  assert.deepEqual([belief.unsure.length, belief.unsure[0].end, belief.end], [1, lost, lost]);
});

test("a watch stands until it fires, or its watcher's session is over", () => {
  const [first] = watches(etcd.events);
  assert.deepEqual([first.watcher, first.event, first.key], ["B", "DELETE", "lock/job:4471/1"]);
  assert.equal(first.told - first.end, 2e6);
  const ended = watches([...etcd.events.slice(0, first.seq), { seq: first.seq + 1, at: first.from + 1, lane: "etcd-1", kind: "session-ended", data: { owner: "B", session: "lease=2", why: "expired" } }]);
  assert.deepEqual([ended[0].event, ended[0].end], ["", first.from + 1]);
});

test("lanes say behind whom they wait, that they are woken, or cut off", () => {
  assert.equal(words(etcd, upTo(etcd, "waiting", "B"), "B"), "waiting behind A");
  assert.equal(words(etcd, upTo(etcd, "woken", "B"), "B"), "woken");
  const away = upTo(cut, "disconnected");
  assert.equal(words(cut, away, "A"), "disconnected: unknown · unsure");
  assert.match(fullWords(away.lanes.get("A"), away.at), /does not know whether the session lives/);
  assert.match(fullWords(away.lanes.get("zookeeper-1"), away.at), /stand-in for ZooKeeper/);
});

test("the panel has a row for each client at any moment, the holder first", () => {
  for (const log of [etcd, cut, crowd("etcd"), ...[1, 2, 3, 4, 5].map((seed) => randomQueue(seed, 120))]) {
    const clients = log.lab.lanes.filter((lane) => lane.group === "client").map((lane) => lane.id).sort();
    for (let seq = 0; seq <= log.events.length; seq += 5) {
      const at = log.events[seq - 1]?.at ?? 0;
      const rows = queueAt(log, seq, at, lanesAt(log.events, seq, log.lab.lanes, log.lab));
      assert.deepEqual(rows.map((row) => row.client).sort(), clients);
      const ranks = rows.map((row) => row.rank).filter((rank) => rank !== null);
      assert.deepEqual(ranks, [...ranks.keys()]);
      for (const row of rows) assert.ok(row.left >= 0 && row.says, JSON.stringify(row));
    }
  }
});

test("the panel explains what is stale, and marks a watch as it fires", () => {
  const paused = places(etcd, upTo(etcd, "paused"));
  assert.match(paused[0].note, /^A is paused: its key stays until lease=1 runs out/);
  assert.deepEqual([paused[0].watchedBy, paused[1].watches, paused[2].watches], [["B"], "A", "B"]);
  const [first, , last] = places(etcd, upTo(etcd, "watch-fired"));
  assert.equal(first.says, "first; watch fired: DELETE");
  assert.match(last.note, /^A believes that it holds the lock, but its key is gone: lease=1 expired at 13.342 s/);
  assert.match(places(etcd, upTo(etcd, "woken"))[0].says, /woken, looks again/);
  assert.equal(places(cut, upTo(cut, "disconnected"))[0].lives, "disconnected, as far as A knows");
});

test("the live region says who waits, is woken, or has lost touch", () => {
  const said = (log, kind) => announcement(log, upTo(log, kind).seq - 1, upTo(log, kind).seq);
  assert.equal(said(etcd, "waiting"), "B waits to be woken: behind A.");
  assert.equal(said(etcd, "woken"), "B is woken.");
  assert.match(said(cut, "disconnected"), /does not know whether its session lives/);
});

test("the inspector shows the server's own numbers beside the stable names, and why", () => {
  const terms = new Map(details(etcd.events.find((event) => event.kind === "executed"), etcd));
  assert.equal(terms.get("Command"), "LeaseGrant ttl=10");
  assert.match(terms.get("As answered"), /^lease=32698c/);
  assert.match(terms.get("Why twice"), /numbers of its own/);
  const refused = { ...cut.events.find((event) => event.kind === "rejected") };
  refused.data = { ...refused.data, highest: 0 };
  assert.match(new Map(details(refused, cut)).get("Because"), /does not own the lock/);
});

test("the service panel lists the queue in order, and says what the server is", () => {
  const paused = upTo(etcd, "paused");
  const tables = serviceState(facts(etcd), paused.lanes, paused.at);
  assert.deepEqual(tables[0].rows.map((row) => row.slice(0, 4)), [[2, "lock/job:4471/1", "A", "lease=1"], [3, "lock/job:4471/2", "B", "lease=2"], [4, "lock/job:4471/3", "C", "lease=3"]]);
  assert.equal(tables.at(-1).rows[0][1], "etcd, one embedded member");
  const menu = faults(etcd.lab.lanes[0], paused.lanes.get("A"), etcd.lab.lanes, "etcd").flatMap((section) => section.items);
  assert.ok(menu.some((item) => item.label === "Let its lease expire" && item.form === "expire A"));
});
