import { keep, kept } from "./controllers/keeping.js";
import { answered, right, scoreText } from "./model/selftest.js";

const KEY = "beliefs";

// The self-test works without this script, which keeps the answers in the
// browser, says the result of each, and names those that were wrong.
const form = document.querySelector("[data-beliefs]");
const says = document.querySelector("[data-belief-says]");
const score = form.querySelector("[data-score]");
const list = form.querySelector("[data-score-wrong]");
const cards = [...form.querySelectorAll("[data-belief]")];
const truth = Object.fromEntries(cards.map((card) => [card.dataset.belief, card.querySelector("[data-right]").value]));

function answers() {
  return Object.fromEntries(new FormData(form));
}

function show() {
  const given = answers();
  score.textContent = scoreText(given, truth);
  const wrong = cards.filter((card) => answered(given, truth) && !right(given, truth, card.dataset.belief));
  list.hidden = wrong.length === 0;
  list.replaceChildren(...wrong.map(entry));
}

// entry leads back to a statement.
function entry(card) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#${card.id}`;
  link.textContent = card.querySelector("legend > span:last-child").textContent.trim();
  item.append(link);
  return item;
}

form.addEventListener("change", (event) => {
  keep(window, KEY, answers());
  show();
  says.textContent = right(answers(), truth, event.target.name) ? "Right. The reason follows." : "No. The reason follows.";
});

form.addEventListener("reset", () => {
  keep(window, KEY, {});
  says.textContent = "All answers are cleared.";
  // The fields are cleared after this event.
  window.setTimeout(() => {
    show();
    cards[0].querySelector("input").focus();
  });
});

for (const [name, value] of Object.entries(kept(window, KEY, {}))) {
  const input = cards.find((card) => card.dataset.belief === name)?.querySelector(`input[value="${CSS.escape(String(value))}"]`);
  if (input) input.checked = true;
}
show();
