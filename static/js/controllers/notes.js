import { verdictsAt } from "../model/log.js";
import { make } from "./parts.js";

// notes puts one sentence beside each bracket of a stale write. Clicking it
// selects the events that prove it.
export function notes(app) {
  const { document } = app;
  const box = document.querySelector("[data-notes]");
  const buttons = new Map();

  app.on((state) => {
    const shown = new Set();
    for (const bracket of app.scene.marks.brackets) {
      if (bracket.seq > app.scene.seq) continue;
      shown.add(bracket.seq);
      const verdict = verdictsAt(state.log, bracket.seq)["stale-write"];
      if (verdict) place(note(bracket.seq, verdict), bracket, app.scene);
    }
    for (const [seq, button] of buttons) if (!shown.has(seq)) remove(seq, button);
  });

  function note(seq, verdict) {
    if (!buttons.has(seq)) {
      const button = make(document, "button", { text: verdict.text, attributes: { type: "button", class: "note" } });
      button.addEventListener("click", () => app.update({ proof: verdict.events, pin: seq }));
      buttons.set(seq, button);
      box.append(button);
    }
    return buttons.get(seq);
  }

  function remove(seq, button) {
    button.remove();
    buttons.delete(seq);
  }
}

// place puts a note in the strip above the store's lane, left of its bracket
// where there is room. On narrow pages the style sheet puts it below the figure.
function place(button, { x, y2 }, { width, rows }) {
  const store = rows.findLast((row) => row.group === "store");
  const top = (store ? store.top : y2 - 30) - button.offsetHeight + 2;
  const from = Math.max(Math.min(x - 12 - button.offsetWidth, width - button.offsetWidth), 0);
  button.style.transform = `translate(${Math.round(from)}px, ${Math.round(top)}px)`;
}
