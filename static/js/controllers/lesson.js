import { conditionMet, met } from "../model/goals.js";
import { verdictsAt } from "../model/log.js";
import { done, firstProgress, of, revealed, waitingFor, withStep } from "../model/progress.js";
import { followed, keep, kept } from "./keeping.js";
import { lessonNav } from "./lessonnav.js";
import { prediction } from "./prediction.js";
import { setText } from "./parts.js";

// lesson leads through the steps: predict, run, observe, explain. It checks the
// goals against the live log and keeps the progress in the browser.
export function lesson(app) {
  const { document, window } = app;
  const column = document.querySelector("[data-lesson]");
  const name = `lesson.${column.dataset.lesson}`;
  const steps = [...column.querySelectorAll("[data-step]")].map(readStep);
  const read = () => ({ ...firstProgress(), ...kept(window, name, {}) });
  let progress = read();

  const book = {
    steps,
    mistakes: column.dataset.mistakes,
    get: (step) => of(progress, step.id, step.choices),
    note: (step, patch) => save(withStep(progress, step.id, patch)),
    at: () => Math.min(progress.at, steps.length - 1),
    open: (at) => save({ ...progress, at }),
  };

  let told = false;

  function save(next) {
    progress = next;
    const safe = keep(window, name, progress) && keep(window, "last", name);
    app.update(safe || told ? {} : { notice: { text: "This browser keeps nothing for this site, so your progress is gone when you leave this page. Everything else works." } });
    told ||= !safe;
  }

  followed(window, name, () => {
    progress = { ...read(), at: progress.at };
    app.update({});
  });

  const nav = lessonNav(app, column, book);
  for (const step of steps) wireStep(app, step, book);

  app.on(({ log }) => {
    const verdicts = verdictsAt(log, log.head.seq);
    const open = steps[book.at()];
    checkGoals(open, log.events, verdicts, book);
    for (const step of steps) showStep(step, book.get(step), step === open);
    nav(steps.map((step) => done(step, book.get(step))));
  });
}

function readStep(element) {
  return {
    element,
    id: element.dataset.step,
    goals: JSON.parse(element.dataset.goals),
    solution: JSON.parse(element.dataset.solution),
    predicts: element.querySelector("[data-predict]") !== null,
    choices: element.querySelectorAll("[data-choice]").length,
    show: () => {},
  };
}

function wireStep(app, step, book) {
  if (step.predicts) step.show = prediction(step, book);
  step.element.querySelector("[data-read-on]")?.addEventListener("click", () => book.note(step, { read: true }));
  const solve = step.element.querySelector("[data-solve]");
  if (!solve) return;
  solve.hidden = false;
  solve.addEventListener("click", () => app.try(() => runSolution(app, linesUpTo(step, book.steps, book.mistakes))));
}

// linesUpTo is what leads from a fresh lab to a step's goal: a step goes on
// where the one before it ended. The lab begins with the lesson's own mistakes,
// whatever was tried in between.
function linesUpTo(step, steps, mistakes) {
  const upTo = steps.slice(0, steps.indexOf(step) + 1);
  return [`mistakes ${mistakes}`, ...upTo.flatMap((each) => each.solution)];
}

async function runSolution(app, lines) {
  for (const line of lines) await app.moves.line(line);
}

// checkGoals marks what is so by now. What was met once stays met: a harmless
// click later takes nothing away.
function checkGoals(step, events, verdicts, book) {
  const items = step.element.querySelectorAll("[data-goal]");
  const known = book.get(step);
  step.goals.forEach((goal, i) => {
    const so = Boolean(known.met) || conditionMet(goal, events, verdicts);
    items[i].toggleAttribute("data-met", so);
    setText(items[i].querySelector("[data-goal-state]"), so ? "(done)" : "(not yet)");
  });
  if (!known.met && met(step.goals, events, verdicts)) book.note(step, { met: true });
}

function showStep(step, known, open) {
  step.element.hidden = !open;
  if (!open) return;
  const free = revealed(step, known);
  step.element.querySelector("[data-after]").hidden = !free;
  const waiting = step.element.querySelector("[data-waiting]");
  if (waiting) {
    waiting.hidden = free;
    setText(waiting.querySelector("[data-waiting-text]"), waitingFor(step, known));
  }
  step.show(known, free);
}
