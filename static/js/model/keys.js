import { KIND } from "./events.gen.js";

// keys reads from the log which key existed on which server, and for whom:
// [{lane, key, value, owner, from, until, end, seq, endSeq, why, by}], sorted by
// from. A key that changes ends one stretch and begins another.
export function keys(events) {
  const bars = [];
  const open = new Map();
  for (const event of events) {
    const name = `${event.lane} ${event.data?.key}`;
    if (event.kind === KIND.KEY_SET) {
      close(open, name, event, "changed", "");
      const bar = begin(event);
      open.set(name, bar);
      bars.push(bar);
    } else if (event.kind === KIND.KEY_GONE) {
      close(open, name, event, event.data.why, event.data.by);
    }
  }
  return bars;
}

function begin({ lane, at, seq, data }) {
  const { key, value, owner, until } = data;
  return { lane, key, value, owner, from: at, until: until || null, end: null, seq, endSeq: null, why: null, by: "" };
}

function close(open, name, event, why, by) {
  const bar = open.get(name);
  if (!bar) return;
  Object.assign(bar, { end: event.at, endSeq: event.seq, why, by });
  open.delete(name);
}

// expected lists the expiries that are known and still to come at a moment.
export function expected(bars, at) {
  return bars.filter((bar) => bar.from <= at && (bar.end ?? Infinity) > at && bar.until > at);
}
