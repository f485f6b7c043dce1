import { labTime } from "../model/format.js";
import { serviceState } from "../model/service.js";
import { make } from "./parts.js";

// service shows what is so at the cursor: keys, store, messages on their way.
export function service(app) {
  const { document } = app;
  const box = document.querySelector("[data-service]");
  const panel = document.querySelector("#panel-service");
  let shown = "";

  app.on(() => {
    if (panel.hidden || !app.state.log.lab) return;
    const { at } = app.reading();
    const tables = serviceState(app.facts(), app.lanes(), at);
    const now = JSON.stringify([at, tables.map((table) => table.rows)]);
    if (now === shown) return;
    shown = now;
    box.replaceChildren(make(document, "h3", { text: `At ${labTime(at)}` }), ...tables.flatMap((table) => drawn(document, table)));
  });
}

function drawn(document, { title, head, rows, none }) {
  const heading = make(document, "h4", { text: title });
  if (!rows.length) return [heading, make(document, "p", { text: none, attributes: { class: "empty" } })];
  const cells = (tag, texts, attributes) => texts.map((text) => make(document, tag, { text: String(text), attributes }));
  const row = (children) => make(document, "tr", { children });
  const table = make(document, "table", { attributes: { class: "grid", "aria-label": title } });
  table.append(
    make(document, "thead", { children: [row(cells("th", head, { scope: "col" }))] }),
    make(document, "tbody", { children: rows.map((texts) => row(cells("td", texts))) }),
  );
  return [heading, table];
}
