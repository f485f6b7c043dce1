import { acts, conditionMet } from "./goals.js";

// A challenge: {goals, rules, best, unit, repairs, changes}. To break, actions are
// counted; to repair, the changes with which the lab was opened.

// attempt reads the branch that is open: which conditions of the goal are met,
// which rules are broken, how many actions or changes it took. A repair is judged
// at the end of its run.
export function attempt({ goals, rules, repairs, changes }, { events, verdicts, ended }) {
  const judged = !repairs || ended;
  const so = (condition) => conditionMet(condition, events, verdicts);
  const met = goals.map((goal) => judged && so(goal));
  const broken = rules.map(so);
  return { judged, met, broken, count: repairs ? changes : acts(events).length, solved: met.every(Boolean) && !broken.some(Boolean) };
}

// said is what there is to say about an attempt, record being what is known of
// earlier ones.
export function said({ judged, broken, count, solved }, record, { rules, best, unit, repairs }) {
  const rule = rules.find((_, i) => broken[i]);
  if (rule) return `A rule is broken: ${rule.say} Go back to before that, or reset.`;
  if (solved) return solvedWords(record, count, best, unit);
  if (repairs && judged) return count ? `With ${counted(count, unit)} the run still fails. What each does is written below it.` : "As it is, the run fails.";
  return "";
}

function solvedWords({ shown }, count, best, unit) {
  const text = `Solved with ${counted(count, unit)}`;
  if (shown) return `${text}, after the solution was shown.`;
  if (count < best) return `${text}: fewer than the best known, ${best}.`;
  return count === best ? `${text}. Nobody is known to need fewer.` : `${text}. It can be done with ${best}: go back, or reset.`;
}

// counted is a number of actions or changes in words.
export function counted(count, unit) {
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
