import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../fixtures/scenario.js";
import { answered, before, comments, firstEditor, formChanged, left, offset, opened, textChanged, undone, withoutHead, wordAt } from "./editor.js";
import { set } from "./scenarioform.js";

const good = (text, parts = form()) => ({ errors: [], text, form: parts, lanes: [], advice: [] });
const bad = (line) => ({ errors: [{ line, col: 3, text: "no" }], text: "", form: null, lanes: [], advice: [] });
const begun = (text = "one\n") => answered(opened(firstEditor(), text), good(`canonical ${text}`));

test("text that is right changes the form, and stays as it was typed", () => {
  const state = begun("one # why\n");
  assert.equal(state.text, "one # why\n");
  assert.ok(state.form && !state.waiting);
});

test("a form that is right changes the text", () => {
  const changed = formChanged(begun(), set(form(), "title", "x"), "title");
  assert.ok(changed.waiting);
  const state = answered(changed, good("title: x\n", set(form(), "title", "x")), []);
  assert.equal(state.text, "title: x\n");
});

test("what is wrong is found by its place, and loses nothing", () => {
  const changed = formChanged(begun(), set(form(), "lock.ttl", "soon"), "lock.ttl");
  const state = answered(changed, bad(2), ["", "lock.ttl"]);
  assert.equal(state.errors[0].place, "lock.ttl");
  assert.equal(state.form.lock.ttl, "soon");
  assert.equal(state.text, "one\n");
  const text = answered(textChanged(begun(), "two"), bad(1), null);
  assert.equal(text.text, "two");
  assert.ok(text.form, "the last form that was right is still there");
});

test("the changes of one field are one step back", () => {
  let state = begun();
  for (const title of ["x", "xy", "xyz"]) state = formChanged(state, set(state.form, "title", title), "title");
  state = formChanged(state, set(state.form, "seed", "9"), "seed");
  state = formChanged(left(state), set(state.form, "seed", "10"), "seed");
  const titles = [];
  for (; state.past.length; state = undone(state)) titles.push(`${state.form.title} ${state.form.seed}`);
  assert.deepEqual(titles, ["xyz 10", "xyz 9", "xyz 7"]);
  assert.equal(state.form.title, form().title);
  assert.equal(undone(state), state, "there is nothing before it");
});

test("a field is changed from what it was when it was entered", () => {
  let state = begun();
  for (const name of ["", "w", "web"]) {
    assert.equal(before(state, "clients.0.name").clients[0].name, "A");
    state = formChanged(state, set(state.form, "clients.0.name", name), "clients.0.name");
  }
  assert.equal(before(left(state), "clients.0.name").clients[0].name, "web");
  assert.equal(before(state, "clients.1.name").clients[0].name, "web");
});

test("undo brings back a text that the form has replaced", () => {
  const typed = textChanged(begun(), "mine # with a comment\n");
  const state = answered(formChanged(typed, set(form(), "title", "x"), "title"), good("title: x\n"), []);
  const back = undone(state);
  assert.deepEqual([back.text, back.side, back.waiting], ["mine # with a comment\n", "text", true]);
});

test("undo brings back what a file, a link or a refused form was", () => {
  const before = begun();
  assert.equal(undone(opened(before, "other\n")).text, "one\n");
  const refused = answered(formChanged(before, set(form(), "seed", "x"), "seed"), bad(1), ["seed"]);
  const typed = textChanged(refused, "new\n");
  assert.equal(undone(typed).form.seed, "x");
  assert.equal(undone(typed).side, "form");
});

test("the first scenario is not a step", () => {
  assert.equal(opened(firstEditor(), "x").past.length, 0);
});

test("comments that a canonical text would lose are seen", () => {
  const state = (text, canonical) => ({ text, canonical });
  assert.ok(comments(state("# head\na: 1 # why\n", "# head\na: 1\n")));
  assert.ok(!comments(state("# head\na: 1\n", "# head\na: 1\n")));
  assert.ok(!comments(state('do: "drop #4"\n', "do: 'drop #4'\n")));
  assert.equal(withoutHead("# a\n#\ntitle: x\n# y\n"), "title: x\n# y\n");
});

test("a line and a column are found, in characters", () => {
  const text = "a\n𝔸bc, d\n";
  assert.equal(text.slice(offset(text, 2, 2)), "bc, d\n");
  assert.equal(offset(text, 9, 9), text.length);
  assert.deepEqual(wordAt(text, offset(text, 2, 1)), [2, 6]);
  assert.deepEqual(wordAt("ab", 2), [2, 2]);
});
