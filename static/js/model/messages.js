import { KIND } from "./events.gen.js";
import { MS } from "./format.js";

// messages reads from the log what went over the cables: [{msg, from, to, text,
// reply, of, sent, arrived, end, seq, endSeq, fate}], sorted by sent. fate is
// "flying", "held", "waiting" (for a paused lane), "received" or "dropped".
export function messages(events) {
  const list = [];
  const byNumber = new Map();
  for (const event of events) {
    if (event.kind === KIND.SENT) {
      const message = begin(event);
      list.push(message);
      byNumber.set(message.msg, message);
    } else if (FATES[event.kind]) {
      follow(list, byNumber, event);
    }
  }
  return list.sort((a, b) => a.sent - b.sent || a.seq - b.seq);
}

const FATES = {
  [KIND.ARRIVED]: "waiting",
  [KIND.RECEIVED]: "received",
  [KIND.EXECUTED]: "received",
  [KIND.SERVED]: "received",
  [KIND.ACCEPTED]: "received",
  [KIND.REJECTED]: "received",
  [KIND.DROPPED]: "dropped",
  [KIND.HELD]: "held",
};

function begin({ lane, at, seq, data }) {
  const { msg, to, text, reply = false, of = 0 } = data;
  return { msg, from: lane, to, text, reply, of, sent: at, arrived: null, end: null, seq, endSeq: null, fate: "flying" };
}

function follow(list, byNumber, event) {
  let message = byNumber.get(event.data.msg);
  if (!message) return;
  const fate = FATES[event.kind];
  if (message.end !== null) {
    if (event.kind !== KIND.RECEIVED || message.endSeq === event.seq || event.at === message.end) return;
    message = { ...message, arrived: null };
    list.push(message);
  }
  message.fate = fate;
  if (fate === "waiting") message.arrived = event.at;
  if (fate === "received" || fate === "dropped") Object.assign(message, { end: event.at, endSeq: event.seq });
}

// flight is the typical time on a cable, as a power of two of milliseconds so
// that it does not change with every message.
export function flight(list) {
  const times = list
    .filter((message) => message.end !== null && message.fate === "received")
    .map((message) => (message.arrived ?? message.end) - message.sent)
    .filter((time) => time > 0)
    .sort((a, b) => a - b);
  const middle = times.length ? times[times.length >> 1] : 2 * MS;
  return 2 ** Math.round(Math.log2(middle / MS)) * MS;
}

// verb is the first word of a message: what room there is for on its arrow.
export function verb(text) {
  const word = text.trim().split(/[\s,]+/, 1)[0];
  return word.length > 14 ? `${word.slice(0, 13)}…` : word;
}

// flyingWith is the message of an event that is still on its way at a moment, or
// null: what can be delivered, dropped, delayed or doubled.
export function flyingWith(event, list, at) {
  const numbers = [event?.data?.msg, event?.data?.of].filter(Boolean);
  const up = (message) => message.sent <= at && (message.end ?? Infinity) > at && (message.arrived ?? Infinity) > at;
  return list.find((message) => up(message) && (numbers.includes(message.msg) || numbers.includes(message.of))) ?? null;
}
