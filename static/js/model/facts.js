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
  const { events, head } = log;
  const bars = beliefs(events);
  const held = keys(events);
  const sent = messages(events);
  const due = expected(held, head.now);
  const typical = flight(sent);
  const beating = beats(events);
  const along = axis(loud(events, beating), head, due, typical, fold);
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
    flight: typical,
    places: events.map((event) => along.warp.toAxis(event.at)),
    ...along,
  };
}

// loud leaves out the heartbeats that went well: the axis keeps no room for them.
function loud(events, { quiet }) {
  return quiet.size ? events.filter((event) => !quiet.has(event.seq)) : events;
}

function axis(events, head, due, typical, fold) {
  const ahead = due.map((bar) => bar.until);
  if (!fold) return { warp: straight(), first: 0, last: head.now };
  const times = moments(events, [head.now, ...ahead]);
  return { warp: folded(times, typical), first: 0, last: times.at(-1) };
}
