import { labTime } from "../model/format.js";
import { serviceState } from "../model/service.js";
import { grid } from "./grid.js";
import { make } from "./parts.js";

// draw shows what is so at the cursor: keys, store, messages on their way.
export function draw(app, box) {
  const { document } = app;
  const { at } = app.reading();
  const tables = serviceState(app.facts(), app.lanes(), at);
  box.replaceChildren(make(document, "h3", { text: `At ${labTime(at)}` }), ...tables.flatMap((table) => grid(document, table)));
}
