import { keep, kept } from "./keeping.js";

// help: what the signs mean, the list of keys and commands, and the setting that
// switches single keys off.
export function help(app) {
  const { document, window } = app;
  const dialog = document.getElementById("help");
  const keys = dialog.querySelector('[data-setting="keys"]');
  app.settings = { keys: kept(window, "keys", true) };
  keys.checked = app.settings.keys;

  app.openHelp = () => {
    dialog.showModal();
    explain(app, dialog.querySelector("[data-legend]"));
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest('[data-open="help"]')) app.openHelp();
    if (event.target.closest("[data-tour-start]")) guide(app, dialog);
    if (event.target.closest("[data-close]") || event.target === dialog) dialog.close();
  });
  keys.addEventListener("change", () => {
    app.settings.keys = keys.checked;
    keep(window, "keys", keys.checked);
  });
}

async function guide(app, dialog) {
  const { startTour } = await import("./tour.js");
  dialog.close();
  startTour(app);
}

// explain draws the legend. Its script is fetched when somebody first asks.
async function explain(app, list) {
  try {
    const { legend } = await import("./legend.js");
    legend(app, list, app.kinds?.() ?? [app.state.log.lab?.kind]);
    list.parentElement.hidden = false;
  } catch {
    list.parentElement.hidden = true; // the rest of the help is there
  }
}
