import { verb } from "../model/messages.js";
import { visible } from "../model/ranges.js";

const NEAR = 2; // px within which two arrows become one
const LABELS = 120;

// arrows lays out the messages in view. fate is that of the message; an arrow
// that is still on its way has no far end and only points. Heartbeats that went
// well are ticks (beats.js); one on its way is a quiet arrow. words are the labels
// that are there already.
export function arrows(facts, frame, words) {
  const marks = [];
  const last = new Map();
  for (const message of visible(facts.messages, frame.from, frame.to)) {
    if ((message.end ?? Infinity) < frame.from) continue;
    const quiet = isQuiet(message, facts, frame);
    if (quiet && message.end !== null) continue;
    const arrow = place(message, frame);
    if (!arrow) continue;
    arrow.quiet = quiet;
    const path = `${message.from} ${message.to} ${message.fate}`;
    const before = last.get(path);
    if (before && near(before, arrow)) {
      before.count++;
      continue;
    }
    last.set(path, arrow);
    marks.push(arrow);
  }
  label(marks, frame, words);
  return marks;
}

// isQuiet says whether a message is that of a heartbeat which is drawn as a tick:
// it went as it should, and is not the one that is selected.
export function isQuiet({ msg }, { beats }, frame) {
  const beat = beats.byMessage.get(msg);
  return Boolean(beat) && !beat.loud && beat !== frame.beat;
}

function place(message, frame) {
  const from = frame.lanes.get(message.from);
  const to = frame.lanes.get(message.to);
  if (!from || !to) return null;
  const way = Math.sign(to.axis - from.axis) || 1;
  const y0 = from.axis + way * from.edge;
  const y1 = to.axis - way * to.edge;
  const x0 = frame.x(message.sent);
  const landed = message.arrived ?? message.end;
  const open = landed === null;
  const x1 = open ? Math.max(frame.x(frame.now), x0) : frame.x(landed);
  return {
    x0,
    y0,
    x1,
    y1: open ? y0 + 0.45 * (y1 - y0) : y1,
    until: message.arrived !== null ? frame.x(message.end ?? frame.now) : null,
    told: from.group === "server" && to.group === "client",
    client: from.group === "client" ? message.from : message.to,
    msg: message.msg,
    reply: message.reply,
    fate: message.fate,
    text: verb(message.text),
    seq: message.seq,
    count: 1,
  };
}

function near(a, b) {
  return Math.abs(a.x0 - b.x0) < NEAR && Math.abs(a.x1 - b.x1) < NEAR;
}

// label decides which arrows have room for their verb: beside the tail, where
// no other label is. What a server tells by itself, its watch says.
function label(marks, { letter, size }, words) {
  const taken = new Map();
  let count = 0;
  for (const arrow of marks) {
    const row = Math.round(arrow.y0);
    const x = arrow.x0 + 5;
    const width = arrow.text.length * letter + 6;
    const below = verbBase(arrow, size);
    arrow.labelled = count < LABELS && !arrow.reply && !arrow.quiet && !arrow.told && x > (taken.get(row) ?? -Infinity)
      && !words.some((word) => Math.abs(word.base - below) < size && x < word.x + word.text.length * letter && word.x < x + width);
    if (!arrow.labelled) continue;
    taken.set(row, x + width);
    count++;
  }
}

// verbBase is the line on which an arrow's verb stands, its letters of this size. In
// a low lane it comes near the words of the next one.
export function verbBase({ y0, y1 }, size) {
  return y0 + (y1 > y0 ? size : -5);
}
