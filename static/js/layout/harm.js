import { lowerBound, upperBound } from "../model/ranges.js";

const NEAR = 3; // px within which writes that came out the same become one
const MOST = 8; // brackets, the latest in view

// writeMarks lays out what reached the store: a square with its token, or with
// a shape of its own if the store refused it, or should have.
export function writeMarks(facts, frame) {
  const marks = [];
  const before = {};
  for (const write of inView(facts.writes, frame)) {
    const lane = frame.lanes.get(write.lane);
    if (!lane) continue;
    const x = frame.x(write.at);
    const what = write.stale ? "stale" : write.accepted ? "accepted" : "rejected";
    if (x - before[what] < NEAR) continue;
    before[what] = x;
    const { writer, token, version, value, seq } = write;
    marks.push({ x, y: lane.axis, writer, token, version, value, what, seq });
  }
  return marks;
}

function inView(writes, { from, to }) {
  const times = writes.map((write) => write.at);
  return writes.slice(lowerBound(times, from), upperBound(times, to));
}

// bands lays out the stretches in which two clients believe at once.
export function bands(facts, frame) {
  const marks = [];
  for (const stretch of facts.overlaps) {
    const x0 = Math.max(frame.x(stretch.from), -8);
    const x1 = Math.min(frame.x(stretch.end ?? frame.now), frame.width + 8);
    const rows = stretch.lanes.map((lane) => frame.lanes.get(lane)).filter(Boolean);
    if (x1 - x0 < 1.5 || rows.length < 2) continue;
    const inside = rows.some((row) => row.below);
    marks.push({ x0, x1, y0: Math.min(...rows.map(upper)), y1: Math.max(...rows.map(lower)), inside, seqs: stretch.seqs });
  }
  return marks;
}

// brackets lays out, for each stale write, the bracket over both clients' bars
// down to the write.
export function brackets(facts, frame) {
  return inView(facts.writes, frame)
    .filter((write) => write.stale)
    .slice(-MOST)
    .map((write) => bracket(write, facts, frame))
    .filter(Boolean);
}

function bracket(write, facts, frame) {
  const store = frame.lanes.get(write.lane);
  const mine = frame.lanes.get(write.writer);
  if (!store || !mine) return null;
  const newer = facts.writes.find((other) => other.seq === write.over);
  const other = frame.lanes.get(newer?.writer) ?? mine;
  const marks = [mine, other].sort((a, b) => a.axis - b.axis);
  return {
    x: frame.x(write.at),
    reach: reach(newer, facts, frame) ?? frame.x(write.at),
    upward: other.axis < mine.axis,
    y0: marks[0].axis,
    y1: marks[1].axis,
    y2: store.axis,
    seq: write.seq,
  };
}

// reach is where the newer grant's belief ended: the bracket goes back to it.
function reach(newer, { beliefs }, frame) {
  const bar = beliefs.list.find(({ lane, token }) => lane === newer?.writer && token === newer.token);
  return bar ? Math.min(frame.x(bar.end ?? frame.now), frame.x(frame.now)) : null;
}

function upper(lane) {
  return lane.top + 2;
}

function lower(lane) {
  return lane.top + lane.height - 2;
}
