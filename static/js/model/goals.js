// The goals of a lesson's steps: the same function of log and verdicts as in
// the lessons' Go code.

// met says whether every condition of a goal holds. A goal without conditions
// is not met.
export function met(goal, events, verdicts) {
  return goal.length > 0 && goal.every((condition) => conditionMet(condition, events, verdicts));
}

// conditionMet says it for one condition: {saw, after, count} or {verdict, is,
// count}.
export function conditionMet(condition, events, verdicts) {
  if (condition.saw) return seen(condition, events) >= Math.max(condition.count ?? 0, 1);
  const verdict = verdicts[condition.verdict];
  if (!verdict) return false;
  const status = !condition.is || verdict.status === condition.is;
  return status && (verdict.count ?? 0) >= (condition.count ?? 0);
}

function seen({ saw, after }, events) {
  let count = 0;
  let counting = !after;
  for (const event of events) {
    if (counting && is(saw, event)) count++;
    counting ||= is(after, event);
  }
  return count;
}

function is(sight, event) {
  return event.lane === sight.lane && event.kind === sight.kind;
}
