// A view is the range of the axis in sight: {from, to} in axis units (see
// warp.js), and how it meets the pixels of a track.

const START = 0.035; // of the length, left free before the first event
const END = 0.08; // and after the last, where a write's mark needs room
const NARROWEST = 2e4; // 20 µs

// scale maps axis places to pixels and back.
export function scale(view, width) {
  const perPixel = (view.to - view.from) / Math.max(width, 1);
  return {
    perPixel,
    toX: (place) => (place - view.from) / perPixel,
    toPlace: (x) => view.from + x * perPixel,
  };
}

// fit shows [first, last] with a little room at both ends.
export function fit(first, last, least) {
  const length = Math.max(last - first, least);
  return { from: first - START * length, to: first + length * (1 + END) };
}

// automatic shows everything if it can be read, else the part around the
// cursor. longest is the longest range that can be read.
export function automatic({ first, last, cursor, least, longest }) {
  const all = fit(first, last, least);
  if (all.to - all.from <= longest) return all;
  const to = Math.min(Math.max(cursor + 0.25 * longest, all.from + longest), all.to);
  return { from: to - longest, to };
}

// zoom scales the view by factor (> 1: closer) around a place.
export function zoom(view, factor, around, limits) {
  const length = view.to - view.from;
  const wanted = Math.min(Math.max(length / factor, NARROWEST), limits.to - limits.from);
  const left = ((around - view.from) / length) * wanted;
  return held({ from: around - left, to: around - left + wanted }, limits);
}

// pan moves the view by a part of its length.
export function pan(view, part, limits) {
  const by = part * (view.to - view.from);
  return held({ from: view.from + by, to: view.to + by }, limits);
}

// reveal moves the view as little as it must to show a place.
export function reveal(view, place) {
  const length = view.to - view.from;
  const margin = 0.06 * length;
  if (place < view.from + margin) return { from: place - margin, to: place - margin + length };
  if (place > view.to - margin) return { from: place + margin - length, to: place + margin };
  return view;
}

function held(view, limits) {
  const length = Math.min(view.to - view.from, limits.to - limits.from);
  const from = Math.min(Math.max(view.from, limits.from), limits.to - length);
  return { from, to: from + length };
}
