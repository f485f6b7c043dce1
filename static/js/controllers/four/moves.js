import { beside, faultOn, nextDue, present } from "../../model/four.js";
import { pacer } from "../../net/requests.js";

const SECOND = 1e9;
const MOST = 200; // moments that one step passes over, for nothing was to be seen in them
const LONGEST = 60 * SECOND; // of lab time, that a run to the end goes on

// addMoves gives the page what a person can do to all four labs at once.
export function addMoves(four) {
  const { window } = four;
  const pace = pacer(window, () => four.logs()[0]?.lab.limits);
  let speed = 5;

  const open = () => four.state.labs.map((lab, i) => ({ ...lab, i })).filter((lab) => lab.log.lab && lab.link === "live");

  // each asks all labs at once. What one of them refuses stands in its row.
  async function each(labs, ask) {
    await pace();
    await Promise.all(labs.map(({ i }) => ask(i).catch((error) => four.change(i, { notice: error.message }))));
  }

  // to lets lab time pass in each lab until a moment.
  async function to(time) {
    const behind = open().filter(({ log }) => log.head.now < time);
    await each(behind, (i) => four.lines[i].ask("advance", { by: time - four.state.labs[i].log.head.now }));
  }

  // level brings all labs to one lab time: somebody may have gone on in one alone.
  const level = () => to(four.now());

  async function onward() {
    await level();
    const logs = open().map(({ log }) => log);
    const due = nextDue(logs);
    if (due === null) return false;
    await to(Math.max(due, present(logs) + 1));
    return true;
  }

  async function step() {
    if (four.state.time !== null) return go(1);
    const counts = loud(four);
    for (let i = 0; i < MOST; i++) {
      if (!(await onward())) return ended(four);
      if (loud(four).some((count, k) => count > counts[k])) return;
    }
  }

  // go moves the cursor through what has happened.
  function go(by) {
    const times = four.axis().marked.starts;
    const time = beside(times, four.reading(), by) ?? (by < 0 ? 0 : null);
    four.update({ time: time === null || time >= four.now() ? null : time, pin: null, proof: null });
  }

  async function advance(by) {
    four.update({ time: null });
    await to(four.now() + by);
  }

  async function end() {
    const last = four.now() + LONGEST;
    while (four.now() < last && open().some(({ log }) => !log.head.ended)) await advance(SECOND);
  }

  async function act(name) {
    four.update({ time: null });
    await level();
    const { lines } = faultOn(name, standing(four));
    await each(open(), async (i) => {
      for (const text of lines[i]) await four.lines[i].ask("act", { text, seq: four.state.labs[i].log.head.seq });
    });
  }

  async function loop() {
    while (four.state.playing) {
      const began = window.performance.now();
      if ((await four.moves.step()) === false) return;
      const wait = Math.max(1000 / speed - (window.performance.now() - began), 0);
      await new Promise((done) => window.setTimeout(done, wait));
    }
  }

  // One thing at a time: a second click waits for the first.
  let last = Promise.resolve();
  const queued = (move) => (...args) => (last = last.catch(() => {}).then(() => move(...args)));
  const stopped = (move) => (...args) => {
    four.update({ playing: false });
    return move(...args);
  };

  four.moves = {
    step: queued(step),
    back: stopped(queued(() => go(-1))),
    play: () => {
      const playing = !four.state.playing;
      four.update({ playing });
      if (playing) loop();
    },
    speed: (moments) => (speed = moments),
    second: stopped(queued(() => advance(SECOND))),
    seconds: stopped(queued(() => advance(10 * SECOND))),
    end: stopped(queued(end)),
    present: stopped(async () => four.update({ time: null, pin: null, proof: null })),
    reset: stopped(queued(() => each(open(), (i) => four.lines[i].ask("reset")))),
    act: queued(act),
  };
}

// loud counts, for each lab, the events that are more than a heartbeat.
function loud(four) {
  return four.labs.map(({ facts }) => facts().events.list.length - facts().beats.quiet.size);
}

function ended(four) {
  four.update({ playing: false });
  return false;
}

// standing is how each lab stands at its head; null for one that is not open.
export function standing(four) {
  return four.state.labs.map(({ log }, i) => (log.lab ? { lab: log.lab, events: log.events, lanes: four.labs[i].lanes() } : null));
}
