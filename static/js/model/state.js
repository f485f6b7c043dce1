import { KIND } from "./events.gen.js";
import { emptyLog, eventAt } from "./log.js";

// The state of a lab page. cursor is the event up to which the log is read;
// null: at its head. pin is the event whose details are shown, proof the events
// that prove a verdict, found how two branches differ; quiet says that heartbeats
// that went well are left out.
export function firstState() {
  return {
    log: emptyLog(),
    cursor: null,
    pin: null,
    proof: [],
    view: null,
    fold: true,
    quiet: true,
    playing: false,
    link: "connecting",
    found: null,
  };
}

// reading is where the log is read: {seq, at, behind}.
export function reading({ log, cursor }) {
  if (cursor === null || cursor >= log.head.seq) return { seq: log.head.seq, at: log.head.now, behind: false };
  return { seq: cursor, at: eventAt(log, cursor)?.at ?? 0, behind: true };
}

// moved is the change of state that reads up to seq.
export function moved({ log }, seq) {
  const held = Math.min(Math.max(seq, 0), log.head.seq);
  return { cursor: held >= log.head.seq ? null : held, pin: null, proof: [] };
}

// taken is the change of state that a frame's new log brings. A reader who
// stands behind the head stays there while his log only grows, or is repeated by a
// lab that was woken up.
export function taken(state, log, how) {
  if (how === "more" || how === "same") return { log };
  const stays = [log.epoch, log.was].includes(state.log.epoch);
  return stays ? { log } : { log, cursor: null, pin: null, proof: [], view: null };
}

const RUN_TO = {
  acquired: (event) => event.kind === KIND.ACQUIRED,
  expired: (event) => event.kind === KIND.KEY_GONE && event.data.why === "expired",
  write: (event) => event.kind === KIND.ACCEPTED || event.kind === KIND.REJECTED,
};

// recorded is the event of the log, after seq, to which a run would go: null if
// the lab has to go on for it. to is a goal or a kind of event.
export function recorded(log, seq, to, lane) {
  if (to === "violation") return nextViolation(log, seq);
  if (to === "end") return log.head.ended ? log.head.seq : null;
  const reached = RUN_TO[to] ?? ((event) => event.kind === to);
  return log.events.find((event) => event.seq > seq && reached(event) && (!lane || event.lane === lane))?.seq ?? null;
}

function nextViolation({ verdicts }, seq) {
  const violated = new Set();
  for (const change of verdicts) {
    const fresh = Object.keys(change.all).filter((name) => change.all[name].status === "violated" && !violated.has(name));
    fresh.forEach((name) => violated.add(name));
    if (fresh.length && change.seq > seq) return change.seq;
  }
  return null;
}
