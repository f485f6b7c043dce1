// What the sandbox's editor knows: one scenario in two views. side is the view that
// was changed last; the other one follows when the server has taken the scenario
// apart without a complaint. past is what can be brought back.
//
// {form, text, canonical, side, errors, lanes, advice, past, editing, waiting}
//
// errors: [{line, col, text, place}]; place is the field, for those of the form.
// canonical is the text as the server would write it.

const MOST = 100; // steps back

export function firstEditor() {
  return { form: null, text: "", canonical: "", side: "text", errors: [], lanes: [], advice: [], past: [], editing: "", waiting: false };
}

const view = ({ form, text, side }) => ({ form, text, side });
const remembered = (state) => [...state.past, view(state)].slice(-MOST);

// formChanged takes a form with a change at a path. Changes of one field, until it
// is left, are one step back.
export function formChanged(state, form, path = "") {
  const same = state.side === "form" && path !== "" && path === state.editing;
  return { ...state, form, side: "form", editing: path, waiting: true, past: same ? state.past : remembered(state) };
}

// before is the form as it was when the field at a path was entered: a name that is
// typed letter by letter is one change.
export function before({ form, side, editing, past }, path) {
  return side === "form" && editing === path ? past.at(-1).form : form;
}

// left: what is changed next is another step back.
export function left(state) {
  return state.editing ? { ...state, editing: "" } : state;
}

// textChanged takes what was typed into the text. The browser's own undo takes it
// back; but a form whose values were refused would be lost, so it is remembered.
export function textChanged(state, text) {
  const lost = state.side === "form" && state.errors.length > 0;
  return { ...state, text, side: "text", editing: "", waiting: true, past: lost ? remembered(state) : state.past };
}

// opened takes a whole other scenario, from a file, a link or the lab.
export function opened(state, text) {
  const past = state.text || state.form ? remembered(state) : state.past;
  return { ...state, text, side: "text", errors: [], editing: "", waiting: true, past };
}

// undone brings back what was there before the last change of the form.
export function undone(state) {
  if (!state.past.length) return state;
  const past = state.past.slice(0, -1);
  return { ...state, ...state.past.at(-1), past, errors: [], editing: "", waiting: true };
}

// answered takes what the server says about the view that was changed last. places
// are the fields on the lines of what was sent, if that was the form.
export function answered(state, { errors, text, form, lanes, advice }, places) {
  if (errors.length) {
    const named = errors.map((error) => ({ ...error, place: places?.[error.line - 1] ?? "" }));
    return { ...state, errors: named, waiting: false };
  }
  const both = state.side === "form" ? { text } : {};
  return { ...state, ...both, canonical: text, form, errors: [], lanes, advice, waiting: false };
}

// withoutHead is a file without the comment at its head, which means nothing to a lab.
export function withoutHead(text) {
  return text.replace(/^(#.*\n)+/, "");
}

// comments says whether a text has comments that its canonical form has not.
export function comments({ text, canonical }) {
  const count = (all) => withoutHead(all).split("#").length;
  return count(text) > count(canonical);
}

// offset is where a line and column are in a text; both count from 1, columns in
// characters.
export function offset(text, line, col) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const within = [...(lines[line - 1] ?? "")].slice(0, col - 1).join("").length;
  return Math.min(before + within, text.length);
}

// wordAt is the range of the word at an offset, for a selection that can be seen.
export function wordAt(text, from) {
  const word = /^[^\s,\]}]+/.exec(text.slice(from))?.[0] ?? "";
  return [from, from + Math.max(word.length, from < text.length ? 1 : 0)];
}
