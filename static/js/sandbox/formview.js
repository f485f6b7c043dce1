import { setAttribute, setText } from "../controllers/parts.js";
import { applies } from "../model/scenariofile.js";
import { at } from "../model/scenarioform.js";
import { complaints } from "./complaints.js";
import { edits } from "./edits.js";
import { fill } from "./fill.js";
import { lists } from "./lists.js";

// formView is the scenario as a form. It is drawn whole after every change; the field
// that somebody writes into keeps what they wrote.
export function formView(app, editor) {
  const { document } = app;
  const panel = editor.column.querySelector("[data-form-panel]");
  const drawLists = lists(app, editor, panel);
  const drawComplaints = complaints(app, editor, panel);
  edits(app, editor, panel);

  editor.belongs = (name, kind) =>
    (panel.querySelector(`[data-mistake-name][value="${app.window.CSS.escape(name)}"]`)?.closest("li").dataset.mistakeKinds ?? "").split(" ").includes(kind);
  editor.timeoutOf = (kind) => panel.querySelector(`[data-path="lock.kind"] [value="${app.window.CSS.escape(kind)}"]`)?.dataset.timeout ?? "";

  return (state) => {
    const { form } = state;
    panel.toggleAttribute("data-empty", !form);
    if (!form) return drawComplaints(state);
    for (const field of panel.querySelectorAll("[data-path]")) fill(document, field, at(form, field.dataset.path));
    drawLists(state);
    for (const box of panel.querySelectorAll("[data-mistakes-of]")) drawMistakes(box, form);
    for (const box of panel.querySelectorAll("[data-field]")) box.hidden = !applies(box.dataset.field, form.lock.kind);
    kindWords(panel, editor, form);
    drawComplaints(state);
  };
}

function drawMistakes(box, form) {
  const names = at(form, box.dataset.mistakesOf) ?? [];
  let some = false;
  for (const item of box.children) {
    const fits = item.dataset.mistakeKinds.split(" ").includes(form.lock.kind);
    const check = item.querySelector("input");
    item.hidden = !fits;
    some ||= fits;
    check.checked = names.includes(check.value);
  }
  box.nextElementSibling.hidden = some;
  setText(box.closest("details").querySelector("[data-count-of]"), names.length ? String(names.length) : "");
}

function kindWords(panel, editor, { lock }) {
  const kinds = panel.querySelector('[data-path="lock.kind"]');
  setText(panel.querySelector("[data-kind-doc]"), kinds.selectedOptions[0]?.dataset.doc ?? "");
  setAttribute(panel.querySelector('[data-path="lock.timeout"]'), "placeholder", editor.timeoutOf(lock.kind));
}
