import { rankY } from "./layout.js";

// watchMarks lays out the watches: where one was set, and where it fired. y is the
// row of the key, own that of who watches it: {x, y, own, watcher, fired, seq}.
export function watchMarks({ watches }, frame) {
  const marks = [];
  for (const watch of watches) {
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
