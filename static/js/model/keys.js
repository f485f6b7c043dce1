import { KIND } from "./events.gen.js";

// keys reads from the log which key existed on which server, and for whom:
// [{lane, key, value, owner, order, session, from, since, until, end, seq,
// endSeq, why, by, rank}], sorted by from. A key that changes ends one stretch
// and begins another. Of keys that are a queue, rank is the place: 0 holds the
// lock. One that moves up begins another stretch, too; since is when its time
// was last given.
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
      if (bar.order) rank(open, bars, event);
    } else if (event.kind === KIND.KEY_GONE) {
      const bar = close(open, name, event, event.data.why, event.data.by);
      if (bar?.order) rank(open, bars, event);
    }
  }
  return bars;
}

function begin({ lane, at, seq, data }) {
  const { key, value, owner, until, order = 0, session = "" } = data;
  const life = { from: at, since: at, until: until || null, end: null };
  return { lane, key, value, owner, order, session, ...life, seq, endSeq: null, why: null, by: "", rank: order ? null : 0 };
}

function close(open, name, event, why, by) {
  const bar = open.get(name);
  if (!bar) return null;
  Object.assign(bar, { end: event.at, endSeq: event.seq, why, by });
  open.delete(name);
  return bar;
}

// rank gives the keys of a lane's queue their places.
function rank(open, bars, { lane, at, seq }) {
  const queue = [...open].filter(([, bar]) => bar.lane === lane && bar.order).sort(([, a], [, b]) => a.order - b.order);
  for (const [place, [name, bar]] of queue.entries()) {
    if (bar.rank === null) bar.rank = place;
    if (bar.rank === place) continue;
    const moved = { ...bar, from: at, rank: place };
    Object.assign(bar, { end: at, endSeq: seq, why: "moved" });
    open.set(name, moved);
    bars.push(moved);
  }
}

// expected lists the expiries that are known and still to come at a moment.
export function expected(bars, at) {
  return bars.filter((bar) => bar.from <= at && (bar.end ?? Infinity) > at && bar.until > at);
}
