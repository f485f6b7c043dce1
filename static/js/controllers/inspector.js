import { details, related } from "../model/details.js";
import { eventAt } from "../model/log.js";
import { flyingWith } from "../model/messages.js";
import { eventWords } from "../model/words.js";
import { flight } from "./flight.js";
import { make } from "./parts.js";

const MOST = 12;

// draw shows everything about one event: the one that was picked, or the one at
// the cursor.
export function draw(app, box) {
  const { log, pin, proof } = app.state;
  const here = app.reading();
  const event = eventAt(log, pin ?? here.seq);
  if (!event) return;
  const flying = flyingWith(event, app.facts().messages.list, here.at);
  box.replaceChildren(...content(app.document, event, { log, proof }, here.seq, flying));
}

// wire makes the buttons work: go to the event, act on its message, copy.
export function wire(app, panel) {
  panel.addEventListener("submit", (event) => {
    event.preventDefault();
    app.command(`delay #${event.target.dataset.delay} ${event.target.querySelector("input").value.trim()}`);
  });
  panel.addEventListener("click", async ({ target }) => {
    const go = target.closest("[data-go-here]");
    if (go) app.moves.go(Number(go.dataset.goHere));
    const act = target.closest("[data-act]");
    if (act) app.command(act.dataset.act);
    const copy = target.closest("[data-copy]");
    if (copy) await copyText(app, copy);
  });
}

function content(document, event, { log, proof }, cursor, flying) {
  const list = make(document, "dl", { attributes: { class: "facts" } });
  for (const [term, text] of details(event, log)) {
    list.append(make(document, "dt", { text: term }), value(document, term, text));
  }
  const parts = [heading(document, event, cursor), ...(flying ? flight(document, flying) : []), list];
  if (event.data?.addr) parts.push(...attach(document, event.data, log.lab?.kind));
  parts.push(...others(document, "The same exchange", related(event, log.events)));
  parts.push(...others(document, "The events that prove it", proof.map((seq) => eventAt(log, seq)).filter(Boolean)));
  return parts;
}

// heading names the event, with the way to it if one reads somewhere else.
function heading(document, event, cursor) {
  const title = make(document, "h3", { text: `#${event.seq} ${eventWords(event)}` });
  if (event.seq === cursor) return title;
  const attributes = { type: "button", class: "button button--small", "data-go-here": event.seq, title: "Read the log up to this event; an action branches here" };
  return make(document, "div", { attributes: { class: "headline" }, children: [title, make(document, "button", { text: "Go here", attributes })] });
}

function value(document, term, text) {
  const exact = ["Command", "Reply", "As sent", "As answered", "Message", "Value", "Key", "Behind key"].includes(term);
  const dd = make(document, "dd");
  dd.append(exact ? make(document, "code", { text }) : document.createTextNode(text));
  return dd;
}

// TOOLS are commands that show the same keys. In etcd and ZooKeeper each lab has a
// part of its own below /lockviz/, which the server's own words may name.
const TOOLS = {
  redis({ addr, command }) {
    const key = command.find((word) => word.startsWith("lock:")) ?? "lock:job:4471";
    return `redis-cli -p ${addr.slice(addr.lastIndexOf(":") + 1)} GET ${key}`;
  },
  etcd: ({ addr, raw }) => `etcdctl --endpoints=${addr} get --prefix ${ownPart(raw)}/`,
  zookeeper: ({ addr, raw }) => `zkCli.sh -server ${addr} ls -R ${ownPart(raw)}`,
};

function ownPart(raw = "") {
  return /\/lockviz\/[^\s/]+/.exec(raw)?.[0] ?? "/lockviz";
}

function attach(document, data, kind) {
  const line = (TOOLS[kind] ?? TOOLS.redis)(data);
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
