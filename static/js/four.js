// The page with four labs: one state in the middle, one transport, four figures.

import { announcer } from "./controllers/four/announcer.js";
import { axis } from "./controllers/four/axis.js";
import { createFour, goLive } from "./controllers/four/app.js";
import { controls } from "./controllers/four/controls.js";
import { facade } from "./controllers/four/facade.js";
import { addMoves } from "./controllers/four/moves.js";
import { rows } from "./controllers/four/rows.js";
import { verdicts } from "./controllers/four/verdicts.js";
import { help } from "./controllers/help.js";
import { keyboard, VIEWS } from "./controllers/keyboard.js";
import { kinds } from "./controllers/kinds.js";
import { setAttribute } from "./controllers/parts.js";
import { plot } from "./controllers/plot.js";
import { pointer } from "./controllers/pointer.js";
import { limits } from "./model/frame.js";

const four = createFour({ document, window });
four.try = (move) => Promise.resolve().then(move).catch(() => {}); // what a lab refuses stands in its row
four.fitted = () => limits(four.axis());
addMoves(four);
help(four);
rows(four);

const apps = four.state.labs.map((_, i) => facade(four, i));
for (const app of apps) for (const controller of [kinds, plot, pointer, keyboard]) controller(app);

axis(four, apps[0]);
controls(four);
verdicts(four);
announcer(four);
viewtools(four, apps[0]);
goLive(four);

// viewtools: the buttons that change the range in view, of all four at once.
function viewtools({ document, on }, app) {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-view]");
    if (button) VIEWS[button.dataset.view](app);
  });
  const fold = document.querySelector('[data-view="fold"]');
  on((state) => setAttribute(fold, "aria-pressed", state.fold));
}
