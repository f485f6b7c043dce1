import { kept } from "./controllers/keeping.js";
import { challengeState, challengeSummary } from "./model/challengeprogress.js";

// The list says, for each challenge, how far one has come, and for all of them
// together.
const cards = [...document.querySelectorAll("[data-challenge-card]")];
const states = cards.map((card) => {
  const record = kept(window, `challenge.${card.dataset.challengeCard}`, {});
  const state = challengeState(record, Number(card.dataset.best));
  card.dataset.state = state;
  card.querySelector("[data-challenge-text]").textContent = challengeSummary(record, card.dataset.unit);
  return state;
});

const solved = states.filter((state) => state === "solved" || state === "best").length;
const best = states.filter((state) => state === "best").length;
if (states.some(Boolean)) {
  const line = document.querySelector("[data-challenges-state]");
  line.textContent = `You have solved ${solved} of ${cards.length}${best ? `, ${best} of them with as few as anybody` : ""}.`;
  line.hidden = false;
}
