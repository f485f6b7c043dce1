import { facts } from "../model/facts.js";
import { lanesAt } from "../model/lanes.js";
import { merge } from "../model/log.js";
import { firstState, reading, taken } from "../model/state.js";
import { connect, socketAddress } from "../net/socket.js";

const NONE = new Set();

// createApp holds the state of a lab page and tells its controllers, at most
// once a frame, that it changed. document and window are handed in.
export function createApp({ document, window }) {
  const listeners = [];
  const app = { document, window, state: firstState(), on: (listener) => listeners.push(listener) };
  let drawing = 0;

  app.update = (patch) => {
    app.state = { ...app.state, ...patch };
    drawing ||= window.requestAnimationFrame(render);
  };

  function render() {
    drawing = 0;
    for (const listener of listeners) listener(app.state);
  }

  app.facts = memo((log, fold) => facts(log, fold), () => [app.state.log, app.state.fold]);
  // leftOut are the events that are passed over, for one reads without heartbeats.
  app.leftOut = () => (app.state.quiet ? app.facts().beats.quiet : NONE);
  app.reading = () => reading(app.state);
  app.lanes = memo(
    (log, seq) => lanesAt(log.events, seq, log.lab?.lanes ?? [], log.lab ?? {}),
    () => [app.state.log, app.reading().seq],
  );
  return app;
}

// memo makes a value anew only when one of its inputs has changed.
export function memo(make, inputs) {
  let last = [];
  let value;
  return () => {
    const now = inputs();
    if (!value || now.some((input, i) => input !== last[i])) {
      value = make(...now);
      last = now;
    }
    return value;
  };
}

// goLive connects the page to its lab.
export function goLive(app) {
  const { window, document } = app;
  const line = connect({
    window,
    url: socketAddress(document.body.dataset.socket, window.location),
    greeting: () => greeting(app.state.log),
    onState: (link, detail) => app.update({ link, linkDetail: detail ?? null }),
    onFrame: (frame) => receive(app, line, frame),
  });
  app.ask = line.ask;
  app.retry = line.retry;
  app.hello = line.hello;
}

function greeting({ epoch, head }) {
  return epoch ? { epoch, seq: head.seq } : {};
}

function receive(app, line, frame) {
  if (frame.type === "error") return app.update({ notice: { text: frame.text, again: frame.refused } });
  if (frame.type === "ended") return app.update({ playing: false, notice: { text: frame.text, begin: !frame.asleep, asleep: frame.asleep } });
  const { log, how } = merge(app.state.log, frame);
  if (how === "gap") return line.hello();
  const notice = frame.notice ? { text: frame.notice } : lasts(app.state.notice) ? app.state.notice : null;
  app.update({ ...taken(app.state, log, how), notice, opened: true });
}

// lasts says whether a notice still holds when the lab has spoken again.
function lasts(notice) {
  return notice && !notice.begin && !notice.again && !notice.asleep;
}
