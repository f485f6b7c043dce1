import { labTime, span } from "../model/format.js";
import { queueAt } from "../model/queue.js";
import { clientLetter } from "../marks/look.js";
import { make } from "./parts.js";

// What the two services call the same things.
const WORDS = {
  etcd: { title: "Keys under the lock, by create revision", key: "Key by create revision", order: "revision", session: "Lease", link: "Watched by", short: (key) => key.replace(/^.*\//, "…/") },
  zookeeper: { title: "Znodes under the lock, by czxid", key: "Znode by czxid", order: "czxid", session: "Session", link: "Watches", short: (key) => key.replace(/^.*(?=-\d+$)|^.*\//, "…") },
};

// draw shows the queue behind a lock: whose key stands where, what it hangs on,
// and who watches whom.
export function draw(app, box) {
  const { document } = app;
  const { log } = app.state;
  const { seq, at } = app.reading();
  const words = WORDS[log.lab.kind] ?? WORDS.etcd;
  const places = queueAt(log, seq, at, app.lanes());
  const heads = ["Client", `At ${labTime(at)}`, words.key, words.session, words.link].map((text) => make(document, "th", { text, attributes: { scope: "col" } }));
  const head = make(document, "thead", { children: [make(document, "tr", { children: heads })] });
  const body = make(document, "tbody", { children: places.map((place, i) => row(document, place, places[i + 1], words)) });
  const table = make(document, "table", { attributes: { class: "queue", "aria-label": words.title }, children: [head, body] });
  const notes = places.filter((place) => place.note).map((place) => make(document, "p", { text: place.note, attributes: { class: "queue__note" } }));
  box.replaceChildren(table, ...notes);
}

function row(document, place, next, words) {
  const { client, rank, key, order } = place;
  const name = make(document, "th", { attributes: { scope: "row" }, children: [make(document, "span", { text: client, attributes: { class: "badge" } })] });
  const cells = [
    cell(document, "queue__says", [place.says, line(document, place.lives)]),
    cell(document, "", key ? [make(document, "code", { text: words.short(key), attributes: { title: key } }), line(document, `${words.order} ${order}`)] : ["none"]),
    cell(document, "", session(document, place)),
    cell(document, "", [link(place, words)]),
  ];
  const flag = (on) => (on ? "" : null);
  const watched = words.link === "Watches" && next?.watches === client;
  const chained = words.link === "Watches" && place.watches && place.watches !== "all";
  const attributes = { "data-holds": flag(rank === 0), "data-watched": flag(watched), "data-chained": flag(chained) };
  const element = make(document, "tr", { attributes, children: [name, ...cells] });
  element.style.setProperty("--lane", colour(client));
  if (watched) element.style.setProperty("--watcher", colour(next.client));
  return element;
}

function colour(client) {
  return `var(--client-${clientLetter(client) || "other"})`;
}

function cell(document, name, children) {
  return make(document, "td", { attributes: { class: name || null }, children });
}

function line(document, text) {
  return make(document, "span", { text, attributes: { class: "queue__line" } });
}

function session(document, { session: name, left, ttl }) {
  if (!name) return ["none yet"];
  const bar = make(document, "span", { attributes: { class: "meter", "aria-hidden": "true" } });
  const gone = make(document, "span", { attributes: { class: "meter__gone" } });
  gone.style.width = `${ttl ? Math.min(100 - (100 * left) / ttl, 100) : 100}%`;
  const rest = make(document, "span", { attributes: { class: "meter__left" } });
  rest.style.width = `${ttl ? Math.min((100 * left) / ttl, 100) : 0}%`;
  bar.append(gone, rest);
  return [`${name}, ${left ? `${span(Math.round(left / 1e8) * 1e8)} left` : "over"}`, bar];
}

function link({ watches, watchedBy }, { link: title }) {
  if (title === "Watched by") return watchedBy.join(", ") || "nobody";
  if (!watches) return "nothing";
  return watches === "all" ? "⇈ every child" : `↑ ${watches}'s znode`;
}
