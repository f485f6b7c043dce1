import { before, undone } from "../model/editor.js";
import { at, fitted, freshClient, freshCue, insert, move, remove, rename, set, toggle, withKind } from "../model/scenarioform.js";
import { own } from "./lists.js";

const BEGIN_EVENT = { client: "acquired", server: "executed", store: "accepted" };

// edits turns what somebody does to the form's fields and buttons into changes of
// the form.
export function edits(app, editor, panel) {
  const { document } = app;

  panel.addEventListener("input", ({ target }) => {
    const { form } = editor.state;
    if (!form) return;
    if (target.matches("[data-mistake-name]")) {
      const path = target.closest("[data-mistakes-of]").dataset.mistakesOf;
      return editor.changeForm(toggle(form, path, target.value, target.checked));
    }
    const path = pathOf(target);
    if (path) editor.changeForm(changed(editor, form, path, target), path);
  });
  panel.addEventListener("change", editor.left);

  panel.addEventListener("click", ({ target }) => {
    if (!editor.state.form) return;
    const add = target.closest("[data-add]");
    const act = target.closest("[data-act]");
    if (add) addRow(editor, panel, add);
    if (act) ACTS[act.dataset.act](editor, panel, act.closest("[data-row]"), act.dataset.act);
  });

  panel.addEventListener("keydown", (event) => {
    const row = event.target.closest("[data-row]");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && by && row) {
      event.preventDefault();
      moveRow(editor, panel, row, by, event.target.dataset.key ?? event.target.dataset.act);
    }
    const writes = event.target.matches("input:not([type=checkbox]), textarea");
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !writes) {
      event.preventDefault();
      editor.change(undone(editor.state), 0);
      if (!document.activeElement || document.activeElement === document.body) editor.column.focus();
    }
  });
}

function pathOf(field) {
  if (field.dataset.path) return field.dataset.path;
  return field.dataset.key ? `${field.closest("[data-row]").dataset.row}.${field.dataset.key}` : "";
}

// changed is the form with a field's new value, and what follows from it.
function changed(editor, form, path, field) {
  const value = field.type === "checkbox" ? field.checked : field.value;
  if (path === "lock.kind") return withKind(form, value, editor.belongs, editor.timeoutOf);
  const [, list, i, key] = /^(\w+)\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (list === "clients" && key === "name") return rename(before(editor.state, path), Number(i), value);
  if (list === "script" && key === "lane") return withLane(editor, form, path, value);
  const next = set(form, path, value);
  if (!path.endsWith(".do")) return next;
  const { example, rest } = field.selectedOptions[0].dataset;
  const words = rest.startsWith("[") ? "" : fitted(example, { clients: form.clients, lanes: editor.state.lanes });
  return set(next, path.replace(/do$/, "with"), words);
}

// withLane makes a line of the script wait for something that can happen there.
function withLane(editor, form, path, lane) {
  const row = path.replace(/\.lane$/, "");
  const cue = at(form, row);
  const group = editor.state.lanes.find((each) => each.id === lane)?.group;
  const when = lane ? { at: "", event: BEGIN_EVENT[group] ?? "action", count: "1" } : { at: cue.at || "3s", event: "", count: "" };
  return set(form, row, { ...cue, lane, ...when });
}

const FRESH = {
  clients: freshClient,
  script: freshCue,
  expect: () => ({ verdict: "stale-write", is: "holds" }),
  steps: () => ({ do: "work", with: "1s" }),
};

function addRow(editor, panel, button) {
  const name = button.dataset.add;
  const owner = button.closest("[data-row]")?.dataset.row;
  const path = owner ? `${owner}.${name}` : name;
  const { form } = editor.state;
  const end = at(form, path).length;
  editor.changeForm(insert(form, path, end, FRESH[name](form)), "", 0);
  focusRow(panel, `${path}.${end}`, "");
}

const ACTS = {
  up: (editor, panel, row) => moveRow(editor, panel, row, -1, "up"),
  down: (editor, panel, row) => moveRow(editor, panel, row, 1, "down"),
  remove: removeRow,
};

function placeOf(row) {
  const [, path, i] = /^(.*)\.(\d+)$/.exec(row.dataset.row);
  return { path, i: Number(i) };
}

function moveRow(editor, panel, row, by, focus) {
  const { path, i } = placeOf(row);
  const { form } = editor.state;
  if (i + by < 0 || i + by >= at(form, path).length) return;
  editor.changeForm(move(form, path, i, i + by), "", 0);
  focusRow(panel, `${path}.${i + by}`, focus);
}

function removeRow(editor, panel, row) {
  const { path, i } = placeOf(row);
  const add = row.parentElement.parentElement.querySelector(`:scope > [data-add]`);
  editor.changeForm(remove(editor.state.form, path, i), "", 0);
  const left = at(editor.state.form, path).length;
  if (left) focusRow(panel, `${path}.${Math.min(i, left - 1)}`, "remove");
  else add.focus();
}

// focusRow puts the focus on a part of a row: a field, a button, or its first field.
// A button that cannot be pressed there gives way to its neighbour.
function focusRow(panel, path, which) {
  const row = panel.querySelector(`[data-row="${path}"]`);
  const [field] = which ? own(row, `[data-key="${which}"], [data-act="${which}"]`) : own(row, "[data-key]");
  const target = field?.disabled ? own(row, "[data-act]").find((button) => !button.disabled) : field;
  target?.focus();
  row.scrollIntoView({ block: "nearest" });
}
