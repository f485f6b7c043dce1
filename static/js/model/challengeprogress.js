// What the browser keeps of a challenge: {tried, solved, best, shown}. best is the
// fewest actions or changes of one's own; shown, that the solution was shown.

// solvedWith is what is known after it was solved with so many.
export function solvedWith(record, count) {
  if (record.shown) return { ...record, solved: true };
  return { ...record, solved: true, best: Math.min(count, record.best ?? count) };
}

// withShown is what is known after its solution was shown: what follows is not
// one's own, and what was before stays.
export function withShown(record) {
  return { ...record, shown: true };
}

// challengeState is "best", "solved", "shown", "tried" or "".
export function challengeState({ tried, solved, best, shown }, bestKnown) {
  if (best !== undefined) return best <= bestKnown ? "best" : "solved";
  if (solved) return "shown";
  return tried || shown ? "tried" : "";
}

// challengeSummary is one line about a challenge for the list.
export function challengeSummary(record, unit) {
  if (record.best !== undefined) return `Solved with ${record.best} ${record.best === 1 ? unit.slice(0, -1) : unit}`;
  if (record.solved) return "Solved, after the solution was shown";
  return challengeState(record, 0) ? "Not solved yet" : "Not tried";
}
