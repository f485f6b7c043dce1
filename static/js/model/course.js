import { done } from "./progress.js";

// How far one has come, for the first page.

// lessonState is {state, at, of}: state is "new", "under" or "done", at the step that
// is due, from 1. steps are {id, goals, predicts}, goals being how many there are.
export function lessonState(progress, steps) {
  const known = steps.map((step) => progress.steps[step.id] ?? {});
  const open = steps.findIndex((step, i) => !done({ ...step, goals: { length: step.goals } }, known[i]));
  if (open < 0) return { state: "done", at: steps.length, of: steps.length };
  const begun = progress.at > 0 || Object.keys(progress.steps).length > 0;
  return { state: begun ? "under" : "new", at: open + 1, of: steps.length };
}

export function lessonWords({ state, at, of }) {
  return { new: count(of, "step"), under: `Step ${at} of ${of}`, done: "Done" }[state];
}

// goOn is where to go on: {entry, fresh}. lists are the course and the challenges, each
// {name, state, ...} in its order, last the name of what was worked on last. One stays
// in the list that one is in: with what is under way, then with what follows it. null
// when all is done.
export function goOn(lists, last) {
  const here = lists.filter((list) => list.some(({ name }) => name === last));
  for (const list of [...here, ...lists]) {
    const entry = dueIn(list, last);
    if (entry) return { entry, fresh: lists.flat().every(({ state }) => state === "new") };
  }
  return null;
}

function dueIn(entries, last) {
  const recent = entries.findIndex((entry) => entry.name === last);
  const pick = (from, state) => entries.find((entry, i) => i >= from && entry.state === state);
  return entries[recent]?.state === "under" ? entries[recent] : (pick(0, "under") ?? pick(recent + 1, "new") ?? pick(0, "new"));
}

// taskState is a challenge's state in the words of a lesson's.
export function taskState(state) {
  return { "": "new", tried: "under" }[state] ?? "done";
}

// tally says how many lessons are done, challenges solved.
export function tally(lessons, challenges) {
  const parts = [];
  const finished = lessons.filter((state) => state === "done").length;
  const solved = challenges.filter((state) => state === "solved" || state === "best").length;
  if (lessons.some((state) => state !== "new")) parts.push(`${finished} of ${count(lessons.length, "lesson")} done`);
  if (challenges.some(Boolean)) parts.push(`${solved} of ${count(challenges.length, "challenge")} solved`);
  return parts.join(", ");
}

function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
