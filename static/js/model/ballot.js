import { answerOf } from "./answers.js";
import { KIND } from "./events.gen.js";

// ballots reads from the log, up to event seq, the latest round of votes of each
// client: [{client, attempt, extends, rows, yes, needed, of, begun, counted,
// held, until, over}]. rows is [{node, msg, sent, answer, seq, words}], a row a
// server, in the servers' order; answer is null while it is not asked, "asked"
// while its vote is on the way, then as in answers.js.
export function ballots(events, seq, lanes) {
  const nodes = lanes.filter((lane) => lane.group === "server").map((lane) => lane.id);
  const rounds = new Map();
  for (const event of events) {
    if (event.seq > seq) break;
    const next = CHANGES[event.kind]?.(rounds.get(event.lane), event, nodes);
    if (next) rounds.set(event.lane, next);
  }
  return lanes.filter((lane) => rounds.has(lane.id)).map((lane) => rounds.get(lane.id));
}

const CHANGES = {
  [KIND.SENT]: sent,
  [KIND.VOTE]: voted,
  [KIND.COUNTED]: (round, { at, data }) => ({ ...round, ...data, counted: at, over: true }),
  [KIND.ACQUIRED]: (round, { data }) => round && { ...round, until: data.until || null },
  [KIND.EXTENDED]: (round, { data }) => round && { ...round, until: data.until, held: true, over: true },
  [KIND.RELEASING]: (round) => round && { ...round, until: null, ended: "given back" },
  [KIND.LOST]: (round) => round && { ...round, until: null, ended: "lost" },
  [KIND.CRASHED]: (round) => round && { ...round, until: null, over: true, ended: "crashed" },
};

// What asks for a vote: to set the key, or to extend it. Releases ask for none.
const ASKS = [
  [/^SET(NX)? /, false],
  [/^EVAL «extend /, true],
];

function sent(round, { lane, at, seq, data }, nodes) {
  const ask = !data.reply && nodes.includes(data.to) && ASKS.find(([form]) => form.test(data.text));
  if (!ask) return null;
  const open = goesOn(round, data.to, ask[1]) ? round : begin(round, lane, at, ask[1], nodes);
  return withRow(open, data.to, { msg: data.msg, sent: at, answer: "asked", seq });
}

// A round goes on until it is counted, or a server is asked again.
function goesOn(round, node, extending) {
  if (!round || round.over || round.extends !== extending) return false;
  return round.rows.find((row) => row.node === node).answer === null;
}

function begin(before, client, at, extending, nodes) {
  return {
    client,
    attempt: extending ? (before?.attempt ?? 1) : (before?.attempt ?? 0) + 1,
    extends: extending,
    rows: nodes.map((node) => ({ node, msg: 0, sent: null, answer: null, seq: null, words: "" })),
    yes: 0,
    needed: Math.floor(nodes.length / 2) + 1,
    of: nodes.length,
    begun: at,
    counted: null,
    held: null,
    until: extending ? (before?.until ?? null) : null,
    over: false,
    ended: "",
  };
}

function voted(round, { seq, data }) {
  if (!round) return null;
  const answer = answerOf(data);
  return withRow({ ...round, yes: round.yes + (data.yes ? 1 : 0) }, data.node, { answer, seq, words: data.answer });
}

function withRow(round, node, patch) {
  return { ...round, rows: round.rows.map((row) => (row.node === node ? { ...row, ...patch } : row)) };
}

// timesAt tells what a round's time is at a moment: {elapsed, drift, left, ttl}.
// left is what is left of the promise; before the votes are counted, what would
// be left if they were counted now. Once counted, elapsed is the client's own.
export function timesAt(round, at, { ttl, drift: allowed }) {
  const drift = round.drift ?? allowed ?? 0;
  const elapsed = round.counted === null ? Math.max(at - round.begun, 0) : round.elapsed;
  if (round.until) return { elapsed, drift, ttl, left: Math.max(round.until - at, 0) };
  const promised = round.over ? (round.validity ?? 0) : ttl - elapsed - drift;
  return { elapsed, drift, ttl, left: round.ended ? 0 : Math.max(promised, 0) };
}

// outcome says in words how a round stands.
export function outcome(round, left) {
  if (round.ended) return round.ended;
  if (round.held) return left > 0 ? "held" : "the promise is over";
  if (!round.over) return round.yes >= round.needed ? "a majority" : "voting";
  return round.yes >= round.needed ? "too late" : "no majority";
}
