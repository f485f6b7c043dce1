import { KIND } from "../model/events.gen.js";
import { eventAt } from "../model/log.js";
import { axisOf } from "./layout.js";

// WIDE are the kinds of event whose sign is larger than a dot.
const WIDE = new Set([KIND.ACCEPTED, KIND.REJECTED]);

// anchor is the point of the figure at which an event lies, or null when its
// lane is not shown.
export function anchor(event, { x, rows }) {
  if (!event) return null;
  if (event.kind === KIND.ACTION) return { x: x(event.at), y: 20 };
  const row = rows.find((candidate) => candidate.id === event.lane);
  return row ? { x: x(event.at), y: axisOf(row), wide: WIDE.has(event.kind) } : null;
}

// pickedMarks is where the rings go: around the events that prove something, and
// around the event that is read.
export function pickedMarks({ marks, seq }, { log, pin, proof }) {
  const at = (number) => anchor(eventAt(log, number), marks);
  return { proof: proof.map(at).filter(Boolean), here: at(pin ?? seq) };
}
