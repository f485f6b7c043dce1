// The page's copy of a lab's log. The lab's is the truth: whatever does not
// join on without a gap is asked for again.

export function emptyLog() {
  return {
    epoch: "",
    was: "", // the epoch of a log that this one repeats
    lab: null,
    branches: [],
    branch: "",
    events: [],
    verdicts: [],
    head: { seq: 0, now: 0, ended: false },
  };
}

// merge takes one frame of the lab into the log. It answers the new log and how
// it came about: "same", "more", "replaced" or "gap" (say hello again).
export function merge(log, frame) {
  if (frame.type === "snapshot") return { log: fromSnapshot(frame), how: "replaced" };
  if (frame.type !== "events") return { log, how: "same" };
  if (frame.epoch !== log.epoch || frame.from > log.events.length) return { log, how: "gap" };
  return joined(log, frame);
}

function fromSnapshot(frame) {
  const { epoch, lab, branch, head } = frame;
  return {
    epoch,
    was: frame.was ?? "",
    lab,
    branch,
    head,
    branches: frame.branches ?? [],
    events: frame.events ?? [],
    verdicts: frame.verdicts ?? [],
  };
}

function joined(log, frame) {
  const fresh = (frame.events ?? []).filter((event) => event.seq > log.events.length);
  if (!consecutive(fresh, log.events.length)) return { log, how: "gap" };
  const next = {
    ...log,
    events: fresh.length ? log.events.concat(fresh) : log.events,
    verdicts: withVerdicts(log.verdicts, frame.verdicts ?? []),
    head: frame.head ?? log.head,
  };
  return { log: next, how: fresh.length ? "more" : "same" };
}

function consecutive(events, last) {
  return events.every((event, i) => event.seq === last + i + 1);
}

function withVerdicts(held, more) {
  if (!more.length) return held;
  return held.filter((change) => change.seq < more[0].seq).concat(more);
}

// verdictsAt is the set of verdicts that holds at event seq.
export function verdictsAt(log, seq) {
  let low = 0;
  let high = log.verdicts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (log.verdicts[middle].seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low ? log.verdicts[low - 1].all : {};
}

// eventAt is the event with this sequence number, if the log has it.
export function eventAt(log, seq) {
  return log.events[seq - 1];
}
