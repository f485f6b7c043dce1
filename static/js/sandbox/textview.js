import { make } from "../controllers/parts.js";
import { offset, wordAt } from "../model/editor.js";

// textView is the scenario as a file, with the number of each line and what is
// wrong below it.
export function textView(app, editor) {
  const { document } = app;
  const area = editor.column.querySelector("[data-text]");
  const numbers = editor.column.querySelector("[data-text-lines]");
  const list = editor.column.querySelector("[data-text-errors]");
  let shown = "";

  area.addEventListener("input", () => editor.changeText(area.value));
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  list.addEventListener("click", ({ target }) => {
    const { line, col } = target.closest("[data-line]")?.dataset ?? {};
    if (line) goTo(area, Number(line), Number(col));
  });

  editor.showTextError = () => {
    app.openTab("text");
    const [first] = editor.state.errors;
    goTo(area, first.line, first.col);
  };

  return ({ text, side, errors }) => {
    if (!editor.begun) return;
    if (area.value !== text) area.value = text;
    const own = side === "text" ? errors : [];
    const now = JSON.stringify([text.split("\n").length, own]);
    if (now === shown) return;
    shown = now;
    const bad = new Set(own.map((error) => error.line));
    numbers.replaceChildren(...text.split("\n").map((_, i) => make(document, "span", { text: String(i + 1), attributes: { "data-bad": bad.has(i + 1) ? "" : null } })));
    if (own.length) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    list.replaceChildren(...own.map((error) => item(document, error)));
  };
}

function item(document, { line, col, text }) {
  const where = make(document, "b", { text: `${line}:${col}` });
  const button = make(document, "button", { attributes: { type: "button", "data-line": line, "data-col": col, title: `Go to line ${line}, column ${col}` }, children: [where, ` ${text}`] });
  return make(document, "li", { children: [button] });
}

// goTo puts the cursor on a place of the text, and shows it.
function goTo(area, line, col) {
  const [from, to] = wordAt(area.value, offset(area.value, line, col));
  area.focus();
  area.setSelectionRange(from, to);
  const height = area.scrollHeight / area.value.split("\n").length;
  area.scrollTop = Math.max(0, (line - 3) * height);
}
