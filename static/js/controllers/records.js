import { firstProgress } from "../model/progress.js";
import { keep, kept } from "./keeping.js";

// What the browser keeps of somebody's progress, all of it at once.

const SORTS = { lessons: "lesson.", challenges: "challenge." };
const BELIEFS = "beliefs";
const LAST = "last";

// storageWorks says whether the browser keeps anything for this site.
export function storageWorks(window) {
  try {
    window.localStorage.setItem("lockviz.try", "1");
    window.localStorage.removeItem("lockviz.try");
    return true;
  } catch {
    return false;
  }
}

// records are {lessons, challenges, beliefs}, by name.
export function records(window) {
  const of = (prefix, first) => Object.fromEntries(names(window, prefix).map((name) => [name.slice(prefix.length), { ...first, ...kept(window, name, {}) }]));
  return { lessons: of(SORTS.lessons, firstProgress()), challenges: of(SORTS.challenges, {}), beliefs: kept(window, BELIEFS, {}) };
}

export function keepRecords(window, all) {
  for (const [sort, prefix] of Object.entries(SORTS)) {
    for (const [name, record] of Object.entries(all[sort])) keep(window, prefix + name, record);
  }
  keep(window, BELIEFS, all.beliefs);
}

// forgetRecords takes all of it away. Settings and the sandbox stay.
export function forgetRecords(window) {
  const gone = [...Object.values(SORTS).flatMap((prefix) => names(window, prefix)), BELIEFS, LAST];
  for (const name of gone) window.localStorage.removeItem(`lockviz.${name}`);
}

function names(window, prefix) {
  try {
    return Object.keys(window.localStorage)
      .filter((key) => key.startsWith(`lockviz.${prefix}`))
      .map((key) => key.slice("lockviz.".length))
      .sort();
  } catch {
    return [];
  }
}
