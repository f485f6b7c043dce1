import { ANSWERS } from "../model/answers.js";
import { ballots, outcome, timesAt } from "../model/ballot.js";
import { copies } from "../model/copies.js";
import { span } from "../model/format.js";
import { clientLetter } from "../marks/look.js";
import { make } from "./parts.js";
import { grid } from "./grid.js";

// draw shows the panel for locks on several servers: the votes of each
// client's latest round, or how far a replica is behind its primary.
export function draw(app, box) {
  const { log } = app.state;
  const { seq, at } = app.reading();
  const drawing = log.lab.kind === "redlock" ? votes : replication;
  box.replaceChildren(...drawing(app.document, log, seq, at, app.lanes()));
}

function votes(document, { events, lab }, seq, at) {
  const rounds = ballots(events, seq, lab.lanes);
  if (!rounds.length) return [make(document, "p", { text: "Nobody has asked for a vote yet. Step until a client tries to acquire.", attributes: { class: "empty" } })];
  const nodes = rounds[0].rows.map((row) => row.node);
  const heads = rounds.map((round) => roundHead(document, round, timesAt(round, at, lab)));
  const body = nodes.map((node, i) => {
    const cells = rounds.map((round) => vote(document, round.rows[i]));
    return make(document, "tr", { children: [make(document, "th", { text: node, attributes: { scope: "row" } }), ...cells] });
  });
  const corner = make(document, "td");
  const head = make(document, "thead", { children: [make(document, "tr", { children: [corner, ...heads] })] });
  const table = make(document, "table", { attributes: { class: "ballot", "aria-label": "Votes" }, children: [head, make(document, "tbody", { children: body })] });
  return [table];
}

function roundHead(document, round, times) {
  const { client, attempt, extends: extending, yes, needed, of } = round;
  const what = extending ? "extension" : `attempt ${attempt}`;
  const head = make(document, "th", { attributes: { scope: "col" } });
  head.style.setProperty("--lane", `var(--client-${clientLetter(client) || "other"})`);
  head.append(
    make(document, "span", { text: client, attributes: { class: "badge" } }),
    make(document, "strong", { text: ` ${yes}/${of}` }),
    make(document, "span", { text: ` ${outcome(round, times.left)}, ${span(roughly(times.left))} left` }),
    meter(document, times),
    make(document, "span", { text: `${what}, ${needed} needed; ${span(times.elapsed)} elapsed, ${span(times.drift)} for drift`, attributes: { class: "ballot__times" } }),
  );
  return head;
}

function roughly(ns) {
  return ns > 1e9 ? Math.round(ns / 1e7) * 1e7 : Math.round(ns / 1e6) * 1e6;
}

// meter shows how the TTL is used up: gone, left, kept back for drift.
function meter(document, { elapsed, drift, left, ttl }) {
  const bar = make(document, "span", { attributes: { class: "meter", "aria-hidden": "true" } });
  const part = (name, ns) => {
    const piece = make(document, "span", { attributes: { class: `meter__${name}` } });
    piece.style.width = `${Math.min(Math.max((100 * ns) / ttl, ns > 0 ? 0.8 : 0), 100)}%`;
    return piece;
  };
  bar.append(part("gone", ttl - left - drift), part("left", left), part("drift", drift));
  bar.title = `${span(elapsed)} elapsed`;
  return bar;
}

const SIGNS = { yes: "✓", taken: "✕", unreachable: "–", unknown: "?", asked: "…" };

function vote(document, { answer, msg, words }) {
  const cell = make(document, "td", { attributes: { "data-answer": answer ?? "none", title: words || null } });
  if (!answer) return cell;
  const sign = make(document, "span", { text: SIGNS[answer], attributes: { class: "ballot__sign", "aria-hidden": "true" } });
  cell.append(sign, answer === "asked" ? `asked, #${msg}` : ANSWERS[answer]);
  return cell;
}

function replication(document, { events, lab }, seq, at, lanes) {
  const { flying, lags, lost } = copies(events, seq, lab.lanes);
  const servers = [...lanes.values()].filter((lane) => lane.group === "server");
  const roles = servers.map(({ id, role, status }) => [id, status === "crashed" ? `${role}, down` : role, role === "primary" ? "" : behind(flying, id)]);
  const took = lags.length ? `The last copies took ${lags.map((lag) => span(roughly(lag))).join(", ")}.` : "Nothing has been copied yet.";
  const gone = lost ? ` ${lost} ${lost === 1 ? "change was" : "changes were"} lost before the replica had ${lost === 1 ? "it" : "them"}.` : "";
  return [
    ...grid(document, { title: "Roles", head: ["Server", "Role", "Not copied yet"], rows: roles, none: "" }),
    make(document, "p", { text: took + gone }),
    ...grid(document, {
      title: "What the replica has not got yet",
      head: ["#", "Change", "Sent"],
      rows: flying.map(({ msg, text, sent }) => [`#${msg}`, text, `${span(roughly(at - sent))} ago`]),
      none: "The replica has every change.",
    }),
  ];
}

function behind(flying, id) {
  const count = flying.filter((change) => change.to === id).length;
  return count ? `${count} ${count === 1 ? "change" : "changes"}` : "nothing";
}
