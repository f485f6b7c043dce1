import { KIND } from "../model/events.gen.js";
import { span } from "../model/format.js";
import { lowerBound, upperBound, visible } from "../model/ranges.js";
import { clockWords } from "../model/words.js";

const NEAR = 2; // px within which dots become density, and a sign hides another like it
const STRANGER = "stranger"; // who sends what comes from outside the lab

// The tool with which a stranger reaches a server, by how its lane's name begins.
const TOOLS = [["etcd", "etcdctl"], ["zookeeper", "zkCli"]];

// Signs of the kinds of event that have one of their own; the others are dots.
const SIGNS = {
  [KIND.ACTION]: "action",
  [KIND.REFUSED]: "cross",
  [KIND.FAILED]: "cross",
  [KIND.TIMED_OUT]: "cross",
  [KIND.EXECUTED]: "square",
  [KIND.EXTENDED]: "longer",
  [KIND.CHECKED]: "look",
  [KIND.PROMOTED]: "crown",
  [KIND.CLOCK]: "jump",
  [KIND.SERVED]: "ring",
  [KIND.FINISHED]: "stop",
  [KIND.CRASHED]: "cross",
  [KIND.RESTARTED]: "ring",
  [KIND.WOKEN]: "woken",
  [KIND.DISCONNECTED]: "cross",
  [KIND.RECONNECTED]: "ring",
  [KIND.SESSION_OPENED]: "ring",
  [KIND.SESSION_ENDED]: "stop",
};

// points lays out a sign for each event in view, on its lane. Places on the axis
// were found with the facts: a frame only scales them.
export function points({ events, places, beats }, frame) {
  const marks = [];
  const last = new Map();
  const end = upperBound(events.starts, frame.to);
  for (let i = lowerBound(events.starts, frame.from); i < end; i++) {
    const event = events.list[i];
    if (beats.quiet.has(event.seq) && beats.byEvent.get(event.seq) !== frame.beat) continue;
    const x = frame.toX(places[i]);
    const sign = signOf(event);
    const name = event.lane + sign;
    const before = last.get(name);
    if (before && x - before.x1 < NEAR) {
      if (sign === "dot") before.x1 = x;
      before.count++;
      continue;
    }
    const mark = place(event, sign, x, frame);
    if (!mark) continue;
    last.set(name, mark);
    marks.push(mark);
  }
  return marks;
}

// A stranger's command has a sign of its own; votes, writes and watches are drawn
// elsewhere.
function signOf({ kind, data }) {
  if (kind === KIND.EXECUTED && data.from === STRANGER) return "stranger";
  return SIGNS[kind] ?? "dot";
}

const ELSEWHERE = new Set([KIND.ACCEPTED, KIND.REJECTED, KIND.VOTE, KIND.WATCH_SET, KIND.WATCH_FIRED]);

function place(event, sign, x, frame) {
  if (ELSEWHERE.has(event.kind)) return null;
  const lane = event.kind === KIND.ACTION ? frame.top : frame.lanes.get(event.lane);
  return lane ? { x, x1: x, y: lane.axis, lane: event.lane, sign, seq: event.seq, count: 1 } : null;
}

const LABELS = {
  [KIND.STEP]: (data) => data.step,
  [KIND.FENCING]: (data) => (data.on ? "fencing on" : "fencing off"),
  [KIND.CLOCK]: (data) => clockWords(data) || "clock right",
  [KIND.RESTARTED]: () => "restart",
  [KIND.PROMOTED]: () => "primary now",
  [KIND.SLOWED]: (data) => (data.by ? `slow +${span(data.by)}` : "as fast as ever"),
  [KIND.EXECUTED]: ({ from, command }, lane) => from === STRANGER && `${toolOf(lane)}: ${command[0]}`,
  [KIND.WOKEN]: () => "woken",
  [KIND.DISCONNECTED]: () => "disconnected",
  [KIND.RECONNECTED]: () => "connected again",
  [KIND.SESSION_ENDED]: ({ session, why }) => why === "expired" && `${session} expired`,
};

function toolOf(lane) {
  return TOOLS.find(([server]) => lane.startsWith(server))?.[1] ?? "redis-cli";
}

// labels lays out words above a lane where there is room for them: the steps of
// a client's program, what was done to a server.
export function labels(facts, frame, most = 120) {
  const marks = [];
  const taken = new Map();
  for (const event of visible(facts.events, frame.from, frame.to)) {
    const lane = frame.lanes.get(event.lane);
    const text = LABELS[event.kind]?.(event.data, event.lane);
    if (!lane || !text || marks.length >= most) continue;
    const x = frame.x(event.at);
    if (x < (taken.get(event.lane) ?? -Infinity)) continue;
    taken.set(event.lane, x + text.length * frame.letter + 10);
    marks.push({ x, y: lane.top, base: baseOf(lane, frame), text, lane: event.lane, seq: event.seq });
  }
  return marks;
}

// baseOf is the line on which words above a lane stand: near its top, but in a
// low lane above what lies on its axis.
function baseOf(lane, { stroke, letter }) {
  return Math.max(Math.min(lane.top + 13 * stroke, lane.axis - 6 * stroke), lane.top + 1.45 * letter);
}
