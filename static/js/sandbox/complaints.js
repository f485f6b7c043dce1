import { make, setAttribute, setText } from "../controllers/parts.js";

// complaints shows what is wrong with the form beside the field that it is about, or
// at the top if it is about none.
export function complaints(app, editor, panel) {
  const { document } = app;
  const general = panel.querySelector("[data-form-errors]");

  editor.showError = () => {
    if (editor.state.side === "text") return editor.showTextError();
    app.openTab("form");
    const field = panel.querySelector("[aria-invalid]:not([hidden])") ?? general;
    field.closest("details")?.setAttribute("open", "");
    field.focus();
    field.scrollIntoView({ block: "center" });
  };

  return ({ errors, side }) => {
    const byPlace = new Map();
    for (const { place, text } of side === "form" ? errors : []) byPlace.set(place, [...(byPlace.get(place) ?? []), text]);
    const told = new Set();
    for (const box of panel.querySelectorAll("[data-says]")) {
      const place = box.dataset.at ?? box.dataset.says;
      tell(box, place, byPlace.get(place));
      if (byPlace.has(place)) told.add(place);
    }
    for (const field of panel.querySelectorAll("[data-place]")) mark(field, byPlace.has(field.dataset.place));
    const rest = [...byPlace].filter(([place]) => !told.has(place)).flatMap(([, texts]) => texts);
    general.hidden = rest.length === 0;
    general.tabIndex = -1;
    general.replaceChildren(...rest.map((text) => make(document, "li", { text })));
  };
}

function tell(box, place, texts) {
  box.id = `says-${place.replaceAll(".", "-")}`;
  box.hidden = !texts;
  setText(box, texts ? texts.join(" ") : "");
  if (texts) box.closest("details")?.setAttribute("open", "");
}

function mark(field, bad) {
  setAttribute(field, "aria-invalid", bad ? "true" : null);
  setAttribute(field, "aria-describedby", bad ? `says-${field.dataset.place.replaceAll(".", "-")}` : null);
}
