import { KIND } from "./events.gen.js";

// A heartbeat is an exchange that only keeps a lease or a session alive. There
// are many, and one like another: those that went as they should are quiet, and
// may be left out. One that was lost, held, late or refused is as loud as any
// other message.

const ASKS = /^(LeaseKeepAlive |ping$)/;
const REFUSED = /not found|expired/i;
const LOUD = new Set([KIND.DROPPED, KIND.HELD, KIND.TIMED_OUT, KIND.ARRIVED]);

// isBeat says whether a message's text is that of a heartbeat.
export function isBeat(text) {
  return ASKS.test(text);
}

// beats reads from the log which events belong to quiet heartbeats, as a set of
// their numbers, and which heartbeat an event or a message is part of: {quiet,
// byEvent, byMessage}. A heartbeat is {msgs, seqs, loud}.
export function beats(events) {
  const read = { byMessage: new Map(), byEvent: new Map(), all: [], last: new Map() };
  for (const event of events) {
    const beat = part(read, event);
    if (!beat) continue;
    beat.seqs.push(event.seq);
    read.byEvent.set(event.seq, beat);
    beat.loud ||= isLoud(event, beat);
    read.last.set(event.lane, { beat, at: event.at });
  }
  const quiet = new Set(read.all.filter((beat) => !beat.loud).flatMap((beat) => beat.seqs));
  return { quiet, byEvent: read.byEvent, byMessage: read.byMessage };
}

// part is the heartbeat that an event belongs to: that of its message, or, for
// what came of it at once, the last one on the lane.
function part(read, { kind, lane, at, data }) {
  if (kind === KIND.SENT) return sent(read, data);
  if (kind === KIND.EXTENDED) return read.byMessage.get(data.votes.at(-1)) ?? null;
  if (kind === KIND.KEY_SET) {
    const last = read.last.get(lane);
    return last?.at === at ? last.beat : null;
  }
  if (!data?.msg) {
    read.last.delete(lane);
    return null;
  }
  const beat = read.byMessage.get(data.msg) ?? null;
  if (!beat) read.last.delete(lane);
  return beat;
}

function sent(read, { msg, of, reply, text }) {
  const known = read.byMessage.get(of);
  if (!known && (reply || !isBeat(text))) return null;
  const beat = known ?? { msgs: [], seqs: [], loud: false };
  if (!known) read.all.push(beat);
  beat.msgs.push(msg);
  read.byMessage.set(msg, beat);
  return beat;
}

// More messages than a question and its answer are copies that somebody made.
function isLoud({ kind, data }, { msgs }) {
  if (LOUD.has(kind) || msgs.length > 2) return true;
  return kind === KIND.EXECUTED && REFUSED.test(data.reply);
}
