import { isBeat } from "./beats.js";
import { KIND } from "./events.gen.js";

// standstills reads from the log when lanes did not run, or only waited:
// [{lane, what, from, end, due, lost, behind, seq}], sorted by from. what is "paused",
// "crashed" or "waiting"; due is when it will end by itself, null if it will
// not; lost says that a crashed server's data went with it; behind is the key whose
// end is waited for.
export function standstills(events) {
  const found = [];
  const open = new Map();
  for (const event of events) {
    const ends = ENDED_BY[event.kind];
    if (ends && !goesOn(open, event)) end(open, event, ends);
    const what = BEGUN_BY[event.kind];
    if (!what) continue;
    end(open, event, [what]);
    const stretch = { lane: event.lane, what, from: event.at, end: null, due: due(event), lost: event.data?.dataLost ?? false, behind: event.data?.behind ?? "", seq: event.seq };
    open.set(`${event.lane} ${what}`, stretch);
    found.push(stretch);
  }
  return found;
}

const BEGUN_BY = {
  [KIND.PAUSED]: "paused",
  [KIND.CRASHED]: "crashed",
  [KIND.WAITING]: "waiting",
};

const ENDED_BY = {
  [KIND.RESUMED]: ["paused"],
  [KIND.RESTARTED]: ["crashed"],
  [KIND.CRASHED]: ["paused", "waiting"],
  [KIND.SENT]: ["waiting"],
  [KIND.STEP]: ["waiting"],
  [KIND.WAITING]: ["waiting"],
  [KIND.WOKEN]: ["waiting"],
  [KIND.ACQUIRED]: ["waiting"],
  [KIND.LOST]: ["waiting"],
  [KIND.FAILED]: ["waiting"],
  [KIND.FINISHED]: ["waiting"],
};

// What waits to be woken also sends: heartbeats, or to be connected again.
function goesOn(open, { lane, kind, data }) {
  if (kind !== KIND.SENT) return false;
  return isBeat(data.text) || open.get(`${lane} waiting`)?.due === null;
}

function end(open, event, whats) {
  for (const what of whats) {
    const name = `${event.lane} ${what}`;
    const stretch = open.get(name);
    if (!stretch) continue;
    stretch.end = event.at;
    open.delete(name);
  }
}

function due(event) {
  return event.data?.for ? event.at + event.data.for : null;
}
