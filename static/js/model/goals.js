// The goals of lessons and challenges: the same function of log and verdicts as
// in the lessons' Go code.

import { KIND } from "./events.gen.js";

// met says whether every condition of a goal holds. A goal without conditions
// is not met.
export function met(goal, events, verdicts) {
  return goal.length > 0 && goal.every((condition) => conditionMet(condition, events, verdicts));
}

// conditionMet says it for one condition: {saw, with, after, count}, {did,
// count} or {verdict, is, count}; with never, the opposite.
export function conditionMet(condition, events, verdicts) {
  return so(condition, events, verdicts) !== Boolean(condition.never);
}

function so(condition, events, verdicts) {
  const enough = Math.max(condition.count ?? 0, 1);
  if (condition.saw) return seen(condition, events) >= enough;
  if (condition.did) return acts(events).filter((text) => condition.did.some((pattern) => begins(text, pattern))).length >= enough;
  const verdict = verdicts[condition.verdict];
  if (!verdict) return false;
  const status = !condition.is || verdict.status === condition.is;
  return status && (verdict.count ?? 0) >= (condition.count ?? 0);
}

// acts are the actions that a person did.
export function acts(events) {
  return events.filter(({ kind, data }) => kind === KIND.ACTION && data.by === "person").map(({ data }) => data.text);
}

// begins: the words of an action begin with those of the pattern; a * at the end
// of a pattern's word stands for any rest of that word.
function begins(text, pattern) {
  const words = text.split(" ");
  return pattern.split(" ").every((want, i) => {
    const open = want.endsWith("*") && words[i]?.startsWith(want.slice(0, -1));
    return open || words[i] === want;
  });
}

function seen({ saw, with: fields = {}, after }, events) {
  let count = 0;
  let counting = !after;
  const fits = ({ data }) => Object.entries(fields).every(([name, value]) => data[name] === value);
  for (const event of events) {
    if (counting && is(saw, event) && fits(event)) count++;
    counting ||= is(after, event);
  }
  return count;
}

function is(sight, event) {
  return event.lane === sight.lane && event.kind === sight.kind;
}
