import { ranked, watches } from "../model/watches.js";
import { rankY } from "./layout.js";

// Read once for each change of the log.
const read = new WeakMap();

function watchesOf(facts) {
  if (!read.has(facts)) read.set(facts, ranked(watches(facts.events.list), facts.keys.list));
  return read.get(facts);
}

// watchMarks lays out the watches: where one was set, and where it fired. y is the
// row of the key, own that of who watches it: {x, y, own, watcher, fired, seq}.
export function watchMarks(facts, frame) {
  const marks = [];
  for (const watch of watchesOf(facts)) {
    const lane = frame.lanes.get(watch.lane);
    if (!lane) continue;
    const put = (time, [key, own], fired, seq) => {
      if (time < frame.from || time > frame.to) return;
      marks.push({ x: frame.x(time), y: rankY(lane, key), own: own === null ? null : rankY(lane, own), watcher: watch.watcher, fired, seq });
    };
    put(watch.from, watch.set, false, watch.seq);
    if (watch.fired) put(watch.end, watch.fired, true, watch.endSeq);
  }
  return marks;
}
