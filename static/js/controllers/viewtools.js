import { limits } from "../model/frame.js";
import { setAttribute } from "./parts.js";
import { VIEWS } from "./keyboard.js";

// viewtools: the buttons that change the range in view.
export function viewtools(app) {
  const { document } = app;

  app.fitted = () => limits(app.facts());

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-view]");
    if (button) VIEWS[button.dataset.view](app);
  });

  const fold = document.querySelector('[data-view="fold"]');
  app.on((state) => setAttribute(fold, "aria-pressed", state.fold));
}
