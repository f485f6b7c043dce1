// Moving from event to event with the keyboard.

// beside is the next event on the same lane as seq (by: 1 or -1) that is not left
// out, or seq itself.
export function beside(events, seq, by, leftOut = new Set()) {
  const lane = events[seq - 1]?.lane;
  for (let next = seq + by; next >= 1 && next <= events.length; next += by) {
    if ((!lane || events[next - 1].lane === lane) && !leftOut.has(next)) return next;
  }
  return Math.min(Math.max(seq, 1), events.length);
}

// across is the event nearest in time on the next lane that has any (by: 1 down,
// -1 up), or seq itself.
export function across(events, seq, by, lanes) {
  const here = events[seq - 1];
  if (!here) return seq;
  for (let i = lanes.indexOf(here.lane) + by; i >= 0 && i < lanes.length; i += by) {
    const nearest = nearestOn(events, lanes[i], here);
    if (nearest) return nearest;
  }
  return seq;
}

function nearestOn(events, lane, { at, seq }) {
  let best = null;
  for (const event of events) {
    if (event.lane !== lane) continue;
    const distance = [Math.abs(event.at - at), Math.abs(event.seq - seq)];
    if (!best || less(distance, best.distance)) best = { seq: event.seq, distance };
  }
  return best?.seq ?? null;
}

function less(a, b) {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}

// onward is the next event in the log (by: 1 or -1) that is not left out: 0 is its
// beginning, beyond the last there is none, but the last itself.
export function onward(seq, by, last, leftOut) {
  let next = seq + by;
  while (next > 0 && next < last && leftOut.has(next)) next += by;
  return Math.min(Math.max(next, 0), last);
}
