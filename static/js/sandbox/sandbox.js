import { keep, kept } from "../controllers/keeping.js";
import { answered, firstEditor, formChanged, left, opened, textChanged, undone, withoutHead } from "../model/editor.js";
import { write } from "../model/scenariofile.js";
import { fromFragment } from "../model/sharelink.js";
import { exchange } from "./exchange.js";
import { formView } from "./formview.js";
import { says } from "./says.js";
import { textView } from "./textview.js";

const PAUSE = 400; // ms of rest before a change is checked
const AROUND = 200; // bytes of a request around its text
const DRAFT = "sandbox";

// sandbox is the editor beside the lab: one scenario as a form and as a text. The
// server checks each change and writes the other view.
export function sandbox(app) {
  const { document, window } = app;
  const column = document.querySelector("[data-sandbox]");
  const editor = { state: firstEditor(), column, note: "", begun: false };
  const views = [formView(app, editor), textView(app, editor), says(app, editor), exchange(app, editor)];
  let turn = 0;
  let timer = 0;

  editor.change = (next, wait = PAUSE) => {
    if (next === editor.state) return;
    editor.state = next;
    editor.note = "";
    turn++;
    keepDraft(window, next);
    draw();
    window.clearTimeout(timer);
    if (next.waiting) timer = window.setTimeout(editor.check, wait);
  };
  editor.changeForm = (form, path, wait) => editor.change(formChanged(editor.state, form, path), wait);
  editor.changeText = (text) => editor.change(textChanged(editor.state, text));
  editor.left = () => editor.change(left(editor.state));
  editor.take = (text, note) => {
    editor.change(opened(editor.state, text), 0);
    editor.say(note);
  };
  editor.say = (note) => {
    editor.note = note;
    draw();
  };

  // check has the server look at what was changed last; what it says about an older
  // state is not heard.
  editor.check = async () => {
    window.clearTimeout(timer);
    if (!editor.state.waiting) return;
    const asked = ++turn;
    const { text, places } = editor.state.side === "form" ? write(editor.state.form) : { text: editor.state.text };
    const reply = refusal(app, text) ?? (await app.ask("check", { text }).catch((error) => editor.say(error.message)));
    if (!reply || asked !== turn) return;
    editor.state = answered(editor.state, reply, places);
    keepDraft(window, editor.state);
    draw();
  };

  editor.run = async () => {
    await editor.check();
    if (editor.state.waiting) return;
    if (editor.state.errors.length) return editor.showError();
    app.update({ playing: false });
    try {
      await app.ask("load", { text: editor.state.text });
      revealLab(app, column);
    } catch (error) {
      editor.say(error.message);
    }
  };
  editor.inLab = () => app.state.log.lab?.text === withoutHead(editor.state.canonical);

  function draw() {
    for (const view of views) view(editor.state);
  }
  // What the server made of a value is shown once its field is left.
  column.addEventListener("focusout", () => window.setTimeout(draw));

  wire(app, editor);
  app.on(({ opened: there, link }) => {
    if (there && link === "live" && !editor.begun) begin(app, editor);
    else if (link === "live" && editor.state.waiting && editor.offline) editor.check();
    editor.offline = link !== "live";
    draw();
  });
}

function wire(app, editor) {
  const { column } = editor;
  column.querySelector("[data-sandbox-run]").addEventListener("click", () => {
    editor.say("");
    editor.run();
  });
  column.querySelector("[data-sandbox-undo]").addEventListener("click", () => editor.change(undone(editor.state), 0));
  column.querySelector("[data-sandbox-take]").addEventListener("click", () => editor.take(app.state.log.lab.text, ""));
  app.window.addEventListener("hashchange", () => fromLink(app, editor));
}

// begin fills the editor: with what the address asks for, else with what the visitor
// wrote last, else with what the lab runs. A lab in which nothing has happened yet
// is opened on it at once.
async function begin(app, editor) {
  editor.begun = true;
  const { window } = app;
  const draft = kept(window, DRAFT, null);
  const { from } = editor.column.dataset;
  const given = editor.column.querySelector("[data-text]").value;
  if (typeof draft?.text === "string") editor.change({ ...editor.state, ...restored(draft), waiting: true }, 0);
  if (from) editor.take(given, "");
  else if (!(await fromLink(app, editor)) && !draft) editor.take(app.state.log.lab.text, "");
  window.history.replaceState(null, "", window.location.pathname);
  await editor.check();
  const untouched = app.state.log.head.seq === 0 && app.state.log.branches.length === 1;
  if (untouched && !editor.state.errors.length && !editor.state.waiting && !editor.inLab()) await editor.run();
}

// restored is the view of a draft that was changed last. A form that an earlier
// version of this page kept may not be one to this.
function restored({ text, form }) {
  try {
    if (form && write(form)) return { text, form, side: "form" };
  } catch {
    // The text is there all the same.
  }
  return { text, side: "text" };
}

async function fromLink(app, editor) {
  try {
    const text = await fromFragment(app.window.location.hash, app.window);
    if (text === null) return false;
    editor.take(text, "This scenario came with the link.");
    app.window.history.replaceState(null, "", app.window.location.pathname);
    return true;
  } catch (error) {
    editor.say(error.message);
    return false;
  }
}

// A form whose values were refused is in no text: it is kept as it is.
function keepDraft(window, { text, form, side, errors }) {
  keep(window, DRAFT, side === "form" && errors.length ? { text, form } : { text });
}

// refusal is the answer to what need not be sent, or cannot be.
function refusal(app, text) {
  const one = (message) => ({ errors: [{ line: 1, col: 1, text: message }] });
  if (!text.trim()) return one("There is nothing here yet. Write a scenario, open a file, or begin with one of those above.");
  const bytes = new app.window.TextEncoder().encode(JSON.stringify(text)).length + AROUND;
  const most = app.state.log.lab?.limits.requestBytes ?? Infinity;
  return bytes > most ? one(`This is too long for the lab: ${bytes} bytes, and ${most} are the most. lockviz run takes longer files.`) : null;
}

// revealLab shows the figure where it is not beside the editor.
function revealLab(app, column) {
  const stage = app.document.querySelector("[data-figure]");
  if (column.getBoundingClientRect().right > stage.getBoundingClientRect().left) stage.scrollIntoView({ block: "start" });
}
