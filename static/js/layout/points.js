import { KIND } from "../model/events.gen.js";
import { visible } from "../model/ranges.js";

const NEAR = 2; // px within which plain dots become density

// Signs of the kinds of event that have one of their own; the others are dots.
const SIGNS = {
  [KIND.ACTION]: "action",
  [KIND.REFUSED]: "cross",
  [KIND.FAILED]: "cross",
  [KIND.TIMED_OUT]: "cross",
  [KIND.EXECUTED]: "square",
  [KIND.SERVED]: "ring",
  [KIND.FINISHED]: "stop",
  [KIND.CRASHED]: "cross",
  [KIND.RESTARTED]: "ring",
};

// points lays out a sign for each event in view, on its lane.
export function points(facts, frame) {
  const marks = [];
  const last = new Map();
  for (const event of visible(facts.events, frame.from, frame.to)) {
    const mark = place(event, frame);
    if (!mark) continue;
    const before = last.get(event.lane);
    if (mark.sign === "dot" && before && mark.x - before.x1 < NEAR) {
      before.x1 = mark.x;
      before.count++;
      continue;
    }
    if (mark.sign === "dot") last.set(event.lane, mark);
    marks.push(mark);
  }
  return marks;
}

function place(event, frame) {
  if (event.kind === KIND.ACCEPTED || event.kind === KIND.REJECTED) return null;
  const lane = event.kind === KIND.ACTION ? frame.top : frame.lanes.get(event.lane);
  if (!lane) return null;
  const x = frame.x(event.at);
  return { x, x1: x, y: lane.axis, lane: event.lane, sign: SIGNS[event.kind] ?? "dot", seq: event.seq, count: 1 };
}

const LABELS = {
  [KIND.STEP]: (data) => data.step,
  [KIND.FENCING]: (data) => (data.on ? "fencing on" : "fencing off"),
  [KIND.CLOCK]: (data) => `clock ${data.offset >= 0 ? "+" : "−"}${Math.abs(data.offset) / 1e9} s`,
  [KIND.CRASHED]: (data) => (data.dataLost ? "crash, data lost" : "crash"),
  [KIND.RESTARTED]: () => "restart",
};

// labels lays out words above a lane where there is room for them: the steps of
// a client's program, what was done to a server.
export function labels(facts, frame, most = 120) {
  const marks = [];
  const taken = new Map();
  for (const event of visible(facts.events, frame.from, frame.to)) {
    const lane = frame.lanes.get(event.lane);
    const text = LABELS[event.kind]?.(event.data);
    if (!lane || !text || marks.length >= most) continue;
    const x = frame.x(event.at);
    if (x < (taken.get(event.lane) ?? -Infinity)) continue;
    taken.set(event.lane, x + text.length * 6.3 + 10);
    marks.push({ x, y: lane.top, text, seq: event.seq });
  }
  return marks;
}
