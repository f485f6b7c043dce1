import { verdictsAt } from "../model/log.js";
import { exercised, fitting, restWords } from "../model/strip.js";
import { part, setAttribute, setText } from "./parts.js";

const STATUS = { holds: "holds", violated: "violated", "not-exercised": "not yet" };
const GAP = 6;

// verdicts shows how each property stands at the cursor: a chip for those that
// say something, as many as there is room for, and all of them in a list. Either
// selects the events that prove it.
export function verdicts(app) {
  const { document } = app;
  const box = document.querySelector("[data-verdicts]");
  const list = document.querySelector("[data-verdict-list]");
  const more = document.querySelector("[data-verdicts-more]");
  const empty = document.querySelector("[data-verdicts-empty]");
  const labels = readLabels(document);
  const chips = new Map();
  const lines = new Map();
  let shown = "";

  app.on((state) => {
    const all = verdictsAt(state.log, app.reading().seq);
    const names = exercised(all, [...labels.keys()]);
    const now = JSON.stringify([all, box.clientWidth, document.documentElement.dataset.theme]);
    if (now === shown) return;
    shown = now;
    for (const name of order(all)) showVerdict(of(lines, name, "verdict-line", list), all[name]);
    for (const name of names) of(chips, name, "verdict", box);
    for (const [name, chip] of chips) showVerdict(chip, all[name]);
    strip(names);
    empty.hidden = Object.keys(all).length > 0;
    more.hidden = !empty.hidden;
    setText(more.querySelector("[data-more-text]"), restWords(all, box.querySelectorAll("li:not([hidden])").length));
  });

  const order = (all) => [...labels.keys()].filter((name) => name in all).concat(Object.keys(all).filter((name) => !labels.has(name)));

  function of(buttons, name, template, parent) {
    if (!buttons.has(name)) {
      const item = part(document, template);
      const button = item.querySelector("button");
      button.dataset.verdict = name;
      setText(button.querySelector("[data-label]"), labels.get(name) ?? name.replaceAll("-", " "));
      buttons.set(name, button);
      parent.append(item);
    }
    return buttons.get(name);
  }

  function strip(names) {
    for (const [name, chip] of chips) chip.parentElement.hidden = !names.includes(name);
    const items = names.map((name) => chips.get(name).parentElement);
    items.forEach((item, i) => box.children[i] !== item && box.insertBefore(item, box.children[i]));
    const room = fitting(items.map((item) => item.offsetWidth), box.clientWidth, GAP);
    items.forEach((item, i) => (item.hidden = i >= room));
  }

  const click = (event) => {
    const name = event.target.closest("[data-verdict]")?.dataset.verdict;
    const verdict = verdictsAt(app.state.log, app.reading().seq)[name];
    if (!verdict) return;
    if (list.contains(event.target)) list.parentElement.hidePopover();
    app.update({ proof: verdict.events, pin: verdict.events.at(-1) ?? null });
    if (verdict.events.length) app.showDetails?.();
  };
  box.addEventListener("click", click);
  list.addEventListener("click", click);
}

// showVerdict makes a chip or a line of the list say how a property stands.
export function showVerdict(button, verdict = { status: "not-exercised", text: "" }) {
  button.dataset.status = verdict.status;
  const counts = verdict.count > 0 ? ` ${verdict.count}×` : "";
  button.toggleAttribute("data-counted", verdict.count > 0);
  setText(button.querySelector("[data-status-text]"), STATUS[verdict.status] + counts);
  setText(button.querySelector("[data-text]"), verdict.text);
  setAttribute(button, "title", verdict.text);
}

function readLabels(document) {
  const entries = [...document.querySelectorAll("[data-verdict-docs] [data-verdict]")];
  return new Map(entries.map((entry) => [entry.dataset.verdict, entry.dataset.verdictLabel]));
}
