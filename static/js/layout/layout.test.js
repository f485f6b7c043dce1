import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseInQueue } from "../fixtures/queues.js";
import { LANES, randomLog, randomQueue, seeded } from "../fixtures/random.js";
import { redlockStory } from "../fixtures/redlock.js";
import { pauseStory } from "../fixtures/story.js";
import { facts } from "../model/facts.js";
import { limits } from "../model/frame.js";
import { pick } from "../model/pick.js";
import { part as queue } from "../kinds/queue.js";
import { part as redlock } from "../kinds/redlock.js";
import { anchor } from "./anchors.js";
import { verbBase } from "./arrows.js";
import { axisOf, layout, pitchOf } from "./layout.js";
import { overviewMarks } from "./overview.js";

const parts = [redlock, queue];
const rowsOf = (lanes) => lanes.map((lane, i) => ({ id: lane.id, group: lane.group, top: 40 + i * 60, height: 58 }));

function laid(log, { view, width = 900, fold = true } = {}) {
  const read = facts(log, fold);
  const input = { facts: read, view: view ?? limits(read), width, height: 400, rows: rowsOf(log.lab.lanes), now: log.head.now, cursorAt: log.head.now, behind: false, parts };
  return { ...input, marks: layout(input) };
}

function randomView(read, random) {
  const all = limits(read);
  const from = all.from + random() * 0.8 * (all.to - all.from);
  return { from, to: from + Math.max(1e4, random() * (all.to - from)) };
}

for (const fold of [true, false]) {
  test(`any log, any view: marks lie in range, in order, apart (folded: ${fold})`, () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed * 7);
      const log = randomLog(seed, 20 + Math.floor(random() * 200));
      const { marks, width } = laid(log, { view: randomView(facts(log, fold), random), fold });
      for (const mark of [...marks.beliefs, ...marks.keys, ...marks.standstills]) {
        assert.ok(mark.x0 >= -8 && mark.x1 <= width + 8 && mark.x1 >= mark.x0, `seed ${seed}: ${mark.x0}..${mark.x1}`);
      }
      apart(marks.beliefs, seed);
      inOrder(marks.points.map((point) => point.x), seed);
      inOrder(marks.ticks.map((tick) => tick.x), seed);
      assert.ok(marks.labels.length <= 120);
    }
  });
}

// Lanes get as low as 49 px, and a projector's letters as high as 18.
test("no verb is written over the words of a lane", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const log = randomLog(seed, 200);
    const read = facts(log);
    const rows = log.lab.lanes.map((lane, i) => ({ id: lane.id, group: lane.group, top: 40 + i * 49, height: 49 }));
    const size = 11 + (seed % 8);
    const marks = layout({ facts: read, view: limits(read), width: 900, height: 400, rows, now: log.head.now, cursorAt: log.head.now, behind: false, ink: { size, stroke: size / 11 }, parts });
    for (const arrow of marks.arrows.filter((each) => each.labelled)) {
      const over = marks.labels.find((word) => Math.abs(word.base - verbBase(arrow, size)) < size && word.x > arrow.x0 && word.x < arrow.x0 + arrow.text.length * 0.55 * size);
      assert.equal(over, undefined, `seed ${seed}: ${arrow.text} over ${over?.text}`);
    }
  }
});

// apart: on one lane no belief covers another.
function apart(bars, seed) {
  const ends = new Map();
  for (const bar of bars.filter((mark) => !mark.density)) {
    assert.ok(bar.x0 >= (ends.get(bar.lane) ?? -Infinity) - 1e-6, `seed ${seed}: beliefs of ${bar.lane} overlap`);
    ends.set(bar.lane, bar.x1);
  }
}

function inOrder(places, seed) {
  for (let i = 1; i < places.length; i++) assert.ok(places[i] >= places[i - 1] - 1e-6, `seed ${seed}: ${places[i]} before ${places[i - 1]}`);
}

test("later is never further left", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const log = randomLog(seed, 150);
    const { marks } = laid(log);
    inOrder(log.events.map((event) => marks.x(event.at)), seed);
  }
});

test("what is too thin to be seen is merged", () => {
  const log = randomLog(3, 10_000);
  const { marks } = laid(log, { width: 700 });
  const count = Object.values(marks).filter(Array.isArray).reduce((sum, list) => sum + list.length, 0);
  assert.ok(count < 12_000, `${count} marks`);
  assert.ok(marks.points.filter((point) => point.sign === "dot").length < 700 * LANES.length);
});

test("the story has its band, its bracket and its stale write", () => {
  const { marks } = laid(pauseStory());
  assert.equal(marks.bands.length, 1);
  assert.equal(marks.brackets.length, 1);
  assert.deepEqual(marks.writes.map((write) => write.what), ["accepted", "stale"]);
  assert.ok(marks.beliefs[0].promised < marks.beliefs[0].x1, "A believes beyond its promise");
  assert.ok(marks.keys[0].left[0] > 0.99 && marks.keys[0].left[1] < 0.01, "a key's bar shrinks to nothing");
  assert.equal(marks.expiries.length, 1);
  const refused = laid(pauseStory({ fencing: true })).marks;
  assert.deepEqual(refused.writes.map((write) => write.what), ["accepted", "rejected"]);
  assert.equal(refused.brackets.length, 0);
});

test("each vote has its mark on the lane of who asked", () => {
  const { marks } = laid(redlockStory(), { width: 1800 });
  assert.equal(marks.votes.length, 10);
  assert.deepEqual(marks.votes.filter((vote) => vote.lane === "A").map((vote) => vote.answer), ["yes", "yes", "yes", "unreachable", "unknown"]);
  const [vote] = marks.votes;
  assert.equal(pick(marks, vote.x, vote.y), vote.seq);
  const crowded = laid(redlockStory(), { width: 60 }).marks;
  assert.ok(crowded.votes.some((each) => each.small), "crowded votes are small");
});

test("a count stands where no label is", () => {
  for (const width of [300, 600, 1200]) {
    const { marks } = laid(redlockStory(), { width });
    for (const count of marks.counts) {
      const start = count.x - 5 - count.text.length * 6.3;
      const hit = marks.labels.find((label) => label.y === count.y && label.x < count.x - 5 && label.x + label.text.length * 6.3 > start);
      assert.ok(!hit, `${count.text} lies on ${hit?.text} at ${width}px`);
    }
  }
});

test("a click finds the write under it", () => {
  const log = pauseStory();
  const { marks } = laid(log);
  const [write] = marks.writes;
  assert.equal(pick(marks, write.x + 3, write.y), write.seq);
  assert.equal(pick(marks, -500, -500), null);
  assert.equal(anchor(log.events[write.seq - 1], marks).y, write.y);
});

test("the overview covers the whole log", () => {
  const scene = laid(pauseStory());
  const strip = overviewMarks(scene.facts, scene, limits(scene.facts), 300, 26);
  assert.ok(strip.bars.every((bar) => bar.x0 >= 0 && bar.x1 <= 300));
  assert.equal(strip.writes.filter((write) => write.stale).length, 1);
});

const queueRows = (lanes, height) => lanes.map((lane, i) => ({ id: lane.id, group: lane.group, top: 40 + i * 60, height: lane.group === "server" ? height : 58, queue: lane.group === "server" ? 8 : 0 }));

function laidQueue(seed, { height = 120, pin = null } = {}) {
  const log = randomQueue(seed, 160);
  const read = facts(log, true);
  const view = randomView(read, seeded(seed));
  const rows = queueRows(log.lab.lanes, height);
  return { log, rows, marks: layout({ facts: read, view, width: 900, height: 900, rows, now: log.head.now, cursorAt: 0, behind: false, pin, parts }) };
}

test("bars of a queue never overlap, and stay inside their lane", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { rows, marks } = laidQueue(seed, { height: 118 });
    const row = rows.find((each) => each.group === "server");
    const bars = marks.keys.filter((mark) => !mark.density);
    for (const [i, bar] of bars.entries()) {
      const half = Math.min(10, bar.room) / 2;
      assert.ok(bar.y - half > row.top && bar.y + half < row.top + row.height, `seed ${seed}: ${bar.y}`);
      for (const other of bars.slice(i + 1)) {
        const apart = other.x0 >= bar.x1 - 1e-6 || bar.x0 >= other.x1 - 1e-6 || Math.abs(other.y - bar.y) >= 2 * half;
        assert.ok(apart, `seed ${seed}: ${bar.key} ${other.key}`);
      }
    }
    const holder = axisOf(row) + pitchOf(row);
    for (const bar of bars) assert.equal(bar.waits, bar.y > holder + 0.01, `seed ${seed}`);
  }
});

test("a heartbeat is a tick, and an arrow when it is lost or selected", () => {
  const { log, marks } = laidQueue(3);
  const read = facts(log, true);
  const arrowsOf = (each) => each.arrows.map((arrow) => arrow.msg);
  for (const msg of arrowsOf(marks)) assert.ok(read.beats.byMessage.get(msg)?.loud ?? true);
  const quiet = log.events.find((event) => event.kind === "sent" && read.beats.quiet.has(event.seq));
  const all = limits(read);
  const wide = (pin) => layout({ facts: read, view: all, width: 900, height: 900, rows: queueRows(log.lab.lanes, 120), now: log.head.now, cursorAt: 0, behind: false, pin, parts });
  assert.ok(!arrowsOf(wide(null)).includes(quiet.data.msg));
  assert.ok(arrowsOf(wide(quiet.seq)).includes(quiet.data.msg));
  assert.ok(wide(null).beats.length > 0);
});

test("a watch lies on the key that is watched", () => {
  const log = pauseInQueue("etcd");
  const read = facts(log, true);
  const rows = queueRows(log.lab.lanes, 120);
  const { watches, keys } = layout({ facts: read, view: limits(read), width: 900, height: 400, rows, now: log.head.now, cursorAt: 0, behind: false, parts });
  assert.deepEqual(watches.map((mark) => mark.fired), [false, true, false, true]);
  for (const mark of watches) {
    assert.ok(keys.some((bar) => bar.y === mark.y && bar.x0 <= mark.x && bar.x1 >= mark.x - 1));
    assert.ok(mark.own > mark.y, "the watcher's own key lies below");
  }
});
