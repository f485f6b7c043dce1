import { KIND } from "./events.gen.js";

// beliefs reads from the log when each client believed that it held a lock:
// [{lane, lock, token, from, until, end, seq, endSeq, how, unsure}], sorted by
// from. until is the end of what the service promised, extensions included; end
// is null while it believes. unsure lists the stretches in which it had lost
// touch with its session's server: [{from, end}].
export function beliefs(events) {
  const bars = [];
  const open = new Map();
  for (const event of events) {
    if (event.kind === KIND.ACQUIRED) {
      close(open, event, "renewed");
      const bar = begin(event);
      open.set(event.lane, bar);
      bars.push(bar);
    } else if (event.kind === KIND.EXTENDED && open.has(event.lane)) {
      open.get(event.lane).until = event.data.until || null;
    } else if (event.kind === KIND.DISCONNECTED) {
      open.get(event.lane)?.unsure.push({ from: event.at, end: null });
    } else if (event.kind === KIND.RECONNECTED) {
      sure(open.get(event.lane), event.at);
    } else if (ENDS[event.kind]) {
      close(open, event, ENDS[event.kind]);
    }
  }
  return bars;
}

const ENDS = {
  [KIND.RELEASING]: "released",
  [KIND.RELEASED]: "released",
  [KIND.LOST]: "lost",
  [KIND.CRASHED]: "crashed",
  [KIND.FINISHED]: "finished",
};

function begin({ lane, at, seq, data }) {
  const { lock, token, until } = data;
  return { lane, lock, token, from: at, until: until || null, end: null, seq, endSeq: null, how: null, unsure: [] };
}

function sure(bar, at) {
  const last = bar?.unsure.at(-1);
  if (last) last.end ??= at;
}

function close(open, event, how) {
  const bar = open.get(event.lane);
  if (!bar) return;
  Object.assign(bar, { end: event.at, endSeq: event.seq, how });
  sure(bar, event.at);
  open.delete(event.lane);
}

// overlaps lists the stretches in which two clients believed at once:
// [{lanes, from, end, seqs}]; end is null while it goes on.
export function overlaps(bars) {
  const found = [];
  let live = [];
  for (const bar of bars) {
    live = live.filter((other) => (other.end ?? Infinity) > bar.from);
    for (const other of live) {
      if (other.lane !== bar.lane && other.lock === bar.lock) found.push(shared(other, bar));
    }
    live.push(bar);
  }
  return found.filter((stretch) => stretch.end === null || stretch.end > stretch.from);
}

function shared(first, second) {
  const end = Math.min(first.end ?? Infinity, second.end ?? Infinity);
  return {
    lanes: [first.lane, second.lane],
    from: second.from,
    end: end === Infinity ? null : end,
    seqs: [first.seq, second.seq],
  };
}
