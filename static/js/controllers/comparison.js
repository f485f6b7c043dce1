import { apart } from "../model/tree.js";
import { eventWords } from "../model/words.js";
import { make } from "./parts.js";

const STATUS = { holds: "holds", violated: "violated", "not-exercised": "not yet" };

// comparison shows where two branches part, and what came of each.
export function comparison(document, { same, sides }, { branches }) {
  const nameOf = (id) => branches.find((branch) => branch.id === id)?.name ?? id;
  const heads = sides.map((side) => make(document, "th", { text: nameOf(side.branch), attributes: { scope: "col" } }));
  const rows = apart(sides).map((row) => verdictRow(document, row));
  const close = make(document, "button", { text: "Close", attributes: { type: "button", class: "button button--small", "data-forget": "" } });
  const title = make(document, "h3", { text: same === 1 ? "The first event is the same" : `The first ${same} events are the same` });
  const table = make(document, "table", { attributes: { class: "grid apart", "aria-label": "Two branches side by side" } });
  table.append(
    make(document, "thead", { children: [make(document, "tr", { children: [make(document, "td"), ...heads] })] }),
    make(document, "tbody", { children: [firstRow(document, sides), ...rows] }),
  );
  return [make(document, "div", { attributes: { class: "headline" }, children: [title, close] }), table];
}

// The first event on each side that the other does not have: one click away.
function firstRow(document, sides) {
  const cells = sides.map(({ event, branch }) => {
    if (!event) return make(document, "td", { text: "has nothing more" });
    const attributes = { type: "button", class: "button button--small apart__event", "data-open-branch": branch, "data-at": event.seq };
    return make(document, "td", { children: [make(document, "button", { text: `#${event.seq} ${eventWords(event)}`, attributes })] });
  });
  return make(document, "tr", { children: [make(document, "th", { text: "Then", attributes: { scope: "row" } }), ...cells] });
}

function verdictRow(document, { name, sides, differs }) {
  const cells = sides.map(({ status, count, text }) => {
    const words = STATUS[status] + (count > 0 ? ` ${count}×` : "");
    return make(document, "td", { text: words, attributes: { "data-status": status, title: text } });
  });
  const label = make(document, "th", { text: name.replaceAll("-", " "), attributes: { scope: "row" } });
  return make(document, "tr", { attributes: { "data-differs": differs ? "" : null }, children: [label, ...cells] });
}
