import { KIND } from "./events.gen.js";

// copies reads from the log, up to event seq, how far the replicas are behind:
// {primary, flying: [{msg, from, to, text, sent}], lags, lost}. flying is what a
// replica has not got yet; lags are the times that the last few copies took, lost
// counts the copies that will never arrive.
export function copies(events, seq, lanes) {
  const servers = new Set(lanes.filter((lane) => lane.group === "server").map((lane) => lane.id));
  const flying = new Map();
  const read = { primary: [...servers][0] ?? "", lags: [], lost: 0 };
  for (const event of events) {
    if (event.seq > seq) break;
    const { kind, data, lane, at } = event;
    if (kind === KIND.SENT && servers.has(lane) && servers.has(data.to)) {
      flying.set(data.msg, { msg: data.msg, from: lane, to: data.to, text: data.text.replace(/^replicate /, ""), sent: at, seq: event.seq });
    } else if (kind === KIND.EXECUTED && flying.has(data.msg)) {
      read.lags.push(at - flying.get(data.msg).sent);
      flying.delete(data.msg);
    } else if (kind === KIND.DROPPED && flying.delete(data.msg)) {
      read.lost++;
    } else if (kind === KIND.PROMOTED) {
      read.primary = lane;
    }
  }
  return { ...read, lags: read.lags.slice(-5), flying: [...flying.values()] };
}
