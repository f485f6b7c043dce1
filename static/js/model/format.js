// Lab time and durations in words. All are nanoseconds of lab time; the wall
// clock has no part in any of them.

export const MS = 1e6;
export const SECOND = 1e9;

// labTime prints a moment: "3.004 s".
export function labTime(ns, digits = 3) {
  return `${seconds(ns, digits)} s`;
}

// seconds is labTime without its unit, for an axis that names it once.
export function seconds(ns, digits = 3) {
  const text = (Math.abs(ns) / SECOND).toFixed(digits);
  return ns < 0 && Number(text) !== 0 ? `−${text}` : text;
}

// span prints a duration with no more digits than it needs: "15 s", "2.5 ms".
export function span(ns) {
  const size = Math.abs(ns);
  const sign = ns < 0 ? "−" : "";
  if (size === 0) return "0 s";
  if (size >= SECOND) return `${sign}${trim(size / SECOND, size >= 10 * SECOND ? 1 : 2)} s`;
  if (size >= MS) return `${sign}${trim(size / MS, size >= 10 * MS ? 0 : 1)} ms`;
  return `${sign}${trim(size / 1e3, 0)} µs`;
}

function trim(value, digits) {
  return String(Number(value.toFixed(digits)));
}

// shift prints how far a clock is off: "+12 s", "−5 s".
export function shift(ns) {
  return ns < 0 ? span(ns) : `+${span(ns)}`;
}

// clock prints a Unix time in milliseconds as a time of day, in UTC: what a
// node's own clock reads.
export function clock(ms) {
  return new Date(ms).toISOString().slice(11, 23);
}
