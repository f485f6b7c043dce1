// Progress as a file: to take along to another browser, or to keep. What is read is
// put beside what is there, and nothing is lost.
//
// The records: {lessons, challenges, beliefs}, each a map from a name to what the
// browser keeps under it.

const SORT = "progress";
const VERSION = 1;
const NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;
const MOST = 1000; // names of one sort, steps of a lesson

const flag = { is: (value) => typeof value === "boolean", say: "true or false" };
const whole = { is: (value) => Number.isInteger(value) && value >= 0 && value <= 10_000, say: "a whole number from 0 to 10000" };
const word = { is: (value) => typeof value === "string" && value.length <= 40, say: "a text of at most 40 characters" };

const STEP = { choice: whole, locked: flag, met: flag, read: flag };
const CHALLENGE = { tried: flag, solved: flag, best: whole, shown: flag };

// toFile is the text of a file with these records.
export function toFile({ lessons, challenges, beliefs }) {
  return `${JSON.stringify({ lockviz: SORT, version: VERSION, lessons, challenges, beliefs }, null, 2)}\n`;
}

// fromFile reads such a file, strictly: the error says what is wrong with it.
export function fromFile(text) {
  const file = parsed(text);
  if (!isMap(file) || file.lockviz !== SORT) throw new Error('This is no progress of lockviz: such a file begins with "lockviz": "progress".');
  if (!Number.isInteger(file.version) || file.version < 1) throw new Error(`version: ${shown(file.version)} is not a whole number from 1.`);
  if (file.version > VERSION) throw new Error(`A later lockviz wrote this file: its version is ${file.version}, and this one reads ${VERSION}.`);
  const { lockviz, version, lessons = {}, challenges = {}, beliefs = {}, ...rest } = file;
  for (const name of Object.keys(rest)) throw new Error(`${shown(name)} is not known here; allowed: lockviz, version, lessons, challenges, beliefs.`);
  return {
    lessons: map("lessons", lessons, lesson),
    challenges: map("challenges", challenges, (path, value) => fields(path, value, CHALLENGE)),
    beliefs: map("beliefs", beliefs, (path, value) => one(path, value, word)),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON. A file with progress comes from the button Download.");
  }
}

function lesson(path, value) {
  if (!isMap(value)) throw new Error(`${path}: ${shown(value)} is not a map.`);
  const { at = 0, steps = {}, ...rest } = value;
  for (const name of Object.keys(rest)) throw new Error(`${path}.${name} is not known here; allowed: at, steps.`);
  return { at: one(`${path}.at`, at, whole), steps: map(`${path}.steps`, steps, (at, step) => fields(at, step, STEP)) };
}

function map(path, value, each) {
  if (!isMap(value)) throw new Error(`${path}: ${shown(value)} is not a map.`);
  const entries = Object.entries(value);
  if (entries.length > MOST) throw new Error(`${path} has ${entries.length} entries; the most is ${MOST}.`);
  return Object.fromEntries(
    entries.map(([name, item]) => {
      if (!NAME.test(name)) throw new Error(`${path}: ${shown(name)} is not a name; a name is small letters, digits and -.`);
      return [name, each(`${path}.${name}`, item)];
    }),
  );
}

function fields(path, value, known) {
  if (!isMap(value)) throw new Error(`${path}: ${shown(value)} is not a map.`);
  for (const [name, item] of Object.entries(value)) {
    if (!Object.hasOwn(known, name)) throw new Error(`${path}.${name} is not known here; allowed: ${Object.keys(known).join(", ")}.`);
    one(`${path}.${name}`, item, known[name]);
  }
  return { ...value };
}

function one(path, value, { is, say }) {
  if (!is(value)) throw new Error(`${path}: ${shown(value)} is not ${say}.`);
  return value;
}

const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function shown(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

// merged puts two records together. What was done in either is done; where both gave
// an answer, the first one's stays.
export function merged(mine, theirs) {
  return {
    lessons: both(mine.lessons, theirs.lessons, mergedLesson),
    challenges: both(mine.challenges, theirs.challenges, mergedChallenge),
    beliefs: { ...theirs.beliefs, ...mine.beliefs },
  };
}

function both(mine, theirs, merge) {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return Object.fromEntries([...names].map((name) => [name, Object.hasOwn(mine, name) ? (Object.hasOwn(theirs, name) ? merge(mine[name], theirs[name]) : mine[name]) : theirs[name]]));
}

function mergedLesson(mine, theirs) {
  return { at: Math.max(mine.at, theirs.at), steps: both(mine.steps, theirs.steps, (a, b) => flags(a.locked || !b.locked ? { ...b, ...a } : { ...a, ...b }, a, b)) };
}

function mergedChallenge(mine, theirs) {
  const best = Math.min(mine.best ?? Infinity, theirs.best ?? Infinity);
  return flags({ ...theirs, ...mine, ...(best < Infinity ? { best } : {}) }, mine, theirs);
}

// flags are true where either is.
function flags(record, a, b) {
  const on = Object.keys(record).filter((name) => a[name] === true || b[name] === true);
  return { ...record, ...Object.fromEntries(on.map((name) => [name, true])) };
}
