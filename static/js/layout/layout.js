import { scale } from "../model/view.js";
import { arrows } from "./arrows.js";
import { cuts, expiries, ticks } from "./axis.js";
import { beliefBars, keyBars, keyLetters, standstillBars } from "./bars.js";
import { bands, brackets, writeMarks } from "./harm.js";
import { labels, points } from "./points.js";

const PLAIN = { size: 11.5, stroke: 1 };

// layout turns facts and a view into marks: plain numbers in pixels, for the
// drawings in marks/. rows is [{id, group, top, height, queue}], from top to
// bottom, queue the number of keys that a server's row has room for one below
// the other; ink the theme's {size} of text in px and {stroke}; pin the event that
// is selected; parts what the kind of lock has more.
export function layout({ facts, view, width, height, rows, now, cursorAt, behind, pin = null, ink = PLAIN, parts = [] }) {
  const beat = facts.beats.byEvent.get(pin) ?? null;
  const frame = makeFrame({ warp: facts.warp, view, width, height, rows, now, ink, beat });
  const keys = keyBars(facts, frame);
  const words = labels(facts, frame);
  const marks = {
    width,
    height,
    rows,
    axisOf,
    x: frame.x,
    now: frame.x(now),
    nowAt: now,
    cursor: behind ? frame.x(cursorAt) : null,
    cursorAt,
    ticks: ticks(facts, frame),
    cuts: cuts(facts, frame),
    expiries: expiries(facts, frame),
    bands: bands(facts, frame),
    standstills: standstillBars(facts, frame),
    beliefs: beliefBars(facts, frame),
    keys,
    keyLetters: keyLetters(keys),
    arrows: arrows(facts, frame, words),
    points: points(facts, frame),
    labels: words,
    writes: writeMarks(facts, frame),
    brackets: brackets(facts, frame),
  };
  return Object.assign(marks, NONE, ...parts.map((part) => part.marks(facts, frame, marks)));
}

// What only some kinds of lock have; their parts (kinds/) lay it out.
const NONE = { votes: [], counts: [], watches: [], beats: [] };

// makeFrame is what each part of the layout needs to place things: the range of
// lab time in view, x of a time, and the lanes with the line on which their
// events lie. beat is the heartbeat that is shown although it is quiet.
export function makeFrame({ warp, view, width, height, rows, now, ink, beat = null }) {
  const { toX, toPlace } = scale(view, width);
  const lanes = new Map(rows.map((row) => [row.id, { ...row, axis: axisOf(row), pitch: pitchOf(row), edge: EDGES[row.group] * ink.stroke }]));
  return {
    width,
    height,
    lanes,
    now,
    beat,
    size: ink.size,
    letter: 0.55 * ink.size,
    stroke: ink.stroke,
    top: { axis: 20, top: 0, height: 24, group: "lab" },
    toX,
    x: (time) => toX(warp.toAxis(time)),
    timeAt: (x) => warp.toTime(toPlace(x)),
    from: warp.toTime(view.from),
    to: warp.toTime(view.to),
  };
}

// EDGES is how far arrows end from a lane's line, in px.
const EDGES = { client: 8, server: 6, store: 11 };

const HEAD = 1.7; // of a row with a queue: where its line lies, in pitches
const FOOT = 1;

// axisOf is the y of the line on which a row's events lie.
export function axisOf(row) {
  if (row.queue) return Math.round(row.top + HEAD * pitchOf(row));
  return Math.round(row.top + row.height * (row.group === "client" ? 0.62 : 0.55));
}

// pitchOf is how far apart the keys of a queue lie; 0 in a row without one.
export function pitchOf({ queue = 0, height }) {
  return queue ? height / (HEAD + queue + FOOT) : 0;
}

// rankY is the y of a key's bar: its place in the queue, below the lane's line.
export function rankY(lane, rank) {
  if (!lane.queue || rank === null) return lane.axis;
  return lane.axis + (Math.min(rank, lane.queue - 1) + 1) * lane.pitch;
}
