import { KIND } from "./events.gen.js";
import { lanesAt } from "./lanes.js";

// announcement says what changed between two events of the log, for the live
// region: changes of state only, and no more than three sentences.
export function announcement(log, after, upTo) {
  const said = [];
  for (const event of log.events.slice(after, upTo)) {
    const sentence = SENTENCES[event.kind]?.(event, log);
    if (sentence) said.push(sentence);
  }
  return said.slice(-3).join(" ");
}

const SENTENCES = {
  [KIND.ACQUIRED]: acquired,
  [KIND.COUNTED]: ({ lane, data }) => (data.held ? "" : `${lane} has ${data.yes} of ${data.of} votes, ${data.needed} are needed.`),
  [KIND.FAILED]: ({ lane, say }) => `${lane} ${say}.`,
  [KIND.CLOCK]: ({ lane, say }) => `${lane} ${say}.`,
  [KIND.PROMOTED]: ({ lane, say }) => `${lane} ${say}.`,
  [KIND.WAITING]: ({ lane, say, data }) => (data.for ? "" : `${lane} ${say}.`),
  [KIND.WOKEN]: ({ lane }) => `${lane} is woken.`,
  [KIND.DISCONNECTED]: ({ lane }) => `${lane} is disconnected and does not know whether its session lives.`,
  [KIND.RECONNECTED]: ({ lane }) => `${lane} is connected again: its session lives.`,
  [KIND.LOST]: ({ lane }) => `${lane} knows that it lost the lock.`,
  [KIND.RELEASING]: ({ lane }) => `${lane} gives the lock back.`,
  [KIND.PAUSED]: ({ lane, say }) => `${lane} ${say}.`,
  [KIND.RESUMED]: ({ lane }) => `${lane} runs again.`,
  [KIND.CRASHED]: ({ lane, say }) => `${lane} ${say}.`,
  [KIND.RESTARTED]: ({ lane }) => `${lane} is started again.`,
  [KIND.KEY_GONE]: ({ lane, data }) => (data.why === "deleted" ? "" : `The key of ${data.owner} on ${lane} is gone: ${data.why}.`),
  [KIND.ACCEPTED]: ({ data }) => `The store took the write of ${data.writer}${token(data)}.`,
  [KIND.REJECTED]: ({ data }) => `The store refused the write of ${data.writer}${token(data)}: ${data.highest ? `it has seen ${data.highest}` : "it does not own the lock"}.`,
  [KIND.FENCING]: ({ data }) => `Fencing is ${data.on ? "on" : "off"}.`,
};

function acquired({ seq, lane, data }, { events, lab }) {
  const others = [...lanesAt(events, seq, lab?.lanes ?? []).values()]
    .filter((state) => state.belief && state.id !== lane && state.belief.lock === data.lock)
    .map((state) => state.id);
  const rest = others.length ? `; ${others.join(" and ")} still believes that it holds it` : "";
  return `${lane} acquired ${data.lock}${token(data)}${rest}.`;
}

function token({ token: number }) {
  return number ? ` with token ${number}` : "";
}
