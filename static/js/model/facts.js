import { beats } from "./beats.js";
import { beliefs, overlaps } from "./beliefs.js";
import { expected, keys } from "./keys.js";
import { flight, messages } from "./messages.js";
import { index } from "./ranges.js";
import { standstills } from "./standstills.js";
import { folded, moments, straight } from "./warp.js";
import { withVerdicts, writes } from "./writes.js";

// facts reads everything that the figure shows from a log. It is done once for
// each change of the log, never for a change of view.
export function facts(log, fold = true) {
  const own = read(log);
  return placed(own, axisOf([own], fold));
}

// read is what there is to know of a log without an axis; placed puts it on one,
// which several logs may share (axisOf).
export function read(log) {
  const { events, head } = log;
  const bars = beliefs(events);
  const held = keys(events);
  const sent = messages(events);
  const due = expected(held, head.now);
  const beating = beats(events);
  return {
    beliefs: index(bars, (bar) => bar.from, (bar) => bar.end),
    keys: index(held, (bar) => bar.from, (bar) => bar.end),
    messages: index(sent, (message) => message.sent, (message) => message.end),
    standstills: index(standstills(events), (stretch) => stretch.from, (stretch) => stretch.end),
    events: index(events, (event) => event.at, (event) => event.at),
    overlaps: overlaps(bars),
    writes: withVerdicts(writes(events), log.verdicts.at(-1)?.all["stale-write"]),
    beats: beating,
    due,
    flight: flight(sent),
    now: head.now,
  };
}

export function placed(own, axis) {
  return { ...own, places: own.events.starts.map((at) => axis.warp.toAxis(at)), ...axis };
}

// loud leaves out the heartbeats that went well: the axis keeps no room for them.
function loud({ events, beats: { quiet } }) {
  return quiet.size ? events.list.filter((event) => !quiet.has(event.seq)) : events.list;
}

// axisOf is the axis on which all of these lie: {warp, first, last, flight, marked},
// marked the events whose times it names.
export function axisOf(all, fold) {
  const typical = Math.max(...all.map((each) => each.flight));
  const marked = all.length > 1 ? merged(all.map(loud)) : index(loud(all[0]), at, at);
  const present = Math.max(...all.map((each) => each.now));
  if (!fold) return { warp: straight(), first: 0, last: present, flight: typical, marked };
  const times = moments(marked.list, [present, ...all.flatMap((each) => each.due.map((bar) => bar.until))]);
  return { warp: folded(times, typical), first: 0, last: times.at(-1), flight: typical, marked };
}

const at = (event) => event.at;

function merged(lists) {
  return index(lists.flat().sort((a, b) => a.at - b.at), at, at);
}
