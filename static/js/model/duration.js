// Durations as people type them: "15s", "250ms", "1m30s".

const UNITS = { h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, µs: 1e3, ns: 1 };

// parseDuration answers nanoseconds, or null for what is no duration.
export function parseDuration(text) {
  if (!/^(\d+(\.\d+)?(h|ms|m|s|us|µs|ns))+$/.test(text)) return null;
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)) total += number * UNITS[unit];
  return Math.round(total);
}
