import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeWindow, line } from "../fixtures/line.js";
import { pacer, requests } from "./requests.js";
import { backoff, socketAddress } from "./socket.js";

test("the page says hello with what it holds", () => {
  const window = fakeWindow();
  const { last } = line(window);
  last().accept();
  assert.deepEqual(last().sent, [{ id: 1, do: "hello", epoch: "e", seq: 7 }]);
});

test("requests are answered by id, in any order", async () => {
  const window = fakeWindow();
  const { ask, last } = line(window);
  last().accept();
  const good = ask("step");
  const bad = ask("act", { text: "fly A" });
  last().say({ type: "error", id: 3, text: "no such verb" });
  last().say({ type: "done", id: 2 });
  await good;
  await assert.rejects(bad, /no such verb/);
});

test("a broken line is dialled again, and open requests are told", async () => {
  const window = fakeWindow();
  const { ask, last, states } = line(window);
  last().accept();
  const lost = ask("step");
  last().onclose({ code: 1006, reason: "" });
  await assert.rejects(lost, /not known/);
  await assert.rejects(ask("step"), /Not connected/);
  window.pass(1000);
  assert.equal(window.sockets.length, 2);
  assert.equal(states.at(-1), "connecting");
});

test("a hello that is refused is told; one that broke off is not", async () => {
  const window = fakeWindow();
  const { last, frames } = line(window);
  last().accept();
  last().say({ type: "error", id: 1, text: "no server answers" });
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(frames, [{ type: "error", id: 0, text: "no server answers", refused: true }]);
  const { hello, last: other, frames: none } = line(fakeWindow());
  other().accept();
  hello();
  other().onclose({ code: 1006, reason: "" });
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(none, []);
});

test("a page that asks a lot waits before it asks more than a lab takes", async () => {
  const window = fakeWindow();
  const pace = pacer(window, () => ({ requestsPerSecond: 50, requestBurst: 10 }));
  let asked = 0;
  const all = (async () => {
    for (; asked < 50; asked++) await pace();
  })();
  for (let ms = 0; asked < 50; ms += 25) {
    assert.ok(asked <= 6 + (40 * (ms + 25)) / 1000, `${asked} after ${ms} ms`);
    window.pass(25);
    await new Promise((done) => setImmediate(done));
  }
  await all;
});

test("it never gives up", () => {
  const window = fakeWindow();
  const { last } = line(window);
  for (let i = 0; i < 50; i++) {
    last().onclose({ code: 1006, reason: "" });
    window.pass(9000);
  }
  assert.equal(window.sockets.length, 51);
});

test("a silent line is probed, and left when it does not answer", () => {
  const window = fakeWindow();
  const { last, states } = line(window);
  last().accept();
  last().say({ type: "done", id: 1 });
  window.pass(28_000);
  assert.equal(last().sent.length, 2);
  window.pass(5000);
  assert.equal(states.at(-1), "stale");
  window.pass(6000);
  assert.equal(window.sockets.length, 2);
});

test("a line that never opens is left for another", () => {
  const window = fakeWindow();
  line(window);
  window.pass(14_000);
  assert.equal(window.sockets.length, 1);
  window.pass(5_000);
  assert.equal(window.sockets.length, 2);
});

test("after sleep the line is probed at once", () => {
  const window = fakeWindow();
  const { last } = line(window);
  last().accept();
  last().say({ type: "done", id: 1 });
  window.fire("visibilitychange");
  assert.equal(last().sent.length, 2);
});

test("a page that is left hangs up, and dials when one goes back to it", () => {
  const window = fakeWindow();
  const { last } = line(window);
  last().accept();
  window.fire("pagehide");
  assert.ok(last().closed);
  window.pass(60_000);
  assert.equal(window.sockets.length, 1);
  window.fire("pageshow");
  assert.equal(window.sockets.length, 2);
});

test("dropped frames count as answered up to an id", async () => {
  const open = requests();
  const one = open.add("step", {}).outcome;
  const two = open.add("step", {}).outcome;
  open.upTo(1);
  await one;
  open.fail("gone");
  await assert.rejects(two, /gone/);
});

test("waits grow and stay bounded", () => {
  assert.ok(backoff(0, 0) >= 200);
  assert.ok(backoff(30, 0.99) <= 8000);
});

test("the socket's address follows the page", () => {
  assert.equal(socketAddress("/base/labs/socket?lab=x", { href: "https://h:1/base/lab", protocol: "https:" }), "wss://h:1/base/labs/socket?lab=x");
});

test("a request that asks for something gets its answer once it is done", async () => {
  const open = requests();
  const { frame, outcome } = open.add("scenario", {});
  assert.ok(open.take({ type: "scenario", id: frame.id, text: "seed: 7" }));
  assert.ok(open.take({ type: "done", id: frame.id }));
  assert.equal((await outcome).text, "seed: 7");
  assert.ok(open.take({ type: "comparison", id: 99 }), "an answer that nobody waits for is no event");
});
