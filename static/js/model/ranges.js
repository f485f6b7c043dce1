// Finding what is in view: sorted lists, binary search.

// index prepares a list of things with a beginning and an end (null: still
// going on). The list must be sorted by beginning.
export function index(list, from, end) {
  const starts = list.map(from);
  const reach = [];
  let furthest = -Infinity;
  for (const thing of list) {
    furthest = Math.max(furthest, end(thing) ?? Infinity);
    reach.push(furthest);
  }
  return { list, starts, reach };
}

// visible lists the things that touch [low, high], and perhaps a few before
// them.
export function visible({ list, starts, reach }, low, high) {
  return list.slice(lowerBound(reach, low), upperBound(starts, high));
}

// lowerBound is the first place in a sorted list whose value is ≥ value.
export function lowerBound(sorted, value) {
  return firstAt(sorted.length, (i) => sorted[i] >= value);
}

// upperBound is the first place in a sorted list whose value is > value.
export function upperBound(sorted, value) {
  return firstAt(sorted.length, (i) => sorted[i] > value);
}

// firstAt is the first of count places at which something is so, if it is so at
// every later one, too; count if there is none.
export function firstAt(count, so) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (so(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
