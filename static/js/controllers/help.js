import { keep, kept } from "./keeping.js";

// help: the list of keys and commands, and the setting that switches single
// keys off.
export function help(app) {
  const { document, window } = app;
  const dialog = document.getElementById("help");
  const keys = dialog.querySelector('[data-setting="keys"]');
  app.settings = { keys: kept(window, "keys", true) };
  keys.checked = app.settings.keys;

  app.openHelp = () => dialog.showModal();
  document.addEventListener("click", (event) => {
    if (event.target.closest('[data-open="help"]')) app.openHelp();
    if (event.target.closest("[data-close]") || event.target === dialog) dialog.close();
  });
  keys.addEventListener("change", () => {
    app.settings.keys = keys.checked;
    keep(window, "keys", keys.checked);
  });
}
