import assert from "node:assert/strict";
import { test } from "node:test";
import { drawStandstills } from "./standstill.js";

const look = { stroke: 1, size: 11, font: () => "11px sans" };

// written is where the word of a pause from 10 to x1 px stands, or null.
function written(labels, x1 = 400) {
  let at = null;
  const canvas = { measureText: (text) => ({ width: text.length * 6 }), fillText: (text, x) => (at = { text, x }) };
  const ctx = new Proxy(canvas, { get: (target, name) => target[name] ?? (() => {}), set: () => true });
  drawStandstills(ctx, { standstills: [{ what: "paused", x0: 10, x1, y: 60, lane: "A", length: 15e9 }], labels }, look);
  return at;
}

const label = (more) => ({ lane: "A", x: 10, base: 45, text: "acquire", ...more });

test("the word of a pause stands behind a step's word, not on it", () => {
  assert.deepEqual(written([]), { text: "paused 15 s", x: 15 });
  const behind = 10 + 7 * 6 + 8 + 5;
  for (const labels of [[label()], [label({ x: 200 }), label()], [label({ lane: "B", x: 60 }), label()]]) assert.equal(written(labels).x, behind);
  assert.equal(written([label(), label({ x: 70, text: "read" })]).x, 70 + 4 * 6 + 8 + 5);
});

test("words of other lanes, and those well above or beside it, are in nobody's way", () => {
  for (const labels of [[label({ lane: "B" })], [label({ base: 20 })], [label({ x: 200 })]]) assert.equal(written(labels).x, 15);
});

test("where there is no room behind a step's word, the pause's is short or left out", () => {
  assert.equal(written([label()], 120).text, "paused");
  assert.equal(written([label()], 80), null);
});
