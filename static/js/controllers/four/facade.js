import { queueLength } from "../../model/kinds.js";

const ABOVE = 26; // px of a figure above its lanes: the common axis has them

// facade shows one of the four labs as the lab page's controllers know theirs, so
// that they draw it and move in it.
export function facade(four, i) {
  const { document, window } = four;
  const { root, kind } = four.state.labs[i];
  const lab = four.labs[i];
  const app = {
    document,
    window,
    root,
    parts: [],
    settings: four.settings,
    get state() {
      const { labs, view, fold, pin, proof, playing } = four.state;
      const mine = (thing) => (thing?.lab === i ? thing : null);
      return { log: labs[i].log, view, fold, playing, quiet: true, pin: mine(pin)?.seq ?? null, proof: mine(proof)?.seqs ?? [] };
    },
    update: (patch) => four.update(translated(patch, i)),
    on: (listener) => four.on(() => listener(app.state)),
    facts: lab.facts,
    lanes: lab.lanes,
    leftOut: () => lab.facts().beats.quiet,
    reading: () => ({ seq: lab.seq(), at: four.reading(), behind: four.state.time !== null }),
    measure: () => measure(root, queueLength({ kind, lanes: four.state.labs[i].log.lab?.lanes ?? [] })),
    moves: four.moves,
    try: four.try,
    fitted: four.fitted,
    openHelp: four.openHelp,
    showDetails() {},
  };
  return app;
}

function translated({ pin, proof, ...rest }, i) {
  if (pin === undefined) return rest;
  return { ...rest, pin: pin ? { lab: i, seq: pin } : null, proof: proof?.length ? { lab: i, seqs: proof } : null };
}

function measure(root, length) {
  return [...root.querySelectorAll("[data-lane]")].map((head) => {
    const { lane: id, group } = head.dataset;
    return { id, group, top: head.offsetTop + ABOVE, height: head.offsetHeight, below: false, queue: group === "server" ? length : 0 };
  });
}
