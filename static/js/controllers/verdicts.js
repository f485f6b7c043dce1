import { verdictsAt } from "../model/log.js";
import { part, setAttribute, setText } from "./parts.js";

const STATUS = { holds: "holds", violated: "violated", "not-exercised": "not yet" };

// verdicts shows a chip for each property, as it stands at the cursor. Clicking
// one selects the events that prove it.
export function verdicts(app) {
  const { document } = app;
  const box = document.querySelector("[data-verdicts]");
  const docs = readDocs(document);
  const chips = new Map();

  app.on((state) => {
    const all = verdictsAt(state.log, app.reading().seq);
    for (const name of Object.keys(all)) if (!chips.has(name)) add(name);
    box.querySelector(".verdicts__empty").hidden = chips.size > 0;
    for (const [name, chip] of chips) showVerdict(chip, all[name]);
  });

  function add(name) {
    const item = part(document, "verdict");
    const chip = item.querySelector("button");
    chip.dataset.verdict = name;
    setText(chip.querySelector("[data-label]"), docs.get(name)?.label ?? name.replaceAll("-", " "));
    chips.set(name, chip);
    const order = [...docs.keys()].filter((known) => chips.has(known));
    box.append(item);
    for (const known of order) box.append(chips.get(known).closest("li"));
  }

  box.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-verdict]");
    if (!chip) return;
    const verdict = verdictsAt(app.state.log, app.reading().seq)[chip.dataset.verdict];
    if (!verdict) return;
    app.update({ proof: verdict.events, pin: verdict.events.at(-1) ?? null, verdict: chip.dataset.verdict });
    app.showDetails?.();
  });
}

// showVerdict makes a chip say how a property stands.
export function showVerdict(chip, verdict = { status: "not-exercised", text: "" }) {
  chip.dataset.status = verdict.status;
  const counts = verdict.count > 0 ? ` ${verdict.count}×` : "";
  setText(chip.querySelector("[data-status-text]"), STATUS[verdict.status] + counts);
  setAttribute(chip, "title", verdict.text);
}

function readDocs(document) {
  const entries = [...document.querySelectorAll("[data-verdict-docs] [data-verdict]")];
  return new Map(entries.map((entry) => [entry.dataset.verdict, { label: entry.dataset.verdictLabel }]));
}
