import { KIND } from "./events.gen.js";

// watches reads from the log who asked to be told what: [{lane, key, watcher,
// what, from, end, seq, endSeq, event, msg, told}], sorted by from. end is null
// while the watch stands; event is what fired it, in the service's word, and
// empty if it ended with its watcher's session; told is when its watcher knew.
export function watches(events) {
  const list = [];
  const open = new Map();
  const flying = new Map();
  for (const event of events) CHANGES[event.kind]?.({ list, open, flying }, event);
  return list;
}

const CHANGES = {
  [KIND.WATCH_SET]({ list, open }, event) {
    const { lane, at, seq, data } = event;
    end(open, nameOf(event), event);
    const watch = { lane, key: data.key, watcher: data.watcher, what: data.for, from: at, end: null, seq, endSeq: null, event: "", msg: 0, told: null };
    open.set(nameOf(event), watch);
    list.push(watch);
  },
  [KIND.WATCH_FIRED]({ open, flying }, event) {
    const { data } = event;
    const watch = end(open, nameOf(event), event);
    if (watch) flying.set(data.msg, Object.assign(watch, { event: data.event, msg: data.msg }));
  },
  [KIND.RECEIVED]({ flying }, { at, data }) {
    const watch = flying.get(data.msg);
    if (watch) watch.told ??= at;
  },
  [KIND.SESSION_ENDED]({ open }, event) {
    for (const [name, { lane, watcher }] of open) if (lane === event.lane && watcher === event.data.owner) end(open, name, event);
  },
};

function nameOf({ lane, data }) {
  return `${lane} ${data.key} ${data.watcher}`;
}

function end(open, name, { at, seq }) {
  const watch = open.get(name);
  if (!watch) return null;
  open.delete(name);
  return Object.assign(watch, { end: at, endSeq: seq });
}

// ranked adds where in the queue the watched key and the watcher's own stood, as
// the watch was set and as it fired: set and fired are [key, own], null where
// there is none.
export function ranked(list, bars) {
  const named = group(bars, (bar) => `${bar.lane} ${bar.key}`);
  const owned = group(bars.filter((bar) => bar.order), (bar) => `${bar.lane} ${bar.owner}`);
  const at = (watch, time) => [place(named.get(`${watch.lane} ${watch.key}`), time), place(owned.get(`${watch.lane} ${watch.watcher}`), time)];
  return list.map((watch) => ({ ...watch, set: at(watch, watch.from), fired: watch.event ? at(watch, watch.end) : null }));
}

function group(list, name) {
  const groups = new Map();
  for (const each of list) {
    const at = name(each);
    if (groups.has(at)) groups.get(at).push(each);
    else groups.set(at, [each]);
  }
  return groups;
}

// place is the rank up to a moment: of what ends then, the one that it had.
function place(bars = [], time) {
  return bars.findLast((bar) => bar.from < time && (bar.end ?? Infinity) >= time)?.rank ?? null;
}
