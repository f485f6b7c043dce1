import { KIND } from "./events.gen.js";

// The command bar takes the lab's action vocabulary and the words of the
// transport.

const RUNS = ["acquired", "expired", "write", "violation", "end"];
const KINDS = Object.values(KIND);

// parseCommand tells what a line asks for: {do, ...}, a {problem} in words, or
// null for an empty line. Actions are the lab's to judge.
export function parseCommand(line) {
  const text = line.trim().replace(/\s+/g, " ");
  if (!text) return null;
  const [word, ...rest] = text.split(" ");
  return TRANSPORT[word]?.(rest) ?? { do: "act", text: line.trim() };
}

const TRANSPORT = {
  step: ([count = "1"]) => number(count, (n) => ({ do: "step", n })) ?? problem("step takes a number from 1 to 1000"),
  reset: (rest) => (rest.length ? problem("reset takes nothing") : { do: "reset" }),
  mistakes: (rest) => ({ do: "mistakes", on: rest.filter((name) => name !== "none") }),
  run: (rest) => runTo(rest[0] === "to" ? rest.slice(1) : rest),
  back: (rest) => (rest.length ? sight("back", rest) : { do: "back" }),
  until: (rest) => sight("until", rest),
  advance: ([by = ""]) => {
    const ns = parseDuration(by);
    return ns ? { do: "advance", by: ns } : problem("advance takes a duration, for example 5s or 250ms");
  },
};

// runTo reads "violation", or "vote A": the next such event, perhaps on one lane.
function runTo([to, lane]) {
  if (!RUNS.includes(to) && !KINDS.includes(to)) return problem(`run takes one of ${RUNS.join(", ")}, or a kind of event, for example run vote`);
  return lane ? { do: "run", to, lane } : { do: "run", to };
}

// sight reads "A acquired 2": the second such event.
function sight(what, [lane, kind, count = "1"]) {
  const found = lane && kind && number(count, (n) => ({ do: what, lane, kind, n }));
  return found || problem(`${what} takes a lane and a kind of event, for example ${what} A acquired`);
}

function number(text, make) {
  const n = Number(text);
  return Number.isInteger(n) && n >= 1 && n <= 1000 ? make(n) : null;
}

function problem(text) {
  return { problem: text };
}

// nth is the sequence number of the n-th event of a kind on a lane, or null.
export function nth(events, { lane, kind, n }) {
  let left = n;
  for (const event of events) {
    if (event.lane === lane && event.kind === kind && --left === 0) return event.seq;
  }
  return null;
}

// remember adds a line to the history, newest last, each once, 50 at most.
export function remember(history, line) {
  return [...history.filter((other) => other !== line), line].slice(-50);
}

// fill puts a lane and a length into a command: "pause {lane} {length}".
export function fill(template, lane, length = "") {
  return template.replace("{lane}", lane).replace("{length}", length).trim();
}

const UNITS = { h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, µs: 1e3, ns: 1 };

// parseDuration reads a duration as people type it, "15s", "250ms", "1m30s": in
// nanoseconds, or null for what is none.
export function parseDuration(text) {
  if (!/^(\d+(\.\d+)?(h|ms|m|s|us|µs|ns))+$/.test(text)) return null;
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)) total += number * UNITS[unit];
  return Math.round(total);
}
