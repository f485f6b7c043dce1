import { make } from "./parts.js";

// draw lists the known wrong variants of the lab's lock, each with a switch and
// the line that it changes.
export function draw(app, box) {
  const { document, state } = app;
  const items = state.log.lab.mistakes.map((mistake) => item(document, mistake, app.lineOfMistake(mistake.name)));
  const intro = make(document, "p", { text: "Each is one known way to get this lock wrong. Turning one on or off begins the lab again, with the same seed.", attributes: { class: "empty" } });
  box.replaceChildren(intro, make(document, "ul", { attributes: { class: "mistakes" }, children: items }));
}

function item(document, { name, doc, on, scenario }, line) {
  const check = make(document, "input", { attributes: { type: "checkbox", "data-mistake-on": name } });
  check.checked = on;
  const label = make(document, "label", { attributes: { class: "check" }, children: [check, make(document, "code", { text: name })] });
  const parts = [label, make(document, "p", { text: doc })];
  if (line) {
    parts.push(make(document, "button", { text: "Show its line", attributes: { type: "button", class: "button button--small", "data-show-line": name } }));
  }
  if (scenario) parts.push(make(document, "a", { text: "What it costs", attributes: { href: `${document.querySelector(".brand").href}scenarios/${encodeURIComponent(scenario)}` } }));
  return make(document, "li", { children: parts });
}

// wire switches mistakes, and shows their lines in the code panel.
export function wire(app, panel) {
  panel.addEventListener("change", () => {
    const on = [...panel.querySelectorAll("[data-mistake-on]:checked")].map((check) => check.dataset.mistakeOn);
    app.try(() => app.moves.mistakes(on));
  });
  panel.addEventListener("click", ({ target }) => {
    const name = target.closest("[data-show-line]")?.dataset.showLine;
    if (!name) return;
    app.openTab("code");
    app.showLine(app.lineOfMistake(name));
  });
}
