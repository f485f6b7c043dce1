import { visible } from "../model/ranges.js";
import { isQuiet } from "./arrows.js";

const NEAR = 2; // px within which two ticks become one

// beatMarks lays out quiet heartbeats as ticks, on the lane of who sent one and on
// that of who took it in: {x, y, way, client, seq}.
export function beatMarks(facts, frame) {
  const marks = [];
  const last = new Map();
  if (!facts.beats.byMessage.size) return marks;
  for (const message of visible(facts.messages, frame.from, frame.to)) {
    if (message.reply || message.end === null || !isQuiet(message, facts, frame)) continue;
    const from = frame.lanes.get(message.from);
    const to = frame.lanes.get(message.to);
    if (!from || !to) continue;
    const way = Math.sign(to.axis - from.axis) || 1;
    const tick = (lane, time, side, seq) => {
      const x = frame.x(time);
      const name = `${lane.id} ${message.from}`;
      if (x - (last.get(name) ?? -Infinity) < NEAR) return;
      last.set(name, x);
      marks.push({ x, y: lane.axis + side * lane.edge, way: side, client: message.from, seq });
    };
    tick(from, message.sent, way, message.seq);
    tick(to, message.end, -way, message.endSeq);
  }
  return marks;
}
