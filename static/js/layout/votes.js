import { answerOf } from "../model/answers.js";
import { KIND } from "../model/events.gen.js";
import { lowerBound, upperBound } from "../model/ranges.js";

const ROOM = 10; // px that a vote needs; nearer ones are drawn small

// votes lays out what the servers answered, on the lane of who asked: {x, y,
// answer, small, lane, seq}.
export function votes(facts, frame) {
  const marks = [];
  const last = new Map();
  for (const [event, x] of ofKind(KIND.VOTE, facts, frame)) {
    const lane = frame.lanes.get(event.lane);
    if (!lane) continue;
    const before = last.get(event.lane);
    const small = before !== undefined && x - before.x < ROOM * frame.stroke;
    if (small) before.small = true;
    const mark = { x, y: lane.axis, answer: answerOf(event.data), small, lane: event.lane, seq: event.seq };
    last.set(event.lane, mark);
    marks.push(mark);
  }
  return marks;
}

// counts lays out how many votes there were, left of the moment at which they
// were counted, where no label is: what comes of it is written to the right.
export function counts(facts, frame, labels) {
  const marks = [];
  const free = new Map();
  const taken = (y, start, end) => labels.some((label) => label.y === y && label.x < end && label.x + label.text.length * frame.letter + 6 > start);
  for (const [event, x] of ofKind(KIND.COUNTED, facts, frame)) {
    const lane = frame.lanes.get(event.lane);
    const { yes, of, held } = event.data;
    const text = `${yes}/${of}`;
    const start = x - text.length * frame.letter - 8;
    if (!lane || start < (free.get(event.lane) ?? -Infinity) || taken(lane.top, start, x - 1)) continue;
    free.set(event.lane, x + 4);
    marks.push({ x, y: lane.top, text, held, lane: event.lane, seq: event.seq });
  }
  return marks;
}

function* ofKind(kind, { events, places }, frame) {
  const end = upperBound(events.starts, frame.to);
  for (let i = lowerBound(events.starts, frame.from); i < end; i++) {
    if (events.list[i].kind === kind) yield [events.list[i], frame.toX(places[i])];
  }
}
