import { drawArrows, drawLost } from "../marks/arrow.js";
import { drawBeats } from "../marks/beat.js";
import { drawBeliefLetters, drawBeliefs } from "../marks/belief.js";
import { sizeCanvas } from "../marks/figure.js";
import { drawBands } from "../marks/harm.js";
import { drawKeyLetters, drawKeys } from "../marks/key.js";
import { readLook } from "../marks/look.js";
import { drawPoints } from "../marks/point.js";
import { drawStandstills } from "../marks/standstill.js";
import { drawVotes } from "../marks/vote.js";
import { drawWatches } from "../marks/watch.js";
import { drawWrites } from "../marks/write.js";
import { isQueue } from "../model/kinds.js";
import { make } from "./parts.js";

const WIDE = 112;
const HIGH = 34;
const MIDDLE = 17;

// legend fills a list with the signs of the figure, drawn by the figure's own
// drawings; kinds are the kinds of lock that are shown.
export function legend({ document, window }, list, kinds) {
  const look = readLook(list, window);
  const shown = SIGNS.filter(({ of }) => !of || kinds.some(of));
  list.replaceChildren(...shown.map((sign) => item(document, window, look, sign)));
}

function item(document, window, look, { text, draw }) {
  const canvas = make(document, "canvas", { attributes: { "aria-hidden": "true" } });
  const [width, height] = [WIDE * look.stroke, HIGH * look.stroke];
  const ratio = sizeCanvas(canvas, width, height, window.devicePixelRatio || 1);
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw(ctx, look, width, MIDDLE * look.stroke, height);
  return make(document, "div", { children: [make(document, "dt", { children: [canvas] }), make(document, "dd", { text })] });
}

const belief = (more) => (ctx, look, wide, y) => {
  const bar = { x0: 4, x1: wide - 4, promised: wide - 4, y, lane: "A", token: 0, unsure: [], ...more?.(wide) };
  drawBeliefs(ctx, { beliefs: [bar] }, look);
  if (bar.promised > bar.x0) drawBeliefLetters(ctx, { beliefs: [bar] }, look);
};

const key = (more) => (ctx, look, wide, y) => {
  const bar = { x0: 4, x1: wide - 4, y, owner: "A", left: [1, 0.15], room: 40, ...more };
  drawKeys(ctx, { keys: [bar] }, look);
  drawKeyLetters(ctx, { keyLetters: [bar] }, look);
};

const arrow = (more) => (ctx, look, wide, y, high) => {
  const mark = { x0: wide * 0.4, y0: 3, x1: wide * 0.6, y1: high - 3, until: null, client: "A", fate: "received", text: "", count: 1, ...more };
  drawArrows(ctx, { arrows: [mark] }, look);
  drawLost(ctx, { arrows: [mark] }, look);
};

const still = (what) => (ctx, look, wide, y, high) => drawStandstills(ctx, { standstills: [{ what, x0: 0.4 * wide, x1: 0.6 * wide, y, height: high, length: 0 }] }, look);

const point = (sign) => (ctx, look, wide, y) => drawPoints(ctx, { points: [{ x: wide / 2, x1: wide / 2, y, sign }] }, look);

const write = (what) => (ctx, look, wide, y) => drawWrites(ctx, { width: 0, writes: [{ x: wide / 2, y, writer: "A", token: 33, what, version: 2 }] }, look);

const watch = (fired) => (ctx, look, wide, y, high) => {
  const bars = { x0: 4, x1: wide - 4, left: [1, 1], room: 7 * look.stroke };
  drawKeys(ctx, { keys: [{ ...bars, y: 9 * look.stroke, owner: "A" }, { ...bars, y: high - 8 * look.stroke, owner: "B", waits: true }] }, look);
  drawWatches(ctx, { watches: [{ x: wide / 2, y: 9 * look.stroke, own: high - 8 * look.stroke, watcher: "B", fired }] }, look);
};

const vote = (answer) => (ctx, look, wide, y) => drawVotes(ctx, { votes: [{ x: wide / 2, y, answer }] }, look);

const votes = (kind) => kind === "redlock";

const SIGNS = [
  { text: "A client believes that it holds the lock, and the service has promised it.", draw: belief() },
  { text: "It still believes, though what was promised is over.", draw: belief((wide) => ({ promised: 4, x1: wide - 4 })) },
  { text: "It has lost touch with its session's server: it is not sure.", of: isQueue, draw: belief((wide) => ({ unsure: [[0.3 * wide, wide - 4]] })) },
  { text: "Two clients believe at once.", draw: (ctx, look, wide, y, high) => drawBands(ctx, { bands: [{ x0: 8, x1: wide - 8, y0: 2, y1: high - 2 }] }, look) },
  { text: "A key of A on a server, as high as there is time left.", draw: key() },
  { text: "A key that waits in the queue. The first in it holds the lock.", of: isQueue, draw: key({ waits: true, left: [1, 0.7] }) },
  { text: "B watches A's key, and waits to be told that it is gone.", of: isQueue, draw: watch(false) },
  { text: "The watch fires: B is told.", of: isQueue, draw: watch(true) },
  { text: "A heartbeat that went well: a tick. One that was lost is an arrow.", of: isQueue, draw: (ctx, look, wide, y) => drawBeats(ctx, { beats: [0.3, 0.5, 0.7].map((part) => ({ x: wide * part, y: y - 3, way: 1, client: "A" })) }, look) },
  { text: "What was waited for has happened: the client goes on.", of: isQueue, draw: point("woken") },
  { text: "A client is paused.", draw: still("paused") },
  { text: "A client waits.", draw: still("waiting") },
  { text: "A message to a server.", draw: arrow() },
  { text: "Its reply.", draw: arrow({ reply: true, y0: 31, y1: 3 }) },
  { text: "A message that was lost.", draw: arrow({ fate: "dropped" }) },
  { text: "A server said yes.", of: votes, draw: vote("yes") },
  { text: "The key is taken there.", of: votes, draw: vote("taken") },
  { text: "No reply: it may have happened.", of: votes, draw: vote("unknown") },
  { text: "Nothing listens there.", of: votes, draw: vote("unreachable") },
  { text: "A write that the store took, with its token.", draw: write("accepted") },
  { text: "A write that the store refused.", draw: write("rejected") },
  { text: "A stale write that the store took.", draw: write("stale") },
];
