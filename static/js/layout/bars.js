import { visible } from "../model/ranges.js";

const THIN = 2; // px below which bars become density

// beliefBars lays out when clients believed: a solid part up to what was
// promised, and another beyond it.
export function beliefBars(facts, frame) {
  return placed(facts.beliefs, frame, (bar, x0, x1, lane) => {
    const promised = bar.until && frame.x(bar.until) < x1 ? Math.max(frame.x(bar.until), x0) : x1;
    return { x0, x1, promised, y: lane.axis, lane: bar.lane, token: bar.token, seq: bar.seq, going: bar.end === null };
  });
}

// keyBars lays out which keys existed. left is what was left of the key's time
// at both ends, from 1 to 0.
export function keyBars(facts, frame) {
  return placed(facts.keys, frame, (bar, x0, x1, lane) => {
    const end = Math.min(bar.end ?? frame.now, frame.timeAt(x1));
    return {
      x0,
      x1,
      y: lane.axis,
      lane: bar.lane,
      owner: bar.owner,
      seq: bar.seq,
      left: [remaining(bar, Math.max(bar.from, frame.timeAt(x0))), remaining(bar, end)],
      going: bar.end === null,
    };
  });
}

function remaining({ from, until }, at) {
  if (!until) return 1;
  return Math.min(Math.max((until - at) / (until - from), 0), 1);
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
    else merge(marks, dense, thing, x0, x1, lane);
  }
  return marks;
}

function merge(marks, dense, thing, x0, x1, lane) {
  const last = dense.get(thing.lane);
  if (last && x0 - last.x1 < THIN) {
    last.x1 = Math.max(last.x1, x1);
    last.count++;
    return;
  }
  const mark = { density: true, x0, x1: Math.max(x1, x0 + 1), y: lane.axis, lane: thing.lane, seq: thing.seq, count: 1 };
  dense.set(thing.lane, mark);
  marks.push(mark);
}
