import { axisOf, placed, read } from "../../model/facts.js";
import { present, seqAt } from "../../model/four.js";
import { lanesAt } from "../../model/lanes.js";
import { emptyLog, merge } from "../../model/log.js";
import { connect, socketAddress } from "../../net/socket.js";
import { memo } from "../app.js";

// createFour holds the state of the page with four labs: {labs, time, view, fold,
// pin, proof, playing}. time is the lab time up to which all are read, null for
// the present; pin is {lab, seq}, proof {lab, seqs}.
export function createFour({ document, window }) {
  const listeners = [];
  const labs = [...document.querySelectorAll("[data-four]")].map((root) => ({ root, kind: root.dataset.four, log: emptyLog(), link: "connecting", notice: "" }));
  const four = { document, window, state: { labs, time: null, view: null, fold: true, pin: null, proof: null, playing: false }, on: (listener) => listeners.push(listener) };
  let drawing = 0;

  four.update = (patch) => {
    four.state = { ...four.state, ...patch };
    drawing ||= window.requestAnimationFrame(() => {
      drawing = 0;
      for (const listener of listeners) listener(four.state);
    });
  };
  four.change = (i, patch) => four.update({ labs: four.state.labs.map((lab, k) => (k === i ? { ...lab, ...patch } : lab)) });
  four.logs = () => four.state.labs.filter((lab) => lab.log.lab).map((lab) => lab.log);
  four.kinds = () => labs.map((lab) => lab.kind);
  four.now = () => present(four.logs());
  four.reading = () => four.state.time ?? four.now();

  const own = labs.map((_, i) => memo(read, () => [four.state.labs[i].log]));
  const axis = memo((fold, ...logs) => axisOf(logs.map((_, i) => own[i]()), fold), () => [four.state.fold, ...four.state.labs.map((lab) => lab.log)]);
  four.axis = axis;
  four.labs = labs.map((_, i) => ({
    facts: memo((all, along) => placed(all, along), () => [own[i](), axis()]),
    seq: () => seqAt(four.state.labs[i].log, four.reading()),
  }));
  for (const [i, lab] of four.labs.entries()) {
    lab.lanes = memo((log, seq) => lanesAt(log.events, seq, log.lab?.lanes ?? [], log.lab ?? {}), () => [four.state.labs[i].log, lab.seq()]);
  }
  return four;
}

// goLive connects the page to its four labs. One that cannot be reached says so in
// its row; the others go on.
export function goLive(four) {
  four.lines = four.state.labs.map(({ root }, i) => {
    const { window } = four;
    const line = connect({
      window,
      url: socketAddress(root.dataset.socket, window.location),
      greeting: () => {
        const { epoch, head } = four.state.labs[i].log;
        return epoch ? { epoch, seq: head.seq } : {};
      },
      onState: (link) => four.change(i, { link }),
      onFrame: (frame) => receive(four, i, line, frame),
    });
    return line;
  });
}

function receive(four, i, line, frame) {
  if (frame.type === "error" || frame.type === "ended") return four.change(i, { notice: frame.text });
  const { log, how } = merge(four.state.labs[i].log, frame);
  if (how === "gap") return line.hello();
  const anew = how === "replaced" && log.epoch !== four.state.labs[i].log.epoch;
  four.change(i, { log, notice: frame.notice ?? (anew ? "" : four.state.labs[i].notice) });
  if (anew) four.update({ pin: null, proof: null });
}
