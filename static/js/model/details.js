import { KIND } from "./events.gen.js";
import { ANSWERS, answerOf } from "./answers.js";
import { clock, labTime, shift, span } from "./format.js";
import { isQueue } from "./kinds.js";
import { verdictsAt } from "./log.js";

// details lists what is to be said about one event, as [term, text] pairs.
export function details(event, log) {
  const terms = [["Lab time", labTime(event.at, 6)], ["Lane", event.lane]];
  if (event.kind === KIND.EXECUTED) terms.push(...wire(event.data, log.lab?.kind));
  else terms.push(...(PAYLOAD[event.kind]?.(event.data) ?? []));
  if (event.pos) terms.push(["Code", `${event.pos.file}:${event.pos.line}`]);
  return terms.concat(touched(event, log));
}

function wire({ command, reply, clock: at, addr, from, raw, rawReply }, kind) {
  return [
    ["From", from],
    ["Command", isQueue(kind) ? command.join(" ") : commandLine(command)],
    ["Reply", reply],
    ...(raw ? [["As sent", raw], ["As answered", rawReply ?? ""], ["Why twice", RAW]] : []),
    ...(command[0] === "WAIT" ? [["Whose reply", "the lab's own: these nodes do not replicate by themselves"]] : []),
    ["Node clock", `${clock(at)} (${at} ms)`],
    ["Listens on", addr],
  ];
}

const RAW = "The live server has numbers of its own for revisions, leases and sessions, others in every run; Command and Reply give them names that stay.";

// commandLine prints a command so that a shell would take it.
export function commandLine(words) {
  return words.map((word) => (/^[\w:.,+\-/@#*]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

const PAYLOAD = {
  [KIND.SENT]: (data) => [["To", data.to], ["Message", `#${data.msg} ${data.text}`]],
  [KIND.RECEIVED]: (data) => [["From", data.from], ["Message", `#${data.msg} ${data.text}`]],
  [KIND.ACQUIRED]: (data) => [["Lock", data.lock], ["Token", tokenText(data.token)], ["Promised until", data.until ? labTime(data.until, 6) : "for ever"]],
  [KIND.VOTE]: (data) => [["Server", data.node], ["Vote", ANSWERS[answerOf(data)]], ["Answer", data.answer]],
  [KIND.COUNTED]: (data) => [["Votes", `${data.yes} of ${data.of}, ${data.needed} needed`], ["Elapsed", span(data.elapsed)], ["For drift", span(data.drift)], ["Validity left", span(data.validity)], ["So", data.held ? "it holds the lock" : "it does not hold the lock"]],
  [KIND.EXTENDED]: (data) => [["Lock", data.lock], ["Promised until", labTime(data.until, 6)]],
  [KIND.CHECKED]: (data) => [["Lock", data.lock], ["Good for", span(data.left)]],
  [KIND.CLOCK]: (data) => [["Off lab time by", shift(data.offset)], ["Rate", `×${data.rate}`]],
  [KIND.SLOWED]: (data) => [["Answers", data.by ? `${span(data.by)} later` : "as fast as ever"]],
  [KIND.PROMOTED]: (data) => [["In place of", data.from]],
  [KIND.TIMED_OUT]: (data) => [["Message", `#${data.msg} to ${data.to}`], ["Waited", span(data.after)], ["So", "it may have been carried out"]],
  [KIND.DROPPED]: (data) => [["Message", `#${data.msg} from ${data.from}`], ["Because", data.why]],
  [KIND.REFUSED]: (data) => [["Lock", data.lock], ["Because", data.why]],
  [KIND.FAILED]: (data) => [["Step", data.step], ["Because", data.why], ["May have happened", data.mayHaveHappened ? "yes" : "no"]],
  [KIND.KEY_SET]: (data) => [["Key", data.key], ["Value", data.value], ["Owner", data.owner], ...queued(data), ["Expires", data.until ? labTime(data.until, 6) : "never"]],
  [KIND.KEY_GONE]: (data) => [["Key", data.key], ["Was", data.owner], ["Because", data.why]],
  [KIND.ACCEPTED]: (data) => [["Writer", data.writer], ["Token", tokenText(data.token)], ["Highest seen", String(data.highest)], ["Now", `${data.object} version ${data.version} = ${data.value}`], ["Writer had read", `version ${data.readVersion}`]],
  [KIND.REJECTED]: (data) => [["Writer", data.writer], ["Token", tokenText(data.token)], ...whyRejected(data), ["Refused", data.value]],
  [KIND.WAITING]: (data) => [["Waits", data.for ? span(data.for) : "until it is woken"], ["Because", data.why], ...(data.behind ? [["Behind key", data.behind]] : [])],
  [KIND.WOKEN]: (data) => [["Lock", data.lock], ["Because", data.why]],
  [KIND.DISCONNECTED]: (data) => [["From", data.from], ["Because", data.why], ["So", "whether its session lives is unknown: it may still hold the lock"]],
  [KIND.RECONNECTED]: (data) => [["To", data.to], ["Session", data.session], ["So", "the session lives, and with it the lock"]],
  [KIND.LOST]: (data) => [["Lock", data.lock], ["Because", data.why]],
  [KIND.SESSION_OPENED]: (data) => [["Session", data.session], ["Owner", data.owner], ["Lasts", `${span(data.for)} without a sign of life`]],
  [KIND.SESSION_ENDED]: (data) => [["Session", data.session], ["Was", data.owner], ["Because", endWords(data)]],
  [KIND.WATCH_SET]: (data) => [["Key", data.key], ["Watcher", data.watcher], ["Waits for", data.for]],
  [KIND.WATCH_FIRED]: (data) => [["Key", data.key], ["Watcher", data.watcher], ["Happened", data.event], ["Told by", `message #${data.msg}`]],
};

function queued({ order, session }) {
  return order ? [["Number in order", String(order)], ["Hangs on", session]] : [];
}

function whyRejected({ highest, writer }) {
  if (highest) return [["Highest seen", String(highest)]];
  return [["Because", `${writer} does not own the lock: its key does not exist as it was created, so the comparison in the transaction that writes fails`]];
}

function endWords({ why, by }) {
  return by ? `${why}, by ${by}` : why;
}

function tokenText(token) {
  return token ? String(token) : "none";
}

// touched lists the verdicts that this event helps to prove.
function touched(event, log) {
  return Object.entries(verdictsAt(log, log.head.seq))
    .filter(([, verdict]) => verdict.events.includes(event.seq))
    .map(([name, verdict]) => ["Proves", `${name.replaceAll("-", " ")}: ${verdict.text}`]);
}

// related lists the events that belong to the same exchange: the message, its
// reply, what they did.
export function related(event, events) {
  const numbers = new Set(messagesOf(event));
  if (!numbers.size) return [];
  for (const other of events) {
    if (other.data?.of && numbers.has(other.data.of)) numbers.add(other.data.msg);
  }
  return events.filter((other) => other.seq !== event.seq && messagesOf(other).some((msg) => numbers.has(msg)));
}

function messagesOf({ data }) {
  return [data?.msg, data?.of, ...(data?.votes ?? [])].filter(Boolean);
}
