import { kept } from "./controllers/keeping.js";
import { backups } from "./controllers/backups.js";
import { records, storageWorks } from "./controllers/records.js";
import { challengeState, challengeSummary } from "./model/challengeprogress.js";
import { goOn, lessonState, lessonWords, tally, taskState } from "./model/course.js";
import { firstProgress } from "./model/progress.js";

// The first page says how far one has come, and where to go on.

const lessons = [...document.querySelectorAll("[data-progress]")];
const challenges = [...document.querySelectorAll("[data-challenge-card]")];

function show() {
  const all = records(window);
  const states = lessons.map((row) => lessonState(all.lessons[row.dataset.progress] ?? firstProgress(), JSON.parse(row.dataset.steps)));
  lessons.forEach((row, i) => {
    row.dataset.state = states[i].state;
    row.querySelector("[data-progress-text]").textContent = lessonWords(states[i]);
  });
  const solved = challenges.map((row) => {
    const record = all.challenges[row.dataset.challengeCard] ?? {};
    row.dataset.state = challengeState(record, Number(row.dataset.best));
    row.querySelector("[data-challenge-text]").textContent = row.dataset.state ? challengeSummary(record, row.dataset.unit) : "";
    return row.dataset.state;
  });
  showTally(tally(states.map(({ state }) => state), solved));
  showWay([
    lessons.map((row, i) => ({ name: `lesson.${row.dataset.progress}`, row, ...states[i] })),
    challenges.map((row, i) => ({ name: `challenge.${row.dataset.challengeCard}`, row, state: taskState(solved[i]) })),
  ]);
}

function showTally(text) {
  const line = document.querySelector("[data-tally]");
  line.textContent = text ? `So far: ${text}.` : "";
  line.hidden = !text;
}

// showWay leads on from where one was last.
function showWay(lists) {
  const way = goOn(lists, kept(window, "last", ""));
  const link = document.querySelector("[data-continue]");
  if (!link || !way) return;
  const { row, state, at, of } = way.entry;
  const { name } = row.dataset;
  link.href = row.querySelector("a").href;
  link.textContent = way.fresh ? `Begin with ${name}` : `Continue: ${name}${state === "under" && of ? `, step ${at} of ${of}` : ""}`;
  const straight = document.querySelector("[data-straight]");
  if (straight) straight.hidden = !way.fresh;
}

show();
backups({ document, window, changed: show, works: storageWorks(window) });
window.addEventListener("pageshow", (event) => event.persisted && show());
