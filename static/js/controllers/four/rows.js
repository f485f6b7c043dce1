import { queueLength } from "../../model/kinds.js";
import { fullWords, stateWords } from "../../model/words.js";
import { clientLetter } from "../../marks/look.js";
import { make, setAttribute, setText } from "../parts.js";

const LINKS = { connecting: "Connecting…", live: "Live", stale: "No answer", waiting: "Connection lost: it is tried again by itself" };

// rows builds the heads of each lab's lanes and keeps their words true, with what
// is to be said about the lab as a whole.
export function rows(four) {
  const built = new Map();
  for (const [i, { root }] of four.state.labs.entries()) root.querySelector("[data-again]").addEventListener("click", () => four.lines[i].hello());
  four.on(({ labs }) => {
    for (const [i, lab] of labs.entries()) {
      const lanes = lab.log.lab?.lanes ?? [];
      const wanted = lanes.map((lane) => lane.id).join(" ");
      if (built.get(i) !== wanted) build(four.document, lab, lanes);
      built.set(i, wanted);
      for (const head of lab.root.querySelectorAll("[data-lane]")) refresh(head, four.labs[i].lanes().get(head.dataset.lane), four.reading());
      about(lab);
    }
  });
}

function build(document, { root, kind }, lanes) {
  root.style.setProperty("--queue", queueLength({ kind, lanes }));
  root.querySelector("[data-heads]").replaceChildren(...lanes.map((lane) => head(document, lane)));
  setText(root.querySelector("[data-what]"), lanes.find((lane) => lane.what)?.what ?? "");
}

function head(document, { id, group }) {
  const client = group === "client";
  const badge = make(document, "span", { text: client ? id.slice(0, 2) : "", attributes: { class: "badge", "aria-hidden": "true" } });
  const name = make(document, "span", { text: id, attributes: { class: client ? "visually-hidden" : "four__name" } });
  const state = make(document, "span", { attributes: { class: "lane__state", "data-lane-state": "" } });
  const item = make(document, "li", { attributes: { class: `four__lane four__lane--${group}`, "data-lane": id, "data-group": group }, children: [badge, name, state] });
  item.style.setProperty("--lane", client ? `var(--client-${clientLetter(id) || "other"})` : "var(--soft)");
  return item;
}

function refresh(head, state, now) {
  const words = head.querySelector("[data-lane-state]");
  setText(words, stateWords(state, now));
  setAttribute(words, "title", fullWords(state, now));
}

// about says how a lab is reached, and what it refused.
function about({ root, link, log, notice }) {
  const sign = root.querySelector("[data-link]");
  const out = link === "live" && !log.lab && Boolean(notice);
  sign.dataset.state = out ? "out" : link;
  setText(sign.querySelector("[data-link-text]"), out ? "No lab" : (LINKS[link] ?? link));
  root.toggleAttribute("data-open", Boolean(log.lab));
  setText(root.querySelector("[data-says]"), notice);
  root.querySelector("[data-again]").hidden = !out;
}
