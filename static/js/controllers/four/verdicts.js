import { COMPARED } from "../../model/four.js";
import { verdictsAt } from "../../model/log.js";
import { part, setText } from "../parts.js";
import { showVerdict } from "../verdicts.js";

// verdicts shows, beside each lab, how the same properties stand in it. A click
// selects the events that prove one.
export function verdicts(four) {
  const { document } = four;
  const labels = new Map([...document.querySelectorAll("[data-verdict-docs] [data-verdict]")].map((entry) => [entry.dataset.verdict, entry.dataset.verdictLabel]));
  const buttons = four.state.labs.map(({ root }) => new Map(COMPARED.map((name) => [name, line(document, root.querySelector("[data-verdicts]"), name, labels)])));

  four.on(({ labs }) => {
    for (const [i, { log }] of labs.entries()) {
      const all = verdictsAt(log, four.labs[i].seq());
      for (const [name, button] of buttons[i]) showVerdict(button, all[name]);
    }
  });
  for (const [i, { root }] of four.state.labs.entries()) {
    root.querySelector("[data-verdicts]").addEventListener("click", ({ target }) => {
      const name = target.closest("[data-verdict]")?.dataset.verdict;
      const verdict = name && verdictsAt(four.state.labs[i].log, four.labs[i].seq())[name];
      const seq = verdict?.events?.at(-1);
      if (seq) four.update({ pin: { lab: i, seq }, proof: { lab: i, seqs: verdict.events } });
    });
  }
}

function line(document, list, name, labels) {
  const item = part(document, "four-verdict");
  const button = item.querySelector("button");
  button.dataset.verdict = name;
  setText(button.querySelector("[data-label]"), labels.get(name) ?? name);
  list.append(item);
  return button;
}
