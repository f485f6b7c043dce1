import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFile, merged, toFile } from "./backup.js";

const none = { lessons: {}, challenges: {}, beliefs: {} };
const mine = {
  lessons: { pause: { at: 2, steps: { a: { choice: 1, locked: true, met: true }, b: { met: true } } } },
  challenges: { two: { tried: true, solved: true, best: 3 }, four: { tried: true, shown: true } },
  beliefs: { "setnx-then-expire": "no" },
};
const theirs = {
  lessons: { pause: { at: 1, steps: { a: { choice: 0, locked: true }, b: { choice: 2, locked: true }, c: { read: true } } }, fence: { at: 0, steps: {} } },
  challenges: { two: { tried: true, solved: true, best: 1 }, five: { tried: true } },
  beliefs: { "setnx-then-expire": "yes", watchdog: "no" },
};

test("a file gives back what it was made of", () => {
  for (const all of [none, mine, theirs]) assert.deepEqual(fromFile(toFile(all)), all);
  assert.deepEqual(fromFile('{"lockviz":"progress","version":1}'), none);
});

test("two records together lose nothing", () => {
  const all = merged(mine, theirs);
  assert.deepEqual(all.lessons.pause, {
    at: 2,
    steps: { a: { choice: 1, locked: true, met: true }, b: { choice: 2, locked: true, met: true }, c: { read: true } },
  });
  assert.deepEqual(all.lessons.fence, { at: 0, steps: {} });
  assert.deepEqual(all.challenges, { two: { tried: true, solved: true, best: 1 }, four: { tried: true, shown: true }, five: { tried: true } });
  assert.deepEqual(all.beliefs, { "setnx-then-expire": "no", watchdog: "no" });
  assert.deepEqual(merged(all, all), all);
  assert.deepEqual(merged(all, mine), all);
  assert.deepEqual(merged(all, none), all);
  assert.deepEqual(merged(none, all), all);
});

// "constructor" is a name, and every object has one that nobody put there.
test("a name that objects have by themselves is a name like others", () => {
  const all = {
    lessons: { constructor: { at: 1, steps: { constructor: { met: true } } }, pause: { at: 0, steps: { constructor: { read: true } } } },
    challenges: { constructor: { tried: true } },
    beliefs: { constructor: "no" },
  };
  assert.deepEqual(merged(none, fromFile(toFile(all))), all);
  assert.deepEqual(merged(all, none), all);
  assert.deepEqual(merged(mine, all).lessons.pause.steps.constructor, { read: true });
});

// Whatever two browsers hold, each flag of either is in what comes of them.
test("every flag survives, whatever is put together", () => {
  let seed = 7;
  const chance = () => (seed = (seed * 48271) % 2147483647) % 2 === 0;
  const flags = (...names) => Object.fromEntries(names.filter(chance).map((name) => [name, chance()]));
  const some = (make) => Object.fromEntries(["a", "b", "c"].filter(chance).map((name) => [name, make()]));
  const random = () => ({
    lessons: some(() => ({ at: chance() ? 3 : 0, steps: some(() => flags("locked", "met", "read")) })),
    challenges: some(() => ({ ...flags("tried", "solved", "shown"), ...(chance() ? { best: chance() ? 2 : 5 } : {}) })),
    beliefs: some(() => (chance() ? "yes" : "no")),
  });
  const on = (all) => {
    const found = new Set();
    const walk = (path, value) => {
      if (value === true) found.add(path);
      if (typeof value === "object") for (const [name, each] of Object.entries(value)) walk(`${path}.${name}`, each);
    };
    walk("", all);
    return found;
  };
  for (let i = 0; i < 300; i++) {
    const [a, b] = [random(), random()];
    const all = merged(a, b);
    assert.deepEqual(on(all), new Set([...on(a), ...on(b)]));
    assert.deepEqual(on(merged(b, a)), on(all));
    for (const name of Object.keys(all.challenges)) {
      const best = Math.min(a.challenges[name]?.best ?? Infinity, b.challenges[name]?.best ?? Infinity);
      assert.equal(all.challenges[name].best ?? Infinity, best);
    }
    assert.deepEqual(fromFile(toFile(all)), all);
  }
});

test("a file that is none says what is wrong with it", () => {
  const head = '{"lockviz":"progress","version":1';
  for (const [text, want] of [
    ["", /not JSON/],
    ["title: x", /not JSON/],
    ["[]", /no progress of lockviz/],
    ['{"lockviz":"scenario"}', /no progress of lockviz/],
    ['{"lockviz":"progress"}', /^version: nothing is not a whole number/],
    ['{"lockviz":"progress","version":2}', /A later lockviz wrote this file: its version is 2, and this one reads 1/],
    [`${head},"scores":{}}`, /"scores" is not known here; allowed: lockviz, version, lessons, challenges, beliefs/],
    [`${head},"lessons":[]}`, /^lessons: \[\] is not a map/],
    [`${head},"lessons":{"Big One":{}}}`, /^lessons: "Big One" is not a name/],
    [`${head},"lessons":{"__proto__":{}}}`, /"__proto__" is not a name/],
    [`${head},"lessons":{"a":{"at":-1}}}`, /^lessons\.a\.at: -1 is not a whole number from 0/],
    [`${head},"lessons":{"a":{"at":0,"when":1}}}`, /^lessons\.a\.when is not known here; allowed: at, steps/],
    [`${head},"lessons":{"a":{"steps":{"s":{"met":"yes"}}}}}`, /^lessons\.a\.steps\.s\.met: "yes" is not true or false/],
    [`${head},"challenges":{"c":{"best":1.5}}}`, /^challenges\.c\.best: 1\.5 is not a whole number/],
    [`${head},"challenges":{"c":{"constructor":1}}}`, /^challenges\.c\.constructor is not known here/],
    [`${head},"beliefs":{"b":${JSON.stringify("x".repeat(99))}}}`, /^beliefs\.b: "x+… is not a text of at most 40/],
  ]) {
    assert.throws(() => fromFile(text), { message: want }, text);
  }
  assert.equal({}.best, undefined);
});
