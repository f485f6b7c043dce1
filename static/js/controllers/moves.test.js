import assert from "node:assert/strict";
import { test } from "node:test";
import { addMoves } from "./moves.js";

// slowLab is an app whose lab makes two events of each request, and answers when told to.
function slowLab(cursor = Infinity) {
  const asked = [];
  const head = { seq: 0, ended: false };
  const app = {
    asked,
    window: { performance: { now: () => 0 }, setTimeout: (go) => go() },
    state: { log: { head, events: [], lab: { limits: { requestsPerSecond: 50, requestBurst: 100 } } }, proof: [], cursor },
    update(fields) { Object.assign(app.state, fields); },
    reading: () => ({ seq: Math.min(cursor, head.seq), behind: cursor < head.seq }),
    leftOut: () => new Set(),
    ask: (what, fields) => new Promise((done) => asked.push({ what, ...fields, answer: () => { head.seq += 2; done(); } })),
  };
  addMoves(app);
  return app;
}

const settle = () => new Promise((done) => setImmediate(done));

for (const first of ["step", "run acquired", "advance 1s", "pause A 15s"]) {
  test(`who acts at the present before the answer to “${first}” acts after it`, async () => {
    const app = slowLab();
    const all = [first, "resume A", "crash B"].map((line) => app.moves.line(line));
    for (let i = 0; i < 3; i++) {
      await settle();
      assert.equal(app.asked.length, i + 1, "one thing at a time");
      app.asked[i].answer();
    }
    await Promise.all(all);
    assert.deepEqual(app.asked.slice(1).map(({ text, seq }) => [text, seq]), [["resume A", 2], ["crash B", 4]]);
  });
}

test("who acts in the past acts there, whatever is under way", async () => {
  const app = slowLab(3);
  app.state.log.head.seq = 9;
  app.moves.line("advance 1s");
  app.moves.line("pause A 15s");
  await settle();
  assert.deepEqual(app.asked.map(({ what, seq }) => [what, seq]), [["advance", undefined], ["act", 3]]);
});
