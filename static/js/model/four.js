import { KIND } from "./events.gen.js";
import { firstAt } from "./ranges.js";

// Four labs on one lab time: what their logs have in common. A log that has not
// come yet, or whose lab could not be opened, takes no part.

// present is the latest lab time that any of them has reached.
export function present(logs) {
  return Math.max(0, ...logs.map((log) => log.head.now));
}

// nextDue is the lab time at which something is due first, in any of them; null
// when nothing is.
export function nextDue(logs) {
  const due = logs.filter(({ head }) => !head.ended).map(({ head }) => head.next);
  return due.length ? Math.min(...due) : null;
}

// seqAt is the last event up to a moment; 0 before the first.
export function seqAt({ events }, time) {
  return firstAt(events.length, (i) => events[i].at > time);
}

// beside is the nearest of these moments after another (by: 1) or before it (-1);
// null if there is none. times is sorted.
export function beside(times, time, by) {
  return (by > 0 ? times.find((each) => each > time) : times.findLast((each) => each < time)) ?? null;
}

// FAULTS are what can be done to all four at once. Each answers, for one lab, the
// actions that do it, those that undo it, or neither where it makes no sense.
export const FAULTS = {
  pause: ({ lanes }) => byStatus(lanes.get("A").status, "paused", { doing: ["pause A 15s"], undoing: ["resume A"] }),
  crash: ({ lanes }) => byStatus(lanes.get("A").status, "crashed", { doing: ["crash A"], undoing: ["restart A"] }),
  cut: ({ lab, events }) => (isCut(events) ? { undoing: ["heal"] } : { doing: servers(lab).map((id) => `cut A ${id}`) }),
  jump: ({ lab }) => ({ doing: [`jump ${middle(servers(lab))} +12s`] }),
  fencing: ({ lanes }) => (lanes.get("store").fencing ? { undoing: ["fencing off"] } : { doing: ["fencing on"] }),
};

// faultOn says what a button does now, to each lab: {undo, lines: [[…], …]}. What
// was done to any of them is undone first.
export function faultOn(name, labs) {
  const each = labs.map((lab) => (lab ? FAULTS[name](lab) : {}));
  const undo = each.some((one) => one.undoing);
  return { undo, lines: each.map((one) => (undo ? one.undoing : one.doing) ?? []) };
}

function byStatus(status, undone, { doing, undoing }) {
  if (status === undone) return { undoing };
  return ["running", "idle", "paused"].includes(status) ? { doing } : {};
}

// isCut reads from the actions whether A has been cut off and not healed since.
function isCut(events) {
  let cut = false;
  for (const { kind, data } of events) {
    if (kind !== KIND.ACTION || data.failed) continue;
    if (data.text.startsWith("cut A ")) cut = true;
    if (data.text === "heal") cut = false;
  }
  return cut;
}

function servers(lab) {
  return lab.lanes.filter((lane) => lane.group === "server").map((lane) => lane.id);
}

// Of several servers the one in the middle jumps: the one that both majorities need.
function middle(ids) {
  return ids[Math.floor(ids.length / 2)];
}

// COMPARED are the verdicts shown beside each lab, in this order.
export const COMPARED = ["two-believers", "stale-write", "fenced", "mutual-exclusion"];
