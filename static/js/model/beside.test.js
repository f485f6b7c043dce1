import assert from "node:assert/strict";
import { test } from "node:test";
import { beside } from "./beside.js";

const room = { width: 1000, height: 700 };
const card = { width: 300, height: 150 };
const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

test("a card stands below, above, right or left of its target", () => {
  assert.deepEqual(beside(box(100, 50, 500, 100), card, room), { left: 200, top: 158 });
  assert.deepEqual(beside(box(100, 500, 500, 190), card, room), { left: 200, top: 342 });
  assert.deepEqual(beside(box(0, 0, 400, 700), card, room), { left: 408, top: 8 });
  assert.deepEqual(beside(box(600, 20, 400, 680), card, room), { left: 292, top: 20 });
  assert.equal(beside(box(0, 0, 1000, 700), card, room), null);
});

test("wherever it stands, it is in the window and covers nothing of its target", () => {
  let seed = 11;
  const draw = (most) => (seed = (seed * 48271) % 2147483647) % most;
  let stood = 0;
  for (let i = 0; i < 5000; i++) {
    const target = box(draw(1000), draw(700), draw(900), draw(600));
    const size = { width: 100 + draw(400), height: 50 + draw(300) };
    const at = beside(target, size, room);
    if (!at) continue;
    stood++;
    assert.ok(at.left >= 0 && at.top >= 0 && at.left + size.width <= room.width && at.top + size.height <= room.height);
    const apart = at.left >= target.right || at.left + size.width <= target.left || at.top >= target.bottom || at.top + size.height <= target.top;
    assert.ok(apart, JSON.stringify({ target, size, at }));
  }
  assert.ok(stood > 2000);
});
