import { attempt, said } from "../model/challenge.js";
import { verdictsAt } from "../model/log.js";
import { solvedWith, withShown } from "../model/challengeprogress.js";
import { followed, keep, kept } from "./keeping.js";
import { setAttribute, setText } from "./parts.js";
import { repair } from "./repair.js";

// challenge checks the goal and the rules against the branch that is open, counts,
// and keeps the best in the browser.
export function challenge(app) {
  const { document, window } = app;
  const column = document.querySelector("[data-challenge]");
  const task = readTask(column);
  const name = `challenge.${column.dataset.challenge}`;
  let record = kept(window, name, {});
  let begun = false;

  function save(next) {
    if (JSON.stringify(next) === JSON.stringify(record)) return;
    record = next;
    keep(window, name, record);
    app.update({});
  }

  followed(window, name, () => {
    record = kept(window, name, {});
    app.update({});
  });
  oneByOne([...column.querySelectorAll("[data-hint]")]);
  const solution = column.querySelector("[data-solution-part]");
  solution.addEventListener("toggle", () => solution.open && save(withShown(record)));
  const form = repair(app, column);
  const solve = solution.querySelector("[data-solve]");
  solve.hidden = false;
  solve.addEventListener("click", () => (form ? form.solve() : app.try(() => replay(app, JSON.parse(solution.dataset.solution)))));

  app.on(({ log, opened }) => {
    if (!opened) return;
    if (log.events.length && !begun) begun = keep(window, "last", name); // the first page goes on from here
    const now = attempt(task, { events: log.events, verdicts: verdictsAt(log, log.head.seq), ended: log.head.ended });
    if (now.solved) save(solvedWith(record, now.count));
    else if (log.events.length && !record.tried) save({ ...record, tried: true });
    show(column, task, now, record);
    form?.show(now, record);
    column.dataset.ready = "";
  });
}

function readTask(column) {
  const { goals, rules, best, unit } = column.dataset;
  const changes = column.querySelectorAll("[data-repair] input[checked]").length; // of the lab, whatever is ticked by now
  return { goals: JSON.parse(goals), rules: JSON.parse(rules), best: Number(best), unit, repairs: unit === "changes", changes };
}

// oneByOne offers a hint when the one before it was opened.
function oneByOne(hints) {
  hints.forEach((hint, i) => {
    hint.hidden = i > 0;
    hint.addEventListener("toggle", () => hint.open && hints[i + 1] && (hints[i + 1].hidden = false));
  });
}

async function replay(app, lines) {
  for (const line of ["reset", ...lines]) await app.moves.line(line);
}

function show(column, task, now, record) {
  column.querySelectorAll("[data-goal]").forEach((item, i) => {
    item.toggleAttribute("data-met", now.met[i]);
    setText(item.querySelector("[data-goal-state]"), now.met[i] ? "(done)" : "(not yet)");
  });
  column.querySelectorAll("[data-rule]").forEach((item, i) => {
    item.toggleAttribute("data-broken", now.broken[i]);
    setText(item.querySelector("[data-rule-state]"), now.broken[i] ? "Broken" : "");
  });
  setText(column.querySelector("[data-tally]"), String(now.count));
  setText(column.querySelector("[data-own-best]"), String(record.best ?? "–"));
  const says = column.querySelector("[data-challenge-says]");
  setText(says, said(now, record, task));
  setAttribute(says, "data-so", now.solved ? "solved" : now.broken.some(Boolean) ? "broken" : null);
  column.querySelector("[data-after]").hidden = !record.solved;
  column.querySelector("[data-next]")?.classList.toggle("button--main", Boolean(record.solved));
}
