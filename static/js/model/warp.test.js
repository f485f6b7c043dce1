import assert from "node:assert/strict";
import { test } from "node:test";
import { randomLog, seeded } from "../fixtures/random.js";
import { index, lowerBound, upperBound, visible } from "./ranges.js";
import { automatic, fit, pan, reveal, scale, zoom } from "./view.js";
import { folded, moments, straight } from "./warp.js";

test("a folded axis is monotone and can be read back", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const log = randomLog(seed, 80);
    const warp = folded(moments(log.events, [log.head.now]), 2e6);
    let last = -Infinity;
    for (const { at } of log.events) {
      const place = warp.toAxis(at);
      assert.ok(place >= last, `seed ${seed}`);
      assert.ok(Math.abs(warp.toTime(place) - at) <= 1, `seed ${seed}: ${at}`);
      last = place;
    }
  }
});

test("near events keep their distance, long gaps are cut and marked", () => {
  const warp = folded([0, 1e6, 5e9], 2e6);
  assert.equal(warp.toAxis(1e6) - warp.toAxis(0), 1e6);
  assert.ok(warp.toAxis(5e9) < 2e7);
  assert.deepEqual(warp.cuts, [{ from: 1e6, to: 5e9 }]);
  assert.deepEqual(straight().cuts, []);
});

test("what is in view is found by binary search", () => {
  const random = seeded(5);
  const list = Array.from({ length: 300 }, (_, i) => ({ from: i * 10, end: random() < 0.1 ? null : i * 10 + random() * 40 }));
  const found = visible(index(list, (x) => x.from, (x) => x.end), 500, 700);
  const wanted = list.filter((x) => x.from <= 700 && (x.end ?? Infinity) >= 500);
  assert.ok(wanted.every((x) => found.includes(x)));
  assert.equal(lowerBound([1, 2, 2, 3], 2), 1);
  assert.equal(upperBound([1, 2, 2, 3], 2), 3);
});

test("a view zooms around a place and stays inside its limits", () => {
  const limits = { from: -10, to: 1000010 };
  const view = zoom({ from: 0, to: 1000000 }, 2, 250000, limits);
  assert.equal(scale(view, 100).toX(250000), 25);
  assert.deepEqual(zoom(view, 1e-9, 0, limits), limits);
  const panned = pan(view, 50, limits);
  assert.equal(panned.to, limits.to);
  assert.equal(panned.to - panned.from, view.to - view.from);
});

test("the automatic view shows all, or follows the cursor when all is too much", () => {
  const all = automatic({ first: 0, last: 100, cursor: 50, least: 10, longest: 1000 });
  assert.deepEqual(all, fit(0, 100, 10));
  const part = automatic({ first: 0, last: 1e6, cursor: 9e5, least: 10, longest: 1000 });
  assert.equal(part.to - part.from, 1000);
  assert.ok(part.from < 9e5 && part.to > 9e5);
  assert.ok(reveal(part, 0).from < 0);
  assert.equal(reveal(part, 9e5), part);
});
