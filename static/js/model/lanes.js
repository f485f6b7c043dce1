import { answerOf } from "./answers.js";
import { isBeat } from "./beats.js";
import { KIND } from "./events.gen.js";

// lanesAt reads from the log how each lane stands after event seq: a map from
// lane to {status, step, dueAt, waiting, asleep, behind, woken, away, giving, why,
// tally, belief, offset, rate, slow, role, what, pos, fencing, addr}.
// status is "idle" (not started), "running", "paused", "crashed" or "finished";
// tally counts the votes of the round that is on; role is a server's in a pair;
// asleep says that a client waits to be woken, behind whose key it waits for, away that it has lost touch with its
// session's server, giving that it gives the lock back.
export function lanesAt(events, seq, lanes, { fencing = false, kind = "" } = {}) {
  const states = new Map(lanes.map((lane) => [lane.id, fresh(lane, fencing)]));
  const owners = new Map();
  if (kind === "redis-replica") promote(states, lanes.find((lane) => lane.group === "server")?.id);
  for (const event of events) {
    if (event.seq > seq) break;
    const state = states.get(event.lane);
    if (event.kind === KIND.KEY_SET) owners.set(event.data.key, event.data.owner);
    if (!state) continue;
    if (event.pos) state.pos = event.pos;
    state.last = event.seq;
    CHANGES[event.kind]?.(state, event, owners);
    if (event.kind === KIND.PROMOTED) promote(states, event.lane);
  }
  return states;
}

// promote makes one server of a pair the primary, and the others replicas.
function promote(states, primary) {
  for (const state of states.values()) {
    if (state.group === "server") state.role = state.id === primary ? "primary" : "replica";
  }
}

function fresh(lane, fencing) {
  return {
    id: lane.id,
    group: lane.group,
    status: lane.group === "client" ? "idle" : "running",
    step: "",
    dueAt: null,
    waiting: "",
    asleep: false,
    behind: "",
    woken: false,
    away: false,
    giving: false,
    why: "",
    tally: {},
    belief: null,
    offset: 0,
    rate: 1,
    slow: 0,
    role: "",
    what: lane.what ?? "",
    pos: null,
    last: 0,
    fencing,
    addr: lane.addr ?? "",
    object: null,
  };
}

// What a client that moves on is not any more.
const ACTIVE = { waiting: "", asleep: false, behind: "", woken: false, why: "" };

const CHANGES = {
  [KIND.STARTED]: (s) => Object.assign(s, { status: "running", pos: s.pos }),
  [KIND.STEP]: (s, e) => Object.assign(s, { step: e.data.step, ...ACTIVE, tally: {}, status: awake(s) }),
  [KIND.WAITING]: (s, e, owners) => Object.assign(s, { ...ACTIVE, waiting: e.data.why, asleep: !e.data.for, behind: owners.get(e.data.behind) ?? "", tally: {} }),
  [KIND.WOKEN]: (s) => Object.assign(s, { ...ACTIVE, woken: true }),
  [KIND.DISCONNECTED]: (s) => Object.assign(s, { away: true }),
  [KIND.RECONNECTED]: (s) => Object.assign(s, { away: false }),
  [KIND.SENT]: (s, e) => isBeat(e.data.text) || s.asleep || Object.assign(s, ACTIVE),
  [KIND.VOTE]: (s, e) => Object.assign(s, { tally: counted(s.tally, answerOf(e.data)) }),
  [KIND.COUNTED]: (s, e) => Object.assign(s, { tally: e.data.held ? {} : s.tally }),
  [KIND.TIMED_OUT]: (s, e) => Object.assign(s, { why: `no reply from ${e.data.to}: may have happened` }),
  [KIND.REFUSED]: (s, e) => Object.assign(s, { why: `refused: ${e.data.why}` }),
  [KIND.FAILED]: (s, e) => Object.assign(s, { ...ACTIVE, why: e.data.mayHaveHappened ? "failed: may have happened" : "failed" }),
  [KIND.ACQUIRED]: (s, e) => Object.assign(s, { ...ACTIVE, tally: {}, giving: false, belief: { ...e.data, seq: e.seq } }),
  [KIND.EXTENDED]: (s, e) => Object.assign(s, { tally: {}, belief: s.belief && { ...s.belief, until: e.data.until } }),
  [KIND.RELEASING]: (s) => Object.assign(s, { belief: null, giving: true }),
  [KIND.RELEASED]: (s) => Object.assign(s, { belief: null, giving: false }),
  [KIND.LOST]: (s) => Object.assign(s, { ...ACTIVE, belief: null, away: false, giving: false }),
  [KIND.FINISHED]: (s) => Object.assign(s, { ...ACTIVE, status: "finished", belief: null, away: false, giving: false }),
  [KIND.PAUSED]: (s, e) => Object.assign(s, { status: "paused", dueAt: e.data.for ? e.at + e.data.for : null }),
  [KIND.RESUMED]: (s) => Object.assign(s, { status: "running", dueAt: null }),
  [KIND.CRASHED]: (s) => Object.assign(s, { ...ACTIVE, status: "crashed", belief: null, dueAt: null, away: false, giving: false }),
  [KIND.RESTARTED]: (s) => Object.assign(s, { status: "running", dueAt: null }),
  [KIND.CLOCK]: (s, e) => Object.assign(s, { offset: e.data.offset, rate: e.data.rate }),
  [KIND.SLOWED]: (s, e) => Object.assign(s, { slow: e.data.by }),
  [KIND.EXECUTED]: (s, e) => Object.assign(s, { addr: e.data.addr || s.addr, clock: e.data.clock }),
  [KIND.FENCING]: (s, e) => Object.assign(s, { fencing: e.data.on }),
  [KIND.ACCEPTED]: (s, e) => Object.assign(s, { object: e.data }),
  [KIND.REJECTED]: (s, e) => Object.assign(s, { object: { ...s.object, object: e.data.object, highest: e.data.highest } }),
  [KIND.SERVED]: (s, e) => Object.assign(s, { object: { ...s.object, ...pick(e.data) } }),
};

function counted(tally, answer) {
  return { ...tally, [answer]: (tally[answer] ?? 0) + 1 };
}

function awake(state) {
  return state.status === "idle" || state.status === "finished" ? "running" : state.status;
}

function pick({ object, version, value }) {
  return { object, version, value };
}
