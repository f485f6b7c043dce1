import { KIND } from "../model/events.gen.js";
import { eventAt } from "../model/log.js";
import { axisOf } from "./layout.js";

const NEAR = 4; // px from a write within which a ring goes around the write's sign

// anchor is the point of the figure at which an event lies, or null when its
// lane is not shown. wide says that a larger sign lies there than a dot.
export function anchor(event, { x, rows, writes }) {
  if (!event) return null;
  const place = x(event.at);
  if (event.kind === KIND.ACTION) return { x: place, y: 20 };
  const row = rows.find((candidate) => candidate.id === event.lane);
  if (!row) return null;
  const y = axisOf(row);
  return { x: place, y, wide: writes.some((write) => write.y === y && Math.abs(write.x - place) < NEAR) };
}

// pickedMarks is where the rings go: around the events that prove something, and
// around the event that is read.
export function pickedMarks({ marks, seq }, { log, pin, proof }) {
  const at = (number) => anchor(eventAt(log, number), marks);
  return { proof: proof.map(at).filter(Boolean), here: at(pin ?? seq) };
}
