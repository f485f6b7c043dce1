import { isBeat } from "./beats.js";
import { KIND } from "./events.gen.js";
import { labTime, span } from "./format.js";
import { keys } from "./keys.js";
import { watches } from "./watches.js";

// queueAt reads from the log, up to event seq, the queue behind a lock, a place
// for each client: those with a key in the order of their keys, then the others.
// A place is {client, key, order, rank, says, session, left, ttl, lives, watches,
// watchedBy, note}; key is null without one, rank 0 for the one that holds the
// lock; left is what is left of the session; watches names whose key it watches,
// "" for none and "all" for the queue as a whole; note explains what a reader
// would not expect.
export function queueAt({ events, lab }, seq, at, lanes) {
  const past = events.slice(0, seq);
  const live = keys(past).filter((bar) => bar.end === null && bar.order);
  const asked = watches(past);
  const known = sessions(past);
  const order = live.sort((a, b) => a.order - b.order);
  const waitsHere = lab.lanes.filter((lane) => lane.group === "client" && !order.some((bar) => bar.owner === lane.id));
  const ask = { lanes, asked, known, order, at };
  return [...order.map((bar) => place(bar.owner, bar, ask)), ...waitsHere.map((lane) => place(lane.id, null, ask))];
}

function place(client, bar, { lanes, asked, known, order, at }) {
  const state = lanes.get(client) ?? null;
  const session = (bar && known.get(bar.session)) || [...known.values()].findLast((each) => each.owner === client) || null;
  const live = asked.filter((watch) => watch.end === null);
  const rank = bar ? order.indexOf(bar) : null;
  const fired = asked.findLast((watch) => watch.watcher === client && watch.event && watch.told === null) ?? null;
  const lent = bar ? null : (order.find((other) => state?.belief && other.order === state.belief.token) ?? null);
  const mine = { client, state, key: bar?.key ?? null, rank, session, fired, lent, at };
  return {
    client,
    key: mine.key,
    order: bar?.order ?? 0,
    rank,
    says: says(mine, order),
    session: session?.session ?? "",
    left: leftOf(bar, session, at),
    ttl: session?.ttl ?? 0,
    lives: lives(mine),
    watches: watched(live, client, order),
    watchedBy: bar ? live.filter((watch) => watch.key === bar.key).map((watch) => watch.watcher) : [],
    note: note(mine),
  };
}

// sessions reads which leases or sessions there were: {session, owner, ttl, until,
// ended, why}. Whatever keeps one alive moves until.
function sessions(events) {
  const all = new Map();
  for (const { kind, at, data } of events) {
    if (kind === KIND.SESSION_OPENED) all.set(data.session, { session: data.session, owner: data.owner, ttl: data.for, until: at + data.for, ended: null, why: "" });
    else if (kind === KIND.SESSION_ENDED) Object.assign(all.get(data.session) ?? {}, { ended: at, why: data.why });
    else if (kind === KIND.KEY_SET && data.session) Object.assign(all.get(data.session) ?? {}, { until: data.until });
    else if (kind === KIND.EXECUTED && isBeat(data.command.join(" "))) alive(all, data.from, at);
  }
  return all;
}

function alive(all, owner, at) {
  const last = [...all.values()].findLast((session) => session.owner === owner && session.ended === null);
  if (last) last.until = at + last.ttl;
}

function leftOf(bar, session, at) {
  if (session && session.ended !== null) return 0;
  const until = bar?.until ?? session?.until ?? at;
  return Math.max(until - at, 0);
}

function watched(live, client, order) {
  const watch = live.findLast((each) => each.watcher === client);
  if (!watch) return "";
  return order.find((bar) => bar.key === watch.key)?.owner ?? "all";
}

function says({ state, rank, fired, lent }, order) {
  if (rank === null) return without(state, lent);
  const hears = fired ? `watch fired: ${fired.event}` : state?.woken ? "woken, looks again" : "";
  if (state?.giving) return "gives the lock back";
  if (rank === 0) return state?.belief ? "holds the lock" : `first; ${hears || "does not know it yet"}`;
  return hears || `waits behind ${order[rank - 1].owner}`;
}

function without(state, lent) {
  if (!state) return "";
  if (state.belief) return lent ? `believes, by ${lent.owner}'s key` : "believes, without a key";
  return { idle: "not started", running: "not in the queue" }[state.status] ?? state.status;
}

function lives({ client, state, session }) {
  if (!session) return "";
  if (session.ended !== null) return session.why === "deleted" ? "" : `${session.session} ${session.why} at ${labTime(session.ended)}`;
  if (state?.away) return `disconnected, as far as ${client} knows`;
  return { paused: "no sign of life: paused", crashed: "no sign of life: crashed", finished: "no sign of life: finished" }[state?.status] ?? "connected";
}

// note explains a key without a client that will give it back, and a belief
// without a key.
function note({ client, state, key, session, lent, at }) {
  if (!state) return "";
  if (lent) return `${client} believes that it holds the lock by the key of ${lent.owner}: they share a session, which does not exclude itself.`;
  if (state.belief && !key) return `${client} believes that it holds the lock, but its key is gone${goneWith(session)}.`;
  const stops = { crashed: "has crashed", finished: "has finished", paused: "is paused" }[state.status] ?? (state.away ? "is cut off" : "");
  if (!key || !stops || !session || session.ended !== null) return "";
  return `${client} ${stops}: its key stays until ${session.session} runs out, ${span(Math.max(Math.round((session.until - at) / 1e7) * 1e7, 0))} from now.`;
}

function goneWith(session) {
  return session?.ended ? `: ${session.session} ${session.why === "deleted" ? "ended" : session.why} at ${labTime(session.ended)}` : "";
}
