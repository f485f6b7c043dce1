import { KIND } from "./events.gen.js";

// lanesAt reads from the log how each lane stands after event seq: a map from
// lane to {status, step, dueAt, waiting, belief, offset, rate, pos, fencing,
// addr}.
// status is "idle" (not started), "running", "paused", "crashed" or "finished".
export function lanesAt(events, seq, lanes, fencing = false) {
  const states = new Map(lanes.map((lane) => [lane.id, fresh(lane, fencing)]));
  for (const event of events) {
    if (event.seq > seq) break;
    const state = states.get(event.lane);
    if (!state) continue;
    if (event.pos) state.pos = event.pos;
    state.last = event.seq;
    CHANGES[event.kind]?.(state, event);
  }
  return states;
}

function fresh(lane, fencing) {
  return {
    id: lane.id,
    group: lane.group,
    status: lane.group === "client" ? "idle" : "running",
    step: "",
    dueAt: null,
    waiting: "",
    belief: null,
    offset: 0,
    rate: 1,
    pos: null,
    last: 0,
    fencing,
    addr: lane.addr ?? "",
    object: null,
  };
}

const CHANGES = {
  [KIND.STARTED]: (s) => Object.assign(s, { status: "running", pos: s.pos }),
  [KIND.STEP]: (s, e) => Object.assign(s, { step: e.data.step, waiting: "", status: awake(s) }),
  [KIND.WAITING]: (s, e) => Object.assign(s, { waiting: e.data.why }),
  [KIND.SENT]: (s) => Object.assign(s, { waiting: "" }),
  [KIND.ACQUIRED]: (s, e) => Object.assign(s, { waiting: "", belief: { ...e.data, seq: e.seq } }),
  [KIND.RELEASING]: (s) => Object.assign(s, { belief: null }),
  [KIND.RELEASED]: (s) => Object.assign(s, { belief: null }),
  [KIND.LOST]: (s) => Object.assign(s, { belief: null }),
  [KIND.FINISHED]: (s) => Object.assign(s, { status: "finished", belief: null, waiting: "" }),
  [KIND.PAUSED]: (s, e) => Object.assign(s, { status: "paused", dueAt: e.data.for ? e.at + e.data.for : null }),
  [KIND.RESUMED]: (s) => Object.assign(s, { status: "running", dueAt: null }),
  [KIND.CRASHED]: (s) => Object.assign(s, { status: "crashed", belief: null, dueAt: null, waiting: "" }),
  [KIND.RESTARTED]: (s) => Object.assign(s, { status: "running", dueAt: null }),
  [KIND.CLOCK]: (s, e) => Object.assign(s, { offset: e.data.offset, rate: e.data.rate }),
  [KIND.EXECUTED]: (s, e) => Object.assign(s, { addr: e.data.addr || s.addr, clock: e.data.clock }),
  [KIND.FENCING]: (s, e) => Object.assign(s, { fencing: e.data.on }),
  [KIND.ACCEPTED]: (s, e) => Object.assign(s, { object: e.data }),
  [KIND.REJECTED]: (s, e) => Object.assign(s, { object: { ...s.object, object: e.data.object, highest: e.data.highest } }),
  [KIND.SERVED]: (s, e) => Object.assign(s, { object: { ...s.object, ...pick(e.data) } }),
};

function awake(state) {
  return state.status === "idle" || state.status === "finished" ? "running" : state.status;
}

function pick({ object, version, value }) {
  return { object, version, value };
}
