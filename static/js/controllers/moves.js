import { nth, parseCommand } from "../model/commands.js";
import { moved, recorded } from "../model/state.js";
import { onward } from "../model/walk.js";
import { pacer } from "../net/requests.js";

const MOST_STEPS = 2000;
// requests that one step makes to pass over what is left out
const MOST_PASSED = 60;

// addMoves gives the app what a person can do: read the log, ask the lab to go
// on, act. Each answers a promise of what to say about it; errors are for the
// place where the person asked.
export function addMoves(app) {
  const pace = pacer(app.window, () => app.state.log.lab?.limits);
  const go = (seq) => app.update(moved(app.state, seq));
  // What was said about an earlier request is old when the next one is made.
  // Nothing else is drawn before the lab answers: that would cost its frame.
  const asked = (what, fields) => {
    if (app.state.notice && !app.state.notice.begin) app.update({ notice: null });
    return under(app.ask(what, fields));
  };
  let pending = null; // what was begun last, until it is answered
  const under = (way) => {
    const done = way.catch(() => {}).then(() => done === pending && (pending = null));
    pending = done;
    return way;
  };

  async function step() {
    const { seq, behind } = app.reading();
    if (behind) return go(seq + 1);
    if (app.state.log.head.ended) throw new Error("The lab has ended: go back, act, or reset.");
    await under(pace().then(() => asked("step")));
    // Who goes on reads on: what was looked at is let go.
    if (app.state.pin || app.state.proof.length) app.update(moved(app.state, Infinity));
  }

  // stride steps to the next event that is not left out. What is asked for while it
  // passes over others is this very step.
  let passing = null;

  async function stride() {
    const { seq, behind } = app.reading();
    if (behind) return go(onward(seq, 1, app.state.log.head.seq, app.leftOut()));
    if (passing) return passing;
    await step();
    if (!passes(app, seq)) return;
    passing = passOver().finally(() => (passing = null));
    return passing;
  }

  async function passOver() {
    for (let i = 0; i < MOST_PASSED && !app.state.log.head.ended; i++) {
      const { seq } = app.reading();
      await step();
      if (!passes(app, seq)) return;
    }
  }

  async function run(to, lane) {
    const { seq } = app.reading();
    const found = recorded(app.state.log, seq, to, lane);
    if (found !== null) return go(found);
    app.update(moved(app.state, app.state.log.head.seq));
    await asked("run", lane ? { to, lane } : { to });
  }

  // Who acts at the present means the one after all that was asked before: at an
  // event that has been followed by others, the action would be a branch.
  async function act(text) {
    const { seq, behind } = app.reading();
    while (pending && !behind) await pending;
    await asked("act", { text, seq: behind ? seq : app.reading().seq });
    app.update(moved(app.state, Infinity));
  }

  async function until(sight) {
    app.update(moved(app.state, Infinity));
    for (let i = 0; i < MOST_STEPS && nth(app.state.log.events, sight) === null; i++) await step();
  }

  const doers = {
    step: async ({ n }) => {
      for (let i = 0; i < n; i++) await step();
    },
    back: async (command) => go(command.lane ? (nth(app.state.log.events, command) ?? missing(command)) : app.reading().seq - 1),
    until,
    run: ({ to, lane }) => run(to, lane),
    advance: ({ by }) => asked("advance", { by }),
    reset: () => asked("reset"),
    mistakes: ({ on }) => asked("mistakes", { on }),
    act: ({ text }) => act(text),
  };

  // A jump through the log ends playing; stepping and acting do not.
  const stopped = (move) => (...args) => {
    app.update({ playing: false });
    return move(...args);
  };

  app.moves = {
    go: stopped(go),
    step: stride,
    run: stopped(run),
    act,
    back: stopped(() => go(onward(app.reading().seq, -1, app.state.log.head.seq, app.leftOut()))),
    reset: stopped(() => asked("reset")),
    mistakes: stopped((on) => doers.mistakes({ on })),
    open: (branch) => asked("open", { branch }),
    // line does what a line of the command bar says.
    line: async (text) => {
      const command = parseCommand(text);
      if (!command) return;
      if (command.problem) throw new Error(command.problem);
      if (command.do !== "act") app.update({ playing: false });
      await doers[command.do](command);
    },
  };
}

// passes says whether everything after event seq is left out.
function passes(app, seq) {
  const { seq: head } = app.reading();
  const leftOut = app.leftOut();
  if (head === seq) return false;
  for (let each = seq + 1; each <= head; each++) if (!leftOut.has(each)) return false;
  return true;
}

function missing({ lane, kind }) {
  throw new Error(`There is no event “${lane} ${kind}” in this log yet.`);
}
