import { kept } from "./controllers/keeping.js";
import { firstProgress, summary } from "./model/progress.js";

// The first page says, for each lesson, how far one has come.
for (const card of document.querySelectorAll("[data-progress]")) {
  const progress = kept(window, `lesson.${card.dataset.progress}`, firstProgress());
  const text = summary(progress, Number(card.dataset.steps));
  if (text) card.querySelector("[data-progress-text]").textContent = text;
}
