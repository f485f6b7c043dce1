import { toFragment } from "../model/sharelink.js";
import { treeOf } from "../model/tree.js";
import { comparison } from "./comparison.js";
import { make } from "./parts.js";

// draw shows the branches as a tree, and how any two of them differ.
export function draw(app, box) {
  const { document, state } = app;
  const lines = treeOf(state.log);
  const tree = make(document, "ul", { attributes: { class: "tree", "aria-label": "Branches" }, children: lines.map((line) => item(document, line)) });
  const save = button(document, "Download this run as a scenario", { "data-save": "" });
  const edit = button(document, "Open this run in the sandbox", { "data-edit": "" });
  const parts = [tree];
  if (lines.length > 1) parts.push(chooser(document, lines, chosen(box, lines)));
  else parts.push(make(document, "p", { text: "Go back and act: the run branches there, and this one stays.", attributes: { class: "empty" } }));
  if (state.found) parts.push(...comparison(document, state.found, state.log));
  parts.push(make(document, "p", { attributes: { class: "related" }, children: [save, edit] }));
  box.replaceChildren(...parts);
}

function item(document, { id, name, depth, open, fork, head, ended }) {
  const where = depth ? `left after #${fork}, ` : "";
  const attributes = { "data-open-branch": id, "aria-current": open ? "true" : null };
  const line = make(document, "li", { children: [button(document, name, attributes), make(document, "span", { text: `${where}${head} events${ended ? ", ended" : ""}${open ? " – open" : ""}` })] });
  line.style.setProperty("--depth", depth);
  return line;
}

// What was chosen last stays chosen; at first, the open branch and its parent.
function chosen(box, lines) {
  const before = [...box.querySelectorAll("[data-compare] select")].map((select) => select.value);
  if (before.length && before.every((id) => lines.some((line) => line.id === id))) return before;
  const open = lines.find((line) => line.open) ?? lines[0];
  return [open.parent || lines[0].id, open.parent ? open.id : lines[1].id];
}

function chooser(document, lines, values) {
  const selects = values.map((value, i) => {
    const options = lines.map(({ id, name }) => make(document, "option", { text: name, attributes: { value: id } }));
    const select = make(document, "select", { attributes: { "aria-label": ["Compare branch", "with branch"][i] }, children: options });
    select.value = value;
    return select;
  });
  const act = make(document, "button", { text: "Compare", attributes: { type: "submit", class: "button button--small" } });
  const word = make(document, "span", { text: "with" });
  return make(document, "form", { attributes: { class: "faultrow compare", "data-compare": "" }, children: [act, selects[0], word, selects[1]] });
}

function button(document, text, attributes) {
  return make(document, "button", { text, attributes: { type: "button", class: "button button--small", ...attributes } });
}

// wire opens, compares and saves.
export function wire(app, panel) {
  panel.addEventListener("submit", (event) => {
    event.preventDefault();
    const [a, b] = [...event.target.querySelectorAll("select")].map((select) => select.value);
    app.try(async () => app.update({ found: await app.ask("compare", { a, b }) }));
  });
  panel.addEventListener("click", ({ target }) => {
    const { openBranch, at } = target.closest("[data-open-branch]")?.dataset ?? {};
    if (openBranch) app.try(() => open(app, openBranch, Number(at)));
    if (target.closest("[data-save]")) app.try(() => save(app));
    if (target.closest("[data-edit]")) app.try(() => edit(app));
    if (target.closest("[data-forget]")) app.update({ found: null });
  });
}

async function open(app, branch, seq) {
  if (app.state.log.branch !== branch) await app.moves.open(branch);
  if (!seq) return;
  app.moves.go(seq);
  app.update({ pin: seq });
}

// edit opens the open branch as a scenario in the sandbox.
async function edit(app) {
  const { text } = await app.ask("scenario");
  app.window.location.assign(`${app.document.querySelector(".brand").href}sandbox#${await toFragment(text, app.window)}`);
}

// save hands the open branch over as a file that the program can run.
async function save(app) {
  const { text } = await app.ask("scenario");
  const { lab, branch } = app.state.log;
  const address = app.window.URL.createObjectURL(new app.window.Blob([text], { type: "application/yaml" }));
  make(app.document, "a", { attributes: { href: address, download: `${lab.slug}-${branch}.yaml` } }).click();
  app.window.setTimeout(() => app.window.URL.revokeObjectURL(address), 1000);
}
