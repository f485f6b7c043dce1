import { make, setAttribute, setText } from "../controllers/parts.js";
import { comments } from "../model/editor.js";
import { expectedWords } from "../model/expected.js";
import { verdictsAt } from "../model/log.js";

// says tells how the scenario stands: wrong, checked, in the lab or not.
export function says(app, editor) {
  const { document } = app;
  const { column } = editor;
  const line = column.querySelector("[data-sandbox-says]");
  const note = column.querySelector("[data-sandbox-note]");
  const advice = column.querySelector("[data-sandbox-advice]");
  const undo = column.querySelector("[data-sandbox-undo]");
  const take = column.querySelector("[data-sandbox-take]");

  return (state) => {
    const ready = state.form !== null && !state.waiting && !state.errors.length;
    const text = words(app, editor, state);
    setAttribute(line, "aria-busy", text ? null : "true"); // and what is there stays, until it is known better
    if (text || editor.note) setText(line, `${editor.note} ${text}`.trim());
    line.toggleAttribute("data-bad", state.errors.length > 0);
    setText(note, noteWords(state, column));
    note.hidden = !note.textContent;
    undo.disabled = state.past.length === 0;
    take.hidden = !ready || editor.inLab();
    advice.hidden = !ready || !state.advice.length;
    advice.replaceChildren(...state.advice.map((text) => make(document, "li", { text })));
  };
}

function words(app, editor, { errors, waiting, form }) {
  if (app.state.link !== "live" && waiting) return "Not checked yet: the lab cannot be reached. It is tried again by itself.";
  if (errors.length) return errors.length === 1 ? "One thing is wrong." : `${errors.length} things are wrong.`;
  if (waiting || !form) return "";
  if (!editor.inLab()) return "The lab runs another scenario. Open this one there, and what was done there is gone.";
  const { log } = app.state;
  return `The lab runs this scenario. ${expectedWords(form.expect, verdictsAt(log, log.head.seq), log.head.ended)}`.trim();
}

// noteWords says when one view is behind the other, or would lose something.
function noteWords(state, column) {
  const inText = column.querySelector("#panel-form").hidden;
  const { side, errors, form } = state;
  if (errors.length && side === "text" && !inText) {
    const rest = form ? "This form is of the last text without. A change here replaces the text; Undo brings it back." : "There is no form of it yet.";
    return `The text is wrong. ${rest}`;
  }
  if (errors.length && side === "form" && inText) return "Something in the form is wrong. This text is of the last form without.";
  if (!inText && side === "text" && form && comments(state)) return "The text has comments. A change here writes it anew, without them; Undo brings them back.";
  return "";
}
