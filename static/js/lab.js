// The lab page: state in the middle, controllers around it. The order is that of
// drawing: what a controller needs is made by those before it.

import { createApp, goLive } from "./controllers/app.js";
import { code } from "./controllers/code.js";
import { command } from "./controllers/command.js";
import { help } from "./controllers/help.js";
import { keyboard } from "./controllers/keyboard.js";
import { kinds } from "./controllers/kinds.js";
import { later } from "./controllers/later.js";
import { link } from "./controllers/link.js";
import { addMoves } from "./controllers/moves.js";
import { narration } from "./controllers/narration.js";
import { overview } from "./controllers/overview.js";
import { addPlay } from "./controllers/play.js";
import { plot } from "./controllers/plot.js";
import { pointer } from "./controllers/pointer.js";
import { rows } from "./controllers/rows.js";
import { tabs } from "./controllers/tabs.js";
import { transport } from "./controllers/transport.js";
import { verdicts } from "./controllers/verdicts.js";
import { viewtools } from "./controllers/viewtools.js";

export function startLab(document, window) {
  const app = createApp({ document, window });
  addMoves(app);
  addPlay(app);
  for (const controller of [
    link,
    help,
    tabs,
    kinds,
    rows,
    plot,
    pointer,
    keyboard,
    viewtools,
    overview,
    transport,
    verdicts,
    command,
    code,
    later,
    narration,
  ]) {
    controller(app);
  }
  return app;
}

const app = startLab(document, window);
goLive(app);
// A lab without a lesson does not fetch what leads through one, nor that of a
// challenge without one.
if (document.querySelector("[data-lesson]")) {
  const { lesson } = await import("./controllers/lesson.js");
  lesson(app);
  app.update({});
}
if (document.querySelector("[data-challenge]")) {
  const { challenge } = await import("./controllers/challenge.js");
  challenge(app);
  app.update({});
}
if (document.querySelector("[data-sandbox]")) {
  const { sandbox } = await import("./sandbox/sandbox.js");
  sandbox(app);
  app.update({});
}
