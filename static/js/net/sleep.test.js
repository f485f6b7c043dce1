import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeWindow, line } from "../fixtures/line.js";

// slept is a line whose lab has ended.
function slept(asleep = true) {
  const window = fakeWindow();
  const made = line(window);
  made.last().accept();
  made.last().say({ type: "done", id: 1 });
  made.last().say({ type: "ended", text: "it sleeps", asleep });
  return { window, ...made };
}

const hellos = (socket) => socket.sent.filter((frame) => frame.do === "hello").length;

test("a page does not wake its lab by itself", () => {
  const { window, last, states } = slept();
  assert.equal(states.at(-1), "asleep");
  window.pass(3_600_000);
  assert.equal(hellos(last()), 1);
  last().onclose({ code: 1006, reason: "" });
  window.pass(9_000);
  last().accept();
  window.pass(3_600_000);
  assert.equal(window.sockets.length, 2);
  assert.equal(hellos(last()), 0);
  assert.equal(states.at(-1), "asleep");
});

for (const sign of ["focus", "visibilitychange", "pageshow"]) {
  test(`who comes back wakes the lab: ${sign}`, () => {
    const { window, last } = slept();
    window.fire(sign);
    assert.deepEqual(last().sent.at(-1), { id: 2, do: "hello", epoch: "e", seq: 7 });
    window.fire(sign);
    assert.equal(last().sent.length, 2, "once");
  });
}

// It would be told what became of the lab before what it then asks for: that is told last.
test("a touch wakes nothing before it asks for something", () => {
  const { window, last } = slept();
  for (const sign of ["pointerdown", "keydown"]) window.fire(sign);
  assert.equal(hellos(last()), 1);
});

test("who comes back to a broken line wakes the lab when there is a new one", () => {
  const { window, last } = slept();
  last().onclose({ code: 1006, reason: "" });
  window.fire("focus");
  last().accept();
  assert.equal(hellos(last()), 1);
});

test("a request wakes the lab first, and is answered", async () => {
  const { ask, last } = slept();
  const step = ask("step");
  assert.deepEqual(last().sent.slice(1).map((frame) => frame.do), ["hello", "step"]);
  last().say({ type: "done", id: 2 });
  last().say({ type: "done", id: 3 });
  await step;
});

test("who waits for an answer when the lab falls asleep wakes it at once", async () => {
  const { ask, last } = slept();
  const step = ask("step");
  last().say({ type: "ended", text: "made room", asleep: true });
  await assert.rejects(step, /made room/);
  assert.equal(hellos(last()), 3);
});

test("a lab that is over is begun anew only when a person asks", async () => {
  const { window, last, ask, hello, states } = slept(false);
  assert.equal(states.at(-1), "over");
  for (const sign of ["pointerdown", "focus", "visibilitychange"]) window.fire(sign);
  window.pass(3_600_000);
  assert.equal(hellos(last()), 1);
  hello();
  assert.equal(hellos(last()), 2);
  last().say({ type: "ended", text: "it broke", asleep: false });
  await assert.rejects(ask("step"), /fresh/);
  assert.deepEqual(last().sent.map((frame) => frame.do), ["hello", "hello", "hello"]);
});
