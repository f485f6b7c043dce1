import { visible } from "../model/ranges.js";
import { rankY } from "./layout.js";

const THIN = 2; // px below which bars become density

// beliefBars lays out when clients believed: a solid part up to what was
// promised, and another beyond it.
export function beliefBars(facts, frame) {
  return placed(facts.beliefs, frame, (bar, x0, x1, lane) => {
    const promised = bar.until && frame.x(bar.until) < x1 ? Math.max(frame.x(bar.until), x0) : x1;
    return { x0, x1, promised, y: lane.axis, lane: bar.lane, token: bar.token, seq: bar.seq, going: bar.end === null, unsure: unsure(bar, x0, x1, frame) };
  });
}

// unsure is where a client had lost touch with its session's server.
function unsure(bar, x0, x1, frame) {
  const within = (x) => Math.min(Math.max(x, x0), x1);
  return bar.unsure.map(({ from, end }) => [within(frame.x(from)), within(frame.x(end ?? frame.now))]).filter(([a, b]) => b > a);
}

// keyBars lays out which keys existed. left is what was left of the key's time
// at both ends, from 1 to 0; waits says that the key is in a queue and does not
// hold the lock; room is how high a bar may be.
export function keyBars(facts, frame) {
  return placed(facts.keys, frame, (bar, x0, x1, lane) => {
    const end = Math.min(bar.end ?? frame.now, frame.timeAt(x1));
    return {
      x0,
      x1,
      y: rankY(lane, bar.rank),
      lane: bar.lane,
      key: bar.key,
      owner: bar.owner,
      waits: bar.rank > 0,
      room: lane.queue ? 0.8 * lane.pitch : lane.height,
      seq: bar.seq,
      left: [remaining(bar, Math.max(bar.from, frame.timeAt(x0))), remaining(bar, end)],
      going: bar.end === null,
    };
  });
}

function remaining({ since, until }, at) {
  if (!until) return 1;
  return Math.min(Math.max((until - at) / (until - since), 0), 1);
}

// keyLetters is where to write whose key it is: once for each stretch in which a
// key stays where it is, however often its time is renewed.
export function keyLetters(bars) {
  const runs = new Map();
  const all = [];
  for (const { density, key, owner, lane, x0, x1, y } of bars) {
    if (density) continue;
    const name = `${lane} ${key} ${y}`;
    const run = runs.get(name);
    if (run && x0 - run.x1 < THIN && run.owner === owner) run.x1 = x1;
    else {
      const next = { owner, x0, x1, y };
      runs.set(name, next);
      all.push(next);
    }
  }
  return all;
}

// standstillBars lays out when lanes were paused, crashed or only waiting.
export function standstillBars(facts, frame) {
  return placed(facts.standstills, frame, (stretch, x0, x1, lane) => ({
    x0,
    x1,
    y: lane.axis,
    height: lane.height,
    lane: stretch.lane,
    what: stretch.what,
    lost: stretch.lost,
    seq: stretch.seq,
    length: (stretch.end ?? stretch.due ?? frame.now) - stretch.from,
  }));
}

// placed gives each thing in view its pixels. Things too thin to be seen are
// merged with their neighbours on the lane: {density, x0, x1, count}.
function placed(things, frame, shape) {
  const marks = [];
  const dense = new Map();
  for (const thing of visible(things, frame.from, frame.to)) {
    const lane = frame.lanes.get(thing.lane);
    if (!lane) continue;
    const x0 = Math.max(frame.x(thing.from), -8);
    const x1 = Math.min(frame.x(thing.end ?? frame.now), frame.width + 8);
    if (x1 < x0) continue;
    if (x1 - x0 >= THIN) marks.push(shape(thing, x0, x1, lane));
    else merge(marks, dense, thing, x0, x1, rankY(lane, thing.rank ?? null));
  }
  return marks;
}

function merge(marks, dense, thing, x0, x1, y) {
  const name = `${thing.lane} ${y}`;
  const last = dense.get(name);
  if (last && x0 - last.x1 < THIN) {
    last.x1 = Math.max(last.x1, x1);
    last.count++;
    return;
  }
  const mark = { density: true, x0, x1: Math.max(x1, x0 + 1), y, lane: thing.lane, seq: thing.seq, count: 1 };
  dense.set(name, mark);
  marks.push(mark);
}
