import { details, related } from "../model/details.js";
import { eventAt } from "../model/log.js";
import { eventWords } from "../model/words.js";
import { make } from "./parts.js";

const MOST = 12;

// inspector shows everything about one event: the one that was picked, or the
// one at the cursor.
export function inspector(app) {
  const { document } = app;
  const box = document.querySelector("[data-inspector]");
  let shown = "";

  app.showDetails = (seq) => {
    if (seq) app.update({ pin: seq });
    app.openTab("inspector");
  };

  app.on(({ log, pin, proof }) => {
    const seq = pin ?? app.reading().seq;
    const now = `${log.epoch} ${seq} ${log.head.seq} ${proof}`;
    const event = eventAt(log, seq);
    if (now === shown || !event) return;
    shown = now;
    box.replaceChildren(...content(document, event, app.state));
  });

  box.addEventListener("click", async (event) => {
    const pick = event.target.closest("[data-pick]");
    if (pick) app.update({ pin: Number(pick.dataset.pick) });
    const copy = event.target.closest("[data-copy]");
    if (copy) await copyText(app, copy);
  });
}

function content(document, event, { log, proof }) {
  const list = make(document, "dl", { attributes: { class: "facts" } });
  for (const [term, text] of details(event, log)) {
    list.append(make(document, "dt", { text: term }), value(document, term, text));
  }
  const parts = [make(document, "h3", { text: `#${event.seq} ${eventWords(event)}` }), list];
  if (event.data?.addr) parts.push(...attach(document, event.data));
  parts.push(...others(document, "The same exchange", related(event, log.events)));
  parts.push(...others(document, "The events that prove it", proof.map((seq) => eventAt(log, seq)).filter(Boolean)));
  return parts;
}

function value(document, term, text) {
  const exact = ["Command", "Reply", "Message", "Value", "Key"].includes(term);
  const dd = make(document, "dd");
  dd.append(exact ? make(document, "code", { text }) : document.createTextNode(text));
  return dd;
}

function attach(document, { addr, command }) {
  const key = command.find((word) => word.startsWith("lock:")) ?? "lock:job:4471";
  const line = `redis-cli -p ${addr.slice(addr.lastIndexOf(":") + 1)} GET ${key}`;
  const row = make(document, "p", { attributes: { class: "copyline" } });
  row.append(
    make(document, "code", { text: line }),
    make(document, "button", { text: "Copy", attributes: { type: "button", class: "button button--small", "data-copy": line } }),
  );
  return [make(document, "h4", { text: "See it with your own tool" }), row];
}

function others(document, title, events) {
  if (!events.length) return [];
  const box = make(document, "p", { attributes: { class: "related" } });
  for (const event of events.slice(0, MOST)) {
    const attributes = { type: "button", class: "button button--small", "data-pick": event.seq, title: eventWords(event) };
    box.append(make(document, "button", { text: `#${event.seq} ${event.lane} ${event.kind}`, attributes }));
  }
  return [make(document, "h4", { text: title }), box];
}

async function copyText(app, button) {
  try {
    await app.window.navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    const range = app.document.createRange();
    range.selectNodeContents(button.previousElementSibling);
    app.window.getSelection().removeAllRanges();
    app.window.getSelection().addRange(range);
    button.textContent = "Selected";
  }
}
