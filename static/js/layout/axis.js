import { seconds, span } from "../model/format.js";
import { lowerBound, upperBound } from "../model/ranges.js";
import { rankY } from "./layout.js";

const APART = 10.5; // letters between two labels of the axis

// ticks lays out the labels of the axis: at events where stretches are folded,
// at round times where they are not.
export function ticks(facts, frame) {
  return facts.warp.cuts.length ? eventTicks(facts, frame) : roundTicks(frame);
}

function eventTicks({ marked: events }, frame) {
  const marks = [];
  let free = 0;
  const first = lowerBound(events.starts, frame.from);
  for (let i = first; i < events.starts.length && events.starts[i] <= frame.to; i++) {
    const x = frame.x(events.starts[i]);
    if (x < free || x > frame.width - 24) continue;
    marks.push({ x, text: seconds(events.starts[i]) });
    free = x + APART * frame.letter;
  }
  return marks;
}

function roundTicks(frame) {
  const step = roundStep(((frame.to - frame.from) / frame.width) * APART * frame.letter * 1.3);
  const digits = Math.min(Math.max(0, -Math.floor(Math.log10(step / 1e9))), 6);
  const marks = [];
  for (let time = Math.max(Math.ceil(frame.from / step) * step, 0); time <= frame.to; time += step) {
    const x = frame.x(time);
    if (x <= frame.width - 24) marks.push({ x, text: seconds(time, digits) });
  }
  return marks;
}

function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= least);
}

// cuts lays out the stretches that are folded: where, and how long they are.
export function cuts({ warp }, frame) {
  const first = lowerBound(warp.cuts.map((cut) => cut.to), frame.from);
  const end = upperBound(warp.cuts.map((cut) => cut.from), frame.to);
  return warp.cuts.slice(first, end).map((cut) => ({
    x0: frame.x(cut.from),
    x1: frame.x(cut.to),
    text: span(Math.round((cut.to - cut.from) / 1e6) * 1e6),
  }));
}

// expiries lays out what is known to come: faint ticks in the blank future.
export function expiries({ due }, frame) {
  return due
    .filter((bar) => bar.until >= frame.from && bar.until <= frame.to && frame.lanes.has(bar.lane))
    .map((bar) => {
      const lane = frame.lanes.get(bar.lane);
      const y = rankY(lane, bar.rank);
      const low = lane.queue ? -8 : frame.size / 3; // beside its tick: clear of the lane above
      return { x: frame.x(bar.until), y, low, owner: bar.owner, text: bar.rank ? "" : `expires ${seconds(bar.until)}` };
    });
}
