import { faults, fillIn } from "../model/faults.js";
import { make } from "./parts.js";
import { place } from "./sheet.js";

// openFaults shows, beside the button of a lane's head, everything that can be
// done to that lane, each with the command that it sends.
export function openFaults(app, button) {
  const { document } = app;
  const sheet = document.getElementById("faults");
  const row = button.closest("[data-lane]");
  const { lab } = app.state.log;
  const lane = lab.lanes.find((each) => each.id === row.dataset.lane);
  const sections = faults(lane, app.lanes().get(lane.id), lab.lanes, lab.kind);
  sheet.querySelector("[data-faults-title]").textContent = `Faults of ${lane.id}`;
  sheet.querySelector("[data-faults]").replaceChildren(...sections.map((section) => drawn(app, section, sheet)));
  place(app.window, sheet, button);
  sheet.querySelector("[data-faults] button").focus();
}

function drawn(app, { title, items }, sheet) {
  const { document } = app;
  const rows = items.map((item) => row(app, item, sheet));
  return make(document, "section", { attributes: { "aria-label": title }, children: [make(document, "h3", { text: title }), ...rows] });
}

function row(app, item, sheet) {
  const { document } = app;
  const fields = item.blanks.map((blank) => field(document, blank, item.label));
  const command = make(document, "code");
  const act = make(document, "button", { text: item.label, attributes: { type: "submit", class: "button button--small" } });
  const form = make(document, "form", { attributes: { class: "faultrow", autocomplete: "off" }, children: [act, ...fields.flatMap((each) => each.parts), command] });
  const line = () => fillIn(item, Object.fromEntries(fields.map((each) => [each.name, each.input.value])));
  const show = () => (command.textContent = line());
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sheet.hidePopover();
    app.command(line());
  });
  show();
  return form;
}

let lists = 0;

// A field is a choice, or a line with proposals where any length will do.
function field(document, { name, say, options, free, none }, label) {
  const attributes = { "aria-label": `${label}: ${say}`, name };
  if (!free) {
    const input = make(document, "select", { attributes, children: options.map(([value, text]) => make(document, "option", { text, attributes: { value } })) });
    return { name, input, parts: [input] };
  }
  const id = `proposals-${++lists}`;
  const list = make(document, "datalist", { attributes: { id }, children: options.map(([value]) => make(document, "option", { attributes: { value } })) });
  const input = make(document, "input", { attributes: { ...attributes, type: "text", list: id, class: "faultrow__free", placeholder: none, maxlength: 80, spellcheck: "false" } });
  input.value = options[0]?.[0] ?? "";
  return { name, input, parts: [input, list] };
}
