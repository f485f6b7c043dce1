import { setText } from "./parts.js";

const WORDS = {
  connecting: "Connecting…",
  live: "Live",
  stale: "No answer",
  waiting: "Connection lost",
  asleep: "Asleep",
  over: "Ended",
  out: "No lab",
};

const LOST = "The connection to the lab is lost. What you see is the log as it was; it is tried again by itself.";

// why is what the server said when it closed the line.
const why = ({ linkDetail }) => (linkDetail?.reason ? ` The server says: ${linkDetail.reason}.` : "");

// link shows whether what one sees is live, and what to do if it is not.
export function link(app) {
  const { document } = app;
  const sign = document.querySelector("[data-link]");
  const stage = document.querySelector("[data-stage]");
  const notice = noticeBar(app);

  app.on((state) => {
    sign.dataset.state = signOf(state);
    setText(sign.querySelector("[data-link-text]"), WORDS[signOf(state)]);
    stage.dataset.link = state.link;
    stage.dataset.state = stageState(state);
    empty(document, state);
    notice(say(state));
  });
}

// signOf: a live line to a server that gives no lab is no live lab.
function signOf({ link: how, opened, notice }) {
  return how === "live" && !opened && notice?.again ? "out" : how;
}

function stageState({ opened, log }) {
  if (!opened) return "loading";
  return log.events.length ? "open" : "empty";
}

function empty(document, state) {
  const { opened, log, link: how, notice } = state;
  const box = document.querySelector("[data-empty]");
  box.hidden = log.events.length > 0;
  const waiting = notice?.again ? "The lab could not be opened." : how === "waiting" ? "The lab cannot be reached. It is tried again by itself." + why(state) : "Opening the lab…";
  setText(box.querySelector("[data-empty-text]"), opened ? "Nothing has happened yet. Press Step to let the first thing happen." : waiting);
}

// say is what stands in the bar above the figure: a broken line first.
function say(state) {
  const { link: how, opened, notice } = state;
  if (how === "waiting" && opened) return { text: LOST + why(state), retry: true };
  if (how === "stale") return { text: "The lab has not answered for a while." };
  return notice ?? null;
}

function noticeBar(app) {
  const bar = app.document.querySelector("[data-notice]");
  const act = bar.querySelector("[data-notice-do]");
  const close = bar.querySelector("[data-notice-close]");
  let shown = null;
  close.addEventListener("click", () => app.update({ notice: null }));
  act.addEventListener("click", () => (shown?.retry ? app.retry() : app.hello()));
  return (notice) => {
    shown = notice;
    bar.hidden = !notice;
    if (!notice) return;
    setText(bar.querySelector("[data-notice-text]"), notice.text);
    const label = doing(notice);
    act.hidden = !label;
    setText(act, label);
    close.hidden = Boolean(label);
  };
}

// doing is what the button in the bar says; empty: there is nothing to be done.
function doing({ begin, asleep, retry, again }) {
  if (begin) return "Begin a fresh lab";
  if (asleep) return "Wake it up";
  return retry || again ? "Try now" : "";
}
