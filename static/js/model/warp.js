import { lowerBound } from "./ranges.js";

// A warp maps lab time to the axis. Between events that are near each other it
// is one to one; a stretch in which nothing happens is folded to little more
// than its mark. Units on both sides are nanoseconds; only the view knows pixels.

// straight is the warp that folds nothing.
export function straight() {
  return { cuts: [], toAxis: (time) => time, toTime: (place) => place };
}

// folded makes the warp for these moments (sorted, the first is where the axis
// begins). flight is the typical time on a cable: gaps of a few of it stay as
// they are.
export function folded(times, flight) {
  if (times.length < 2) return straight();
  const places = [times[0]];
  const cuts = [];
  for (let i = 1; i < times.length; i++) {
    const gap = times[i] - times[i - 1];
    places.push(places[i - 1] + foldedLength(gap, flight));
    if (gap > 4 * flight) cuts.push({ from: times[i - 1], to: times[i] });
  }
  return {
    cuts,
    toAxis: (time) => between(times, places, time),
    toTime: (place) => between(places, times, place),
  };
}

// foldedLength grows with the logarithm of a long gap, so that 10 s still looks
// longer than 1 s.
export function foldedLength(gap, flight) {
  const limit = 2 * flight;
  return gap <= limit ? gap : limit + 0.4 * flight * Math.log2(gap / limit);
}

function between(from, to, value) {
  const last = from.length - 1;
  if (value <= from[0]) return to[0] + (value - from[0]);
  if (value >= from[last]) return to[last] + (value - from[last]);
  const i = lowerBound(from, value);
  const length = from[i] - from[i - 1];
  if (length === 0) return to[i];
  return to[i - 1] + ((value - from[i - 1]) / length) * (to[i] - to[i - 1]);
}

// moments lists the times that the axis must keep apart: sorted, each once.
export function moments(events, more) {
  const all = [0, ...events.map((event) => event.at), ...more].sort((a, b) => a - b);
  return all.filter((time, i) => i === 0 || time !== all[i - 1]);
}
