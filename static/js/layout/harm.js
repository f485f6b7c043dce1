import { lowerBound } from "../model/ranges.js";

// writeMarks lays out what reached the store: a square with its token, or with
// a shape of its own if the store refused it, or should have.
export function writeMarks(facts, frame) {
  const first = lowerBound(facts.writes.map((write) => write.at), frame.from);
  const marks = [];
  for (const write of facts.writes.slice(first)) {
    if (write.at > frame.to) break;
    const lane = frame.lanes.get(write.lane);
    if (!lane) continue;
    marks.push({
      x: frame.x(write.at),
      y: lane.axis,
      writer: write.writer,
      token: write.token,
      version: write.version,
      value: write.value,
      what: write.stale ? "stale" : write.accepted ? "accepted" : "rejected",
      seq: write.seq,
    });
  }
  return marks;
}

// bands lays out the stretches in which two clients believe at once.
export function bands(facts, frame) {
  const marks = [];
  for (const stretch of facts.overlaps) {
    const x0 = Math.max(frame.x(stretch.from), -8);
    const x1 = Math.min(frame.x(stretch.end ?? frame.now), frame.width + 8);
    const rows = stretch.lanes.map((lane) => frame.lanes.get(lane)).filter(Boolean);
    if (x1 <= x0 || rows.length < 2) continue;
    marks.push({ x0, x1, y0: Math.min(...rows.map(upper)), y1: Math.max(...rows.map(lower)), seqs: stretch.seqs });
  }
  return marks;
}

// brackets lays out, for each stale write, the bracket over both clients' bars
// down to the write.
export function brackets(facts, frame) {
  return facts.writes
    .filter((write) => write.stale && write.at >= frame.from && write.at <= frame.to)
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
