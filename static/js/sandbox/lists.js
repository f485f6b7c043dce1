import { part, setAttribute, setText } from "../controllers/parts.js";
import { clientLetter } from "../marks/look.js";
import { at } from "../model/scenarioform.js";
import { fill } from "./fill.js";

// The lists of the form: which template a row is made of, and what a row is called.
const ROWS = {
  clients: { template: "form-client", name: (item) => `Client ${item.name}`, more: client },
  steps: { template: "form-step", name: (item, i, owner) => `Step ${i + 1} of ${owner.name}`, more: step },
  script: { template: "form-cue", name: (item, i) => `Line ${i + 1} of the script`, more: cue },
  expect: { template: "form-expect", name: (item, i) => `Expected verdict ${i + 1}`, more: expected },
};

const LABELS = {
  do: "what happens",
  with: "details",
  lane: "when: lane or time",
  at: "lab time",
  event: "event",
  count: "how many times",
  verdict: "verdict",
  is: "outcome",
};

// lists draws the rows of the form's lists.
export function lists(app, editor, panel) {
  const { document } = app;
  const tools = { document, events: JSON.parse(editor.column.dataset.eventNames) };
  return (state) => {
    for (const name of ["clients", "script", "expect"]) drawList(tools, panel.querySelector(`[data-list="${name}"]`), name, name, state);
    for (const name of ["script", "expect"]) count(panel.querySelector(`[data-list="${name}"]`), state.form[name].length);
  };
}

function drawList(tools, box, name, path, state, owner = null) {
  const items = at(state.form, path);
  const { template, name: title, more } = ROWS[name];
  while (box.children.length > items.length) box.lastElementChild.remove();
  while (box.children.length < items.length) box.append(part(tools.document, template));
  items.forEach((item, i) => {
    const row = box.children[i];
    row.dataset.row = `${path}.${i}`;
    setAttribute(row, "aria-label", title(item, i, owner ?? {}));
    drawRow(tools, row, item, title(item, i, owner ?? {}));
    more(tools, row, item, state);
    for (const button of own(row, "[data-act]")) tool(button, title(item, i, owner ?? {}), i, items.length);
  });
  const none = box.parentElement.querySelector(`:scope > [data-none="${name}"]`);
  none.hidden = items.length > 0;
}

// own are the elements of a row that are not of a row within it.
export function own(row, selector) {
  return [...row.querySelectorAll(selector)].filter((each) => each.closest("[data-row]") === row);
}

function drawRow({ document }, row, item, title) {
  for (const field of own(row, "[data-key]")) {
    const { key } = field.dataset;
    fill(document, field, item[key]);
    field.dataset.place = placeOf(row.dataset.row, key);
    if (LABELS[key]) setAttribute(field, "aria-label", `${title}: ${LABELS[key]}`);
  }
  for (const says of own(row, "[data-says]")) {
    says.dataset.at = says.dataset.says ? `${row.dataset.row}.${says.dataset.says}` : row.dataset.row;
  }
}

// placeOf names the place at which the server complains about a field of a row.
function placeOf(path, key) {
  if (path.startsWith("script")) return `${path}.${key === "do" || key === "with" ? "do" : "when"}`;
  return key === "do" || key === "with" || key === "verdict" || key === "is" ? path : `${path}.${key}`;
}

function tool(button, title, i, count) {
  const { act } = button.dataset;
  setAttribute(button, "aria-label", act === "remove" ? `Take ${title} away` : `Move ${title} ${act}`);
  button.disabled = (act === "up" && i === 0) || (act === "down" && i === count - 1);
}

function client(tools, row, item, state) {
  const badge = row.querySelector("[data-badge]");
  const letter = clientLetter(item.name);
  setText(badge, letter ? letter.toUpperCase() : "");
  badge.style.setProperty("--lane", `var(--client-${letter || "other"})`);
  own(row, "[data-mistakes-of]")[0].dataset.mistakesOf = `${row.dataset.row}.mistakes`;
  drawList(tools, own(row, "[data-list]")[0], "steps", `${row.dataset.row}.steps`, state, item);
}

function step(tools, row) {
  const [verb, rest] = own(row, "[data-key]");
  hint(verb, rest);
}

// hint says, in the field after a verb, what belongs there.
function hint(verb, rest) {
  const option = verb.selectedOptions[0];
  const words = option?.dataset.rest ?? "";
  rest.hidden = !words && !rest.value;
  setAttribute(rest, "placeholder", words);
  for (const field of [verb, rest]) setAttribute(field, "title", option?.dataset.doc ?? "");
}

function cue(tools, row, item, { lanes, form }) {
  const [lane, time, event, count, verb, rest] = own(row, "[data-key]");
  choices(tools.document, lane, [["", "at"], ...lanes.map(({ id }) => [id, `when ${id}`]), ["lab", "when lab"]], item.lane, (id) => `when ${id}`);
  time.hidden = item.lane !== "";
  event.hidden = count.hidden = item.lane === "";
  choices(tools.document, event, tools.events[groupOf(item.lane, lanes, form)].map((kind) => [kind, kind.replaceAll("-", " ")]), item.event);
  hint(verb, rest);
}

// groupOf is the group of a lane; a client that was just added is no lane yet.
function groupOf(id, lanes, { clients }) {
  if (clients.some((each) => each.name === id)) return "client";
  return lanes.find((lane) => lane.id === id)?.group ?? "lab";
}

function expected(tools, row) {
  const [verdict] = own(row, "[data-key]");
  setAttribute(verdict, "title", verdict.selectedOptions[0]?.dataset.doc ?? "");
}

// choices gives a select these options, and one more if its value is none of them.
function choices(document, select, options, value, word = (text) => text) {
  const all = options.some(([each]) => each === value) ? options : [...options, [value, word(value)]];
  const now = JSON.stringify(all);
  if (select.dataset.options !== now) {
    select.dataset.options = now;
    select.replaceChildren(...all.map(([each, text]) => new document.defaultView.Option(text, each)));
  }
  select.value = value;
}

function count(box, length) {
  setText(box.closest("details").querySelector("[data-count-of]"), length ? String(length) : "");
}
