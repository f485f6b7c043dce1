import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../fixtures/scenario.js";
import { applies, stepText, write } from "./scenariofile.js";

// placed is what stands on the line of a place.
function placed({ text, places }, place) {
  return text.split("\n").filter((_, i) => places[i] === place);
}

test("each value has a line, and the line has its place", () => {
  const file = write(form({ about: "One\n\nTwo" }));
  assert.equal(file.places.length, file.text.split("\n").length - 1);
  assert.deepEqual(placed(file, "about"), ["# One", "#", "# Two"]);
  assert.deepEqual(placed(file, "lock.ttl"), ['"ttl": "10s",']);
  assert.deepEqual(placed(file, "seed"), ['"seed": 7,']);
  assert.deepEqual(placed(file, "clients.1.name"), ['"B": {', "}"]);
  assert.deepEqual(placed(file, "clients.0.steps.1"), ['"work 2s",']);
  assert.deepEqual(placed(file, "clients.0.steps.2"), ['"write \\"a \\\\\\" b\\""']);
  assert.deepEqual(placed(file, "script.0.when"), ['"when": "A acquired 2",']);
  assert.deepEqual(placed(file, "script.1.do"), ["{", '"do": "heal"', "}"]);
  assert.deepEqual(placed(file, "expect.0"), ['"fenced": 1,']);
});

test("without its comment the file is JSON, and says what the form says", () => {
  const told = JSON.parse(write(form()).text);
  assert.equal(told.title, "A title # of mine");
  assert.equal(told.lock.kind, "redis");
  assert.deepEqual(told.clients.A.steps, ["acquire", "work 2s", 'write "a \\" b"']);
  assert.deepEqual(told.script, [{ when: "A acquired 2", do: "pause A 15s" }, { at: "3s", do: "heal" }]);
  assert.deepEqual(told.expect, { fenced: 1, "stale-write": "violated" });
});

test("a field of another kind of lock is left out, and so is an empty one", () => {
  const { lock, until, store } = JSON.parse(write(form()).text);
  assert.ok(!("nodes" in lock) && !("wait" in lock) && !("parallel" in lock) && !("in" in store));
  assert.equal(until, undefined);
  assert.equal(lock.watchdog, false);
  const redlock = JSON.parse(write(form({ lock: { ...form().lock, kind: "redlock", nodes: "x" } })).text);
  assert.equal(redlock.lock.nodes, "x", "what is no number goes out as it is, to be refused");
  assert.ok(applies("client.process", "mutex") && !applies("lock.ttl", "mutex") && applies("lock.name", "mutex"));
});

test("names that are there twice stay two", () => {
  const { text } = write(form({ clients: [form().clients[0], form().clients[0]] }));
  assert.equal(text.match(/^"A": \{/gm).length, 2);
});

test("a step in its text form", () => {
  assert.equal(stepText({ do: "acquire", with: "" }), "acquire");
  assert.equal(stepText({ do: "work", with: "2s" }), "work 2s");
  assert.equal(stepText({ do: "write", with: "v2" }), 'write "v2"');
});
