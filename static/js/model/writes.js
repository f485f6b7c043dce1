import { KIND } from "./events.gen.js";

// writes reads from the log what reached the store: [{seq, at, lane, writer,
// token, highest, accepted, stale, version, value, over}], in order. A write is
// stale when it was accepted after a newer grant had been used; over is the
// sequence number of the write that it came after.
export function writes(events) {
  const list = [];
  for (const event of events) {
    if (event.kind !== KIND.ACCEPTED && event.kind !== KIND.REJECTED) continue;
    list.push(begin(event, list));
  }
  return list;
}

function begin(event, before) {
  const { data, seq, at, lane } = event;
  const accepted = event.kind === KIND.ACCEPTED;
  const older = data.token < data.highest;
  return {
    seq,
    at,
    lane,
    accepted,
    writer: data.writer,
    token: data.token,
    highest: data.highest,
    version: data.version ?? 0,
    value: data.value,
    stale: accepted && data.token > 0 && older,
    over: older ? (before.findLast((write) => write.token === data.highest)?.seq ?? null) : null,
  };
}

// withVerdicts marks stale writes also where tokens cannot tell: the last
// accepted write among the events that prove the verdict.
export function withVerdicts(list, verdict) {
  if (verdict?.status !== "violated" || list.some((write) => write.stale)) return list;
  const last = list.findLast((write) => write.accepted && verdict.events.includes(write.seq));
  return last ? list.map((write) => (write === last ? { ...write, stale: true } : write)) : list;
}
