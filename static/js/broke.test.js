// What broke in tools like this one, as far as the page can see it. The numbers are
// those of docs/architecture.md; the others are tested in internal/web and e2e.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createApp, goLive } from "./controllers/app.js";
import { fakeWindow, line } from "./fixtures/line.js";
import { LANES, randomLog } from "./fixtures/random.js";
import { layout } from "./layout/layout.js";
import { overviewMarks } from "./layout/overview.js";
import { facts } from "./model/facts.js";
import { limits } from "./model/frame.js";
import { zoom } from "./model/view.js";

// livePage is a page with a lab of its own, and frames that a test draws.
function livePage() {
  const window = fakeWindow();
  const frames = [];
  window.requestAnimationFrame = (draw) => frames.push(draw);
  window.location = { href: "http://h/lab", protocol: "http:" };
  window.document.body = { dataset: { socket: "/labs/socket?lab=free" } };
  const app = createApp({ document: window.document, window });
  goLive(app);
  const [socket] = window.sockets;
  socket.accept();
  socket.say({ type: "snapshot", epoch: "e", lab: { lanes: LANES }, branches: [], branch: "main", events: [], verdicts: [], head: { seq: 0, now: 0, ended: false } });
  socket.say({ type: "done", id: 1 });
  frames.splice(0).forEach((draw) => draw());
  return { window, app, frames, socket };
}

const more = (from, to) => ({
  type: "events",
  epoch: "e",
  from,
  events: Array.from({ length: to - from }, (_, i) => ({ seq: from + i + 1, at: 1000 * (from + i), lane: "A", kind: "step", say: "step", data: { index: 1, step: "work" } })),
  verdicts: [],
  head: { seq: to, now: 1000 * to, ended: false },
});

test("broke 03: everything that comes within a frame is drawn once", () => {
  const { app, frames, socket } = livePage();
  let drawn = 0;
  app.on(({ log }) => {
    drawn++;
    assert.equal(log.events.length, 250);
  });
  for (let i = 0; i < 250; i++) socket.say(more(i, i + 1));
  assert.equal(frames.length, 1);
  frames.splice(0).forEach((draw) => draw());
  assert.equal(drawn, 1);
});

test("broke 04: a line that was cut without a word is found out within 40 s", () => {
  const window = fakeWindow();
  const { last, states } = line(window);
  last().accept();
  last().say({ type: "done", id: 1 });
  window.pass(32_000);
  assert.equal(states.at(-1), "stale");
  window.pass(7_000);
  last().accept();
  assert.deepEqual([window.sockets.length, last().sent[0].do, last().sent[0].seq], [2, "hello", 7]);
});

test("broke 05: a socket that says OPEN after sleep is tried, and left when it does not answer", () => {
  const window = fakeWindow();
  const { last } = line(window);
  last().accept();
  last().say({ type: "done", id: 1 });
  window.fire("visibilitychange");
  assert.equal(last().readyState, 1);
  assert.equal(last().sent.at(-1).do, "hello");
  window.pass(13_000);
  assert.equal(window.sockets.length, 2);
});

test("broke 06: a page in the background never gives up, and dials at once when it is seen", () => {
  const window = fakeWindow();
  const { last } = line(window);
  window.document.visibilityState = "hidden";
  for (let i = 0; i < 500; i++) {
    last().onclose({ code: 1006, reason: "" });
    window.pass(60_000); // how often such a page's timers run
  }
  assert.ok(window.sockets.length > 500);
  for (const sign of ["visibilitychange", "online"]) {
    last().onclose({ code: 1006, reason: "" });
    const before = window.sockets.length;
    window.document.visibilityState = "visible";
    window.fire(sign);
    assert.equal(window.sockets.length, before + 1, sign);
    window.pass(9_000);
    assert.equal(window.sockets.length, before + 1, "and does not dial twice");
  }
});

test("broke 06: pages that lost their lines together do not come back together", () => {
  const dialled = [0.1, 0.5, 0.9].map((random) => {
    const window = fakeWindow();
    window.Math.random = () => random;
    const { last } = line(window);
    let ms = 0;
    for (let i = 0; i < 10; i++) {
      last().onclose({ code: 1006, reason: "" });
      for (const before = window.sockets.length; window.sockets.length === before; ms++) window.pass(1);
    }
    return ms;
  });
  assert.ok(dialled[2] - dialled[1] > 1000 && dialled[1] - dialled[0] > 1000, String(dialled));
});

test("broke 07: a gap is noticed by the next frame, and without one within half a minute", () => {
  const { window, app, socket } = livePage();
  socket.say(more(0, 3));
  socket.say(more(5, 6)); // 4 and 5 were lost
  const hello = socket.sent.at(-1);
  assert.deepEqual([hello.do, hello.seq], ["hello", 3]);
  assert.equal(app.state.log.events.length, 3);
  socket.say(more(3, 6));
  socket.say({ type: "done", id: hello.id });
  assert.equal(app.state.log.events.length, 6);

  const sent = socket.sent.length; // 7 was lost, and nothing follows
  window.pass(30_000);
  assert.deepEqual([socket.sent.length, socket.sent.at(-1).seq], [sent + 1, 6]);
  socket.say(more(6, 7));
  assert.equal(app.state.log.events.length, 7);
});

test("broke 08: the browser's clock is not asked", () => {
  const Real = globalThis.Date;
  const wrong = () => assert.fail("the browser's clock was asked");
  globalThis.Date = new Proxy(Real, {
    apply: wrong,
    construct: (target, given) => (given.length ? new target(...given) : wrong()),
    get: (target, name) => (name === "now" ? wrong : target[name]),
  });
  try {
    const { app, socket } = livePage();
    socket.say(more(0, 40));
    laid(app.facts(), app.state.log);
    app.lanes();
  } finally {
    globalThis.Date = Real;
  }
  const scripts = readdirSync(new URL(".", import.meta.url), { recursive: true }).filter((name) => name.endsWith(".js") && !name.endsWith(".test.js"));
  assert.ok(scripts.length > 80);
  for (const name of scripts) {
    const text = readFileSync(new URL(name, import.meta.url), "utf8");
    assert.doesNotMatch(text, /Date\.now|new Date\(\)|Date\(\)/, name);
  }
});

function laid(read, log, view = limits(read)) {
  const rows = LANES.map((lane, i) => ({ id: lane.id, group: lane.group, top: 40 + i * 60, height: 58 }));
  const input = { facts: read, view, width: 1000, height: 400, rows, now: log.head.now, cursorAt: log.head.now, behind: false };
  return { ...input, marks: layout(input) };
}

test("broke 10: a view of ten thousand events and one of a hundred thousand draw about as much, and a close one little", () => {
  const sum = (marks) => Object.values(marks).filter(Array.isArray).reduce((n, list) => n + list.length, 0);
  const drawn = [10_000, 100_000].map((count) => {
    const log = randomLog(3, count);
    const read = facts(log, true);
    const all = limits(read);
    const scene = laid(read, log);
    const close = laid(read, log, zoom(all, count / 100, (all.from + all.to) / 2, all));
    return { figure: sum(scene.marks), close: close.marks.points.length, overview: sum(overviewMarks(read, scene, all, 400, 26)) };
  });
  assert.ok(drawn.every(({ close }) => close < 200), JSON.stringify(drawn));
  assert.ok(drawn[1].figure < 2 * drawn[0].figure && drawn[1].figure < 10_000, JSON.stringify(drawn));
  assert.ok(drawn[1].overview < 2 * drawn[0].overview && drawn[1].overview < 3_000, JSON.stringify(drawn));
});
