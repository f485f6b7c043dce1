import { tallyWords, whyOf } from "./answers.js";
import { labTime, shift, span } from "./format.js";

// stateWords says in a few words how a lane stands, for its head.
export function stateWords(state, now) {
  if (state.group === "client") return [clientWords(state), beliefWords(state, now)].filter(Boolean).join(" · ");
  if (state.group === "store") return storeWords(state);
  return serverWords(state);
}

// serverWords says what a server is, and whether it is up.
export function serverWords({ status, role, slow }) {
  const parts = [status === "crashed" ? "down" : "up"];
  if (role) parts.unshift(role);
  if (slow) parts.push(`slow +${span(slow)}`);
  return parts.join(" · ");
}

function clientWords(state) {
  if (state.status === "idle") return "not started";
  if (state.status === "paused") return state.dueAt === null ? "paused" : `paused to ${labTime(state.dueAt, 1)}`;
  if (state.status !== "running") return state.status;
  if (state.away) return "disconnected: unknown";
  if (state.woken) return "woken";
  if (state.asleep) return state.behind ? `waiting behind ${state.behind}` : "waiting to be woken";
  if (state.waiting) return `waits: ${whyWords(state.waiting)}`;
  const tally = tallyWords(state.tally);
  return tally ? `${state.step}: ${tally}` : state.why || state.step || "running";
}

// Why a client waits, short enough for its head: how many votes it had, or that
// it was refused, met nobody, or does not know.
function whyWords(why) {
  const votes = /^\d+ of \d+ votes/.exec(why);
  return votes ? votes[0] : { taken: "taken", unreachable: "unreachable", unknown: "no reply, may have happened" }[whyOf(why)];
}

function beliefWords({ belief, away }, now) {
  if (!belief) return "";
  if (away) return "unsure";
  if (!belief.until) return "believes";
  return belief.until > now ? `believes, ${span(round(belief.until - now))} left` : "still believes";
}

function round(ns) {
  return ns > 1e9 ? Math.round(ns / 1e8) * 1e8 : ns;
}

function storeWords({ object, status }) {
  if (status === "crashed") return "down";
  if (!object?.object) return "untouched";
  return `${object.object} v${object.version ?? "?"}`;
}

// fullWords says the same at length, for a tooltip and for screen readers.
export function fullWords(state, now) {
  const parts = [`${state.id}: ${stateWords(state, now)}`];
  if (state.what) parts.push(state.what);
  if (state.away) parts.push("it has lost touch with its session's server and does not know whether the session lives");
  if (state.belief) parts.push(`believes that it holds ${state.belief.lock}${tokenWords(state.belief)}`);
  if (state.waiting) parts.push(`waits: ${state.waiting}`);
  if (state.offset || state.rate !== 1) parts.push(clockWords(state));
  return parts.join("; ");
}

function tokenWords({ token, until }) {
  const withToken = token ? ` with token ${token}` : "";
  return until ? `${withToken}, promised until ${labTime(until)}` : withToken;
}

// clockWords says how a lane's clock differs from lab time; empty if it does
// not.
export function clockWords({ offset, rate }) {
  const parts = [];
  if (offset) parts.push(shift(offset));
  if (rate && rate !== 1) parts.push(`×${rate}`);
  return parts.length ? `clock ${parts.join(" ")}` : "";
}

// eventWords is one event as a sentence: the lane, then what it says.
export function eventWords(event) {
  return event.lane === "lab" ? event.say : `${event.lane} ${event.say}`;
}
