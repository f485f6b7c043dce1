import { make } from "./parts.js";

// grid is a small table with its heading; none is what to say without rows.
export function grid(document, { title, head, rows, none }) {
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
