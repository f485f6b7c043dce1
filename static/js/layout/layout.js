import { scale } from "../model/view.js";
import { arrows } from "./arrows.js";
import { cuts, expiries, ticks } from "./axis.js";
import { beliefBars, keyBars, standstillBars } from "./bars.js";
import { bands, brackets, writeMarks } from "./harm.js";
import { labels, points } from "./points.js";
import { counts, votes } from "./votes.js";

const PLAIN = { size: 11.5, stroke: 1 };

// layout turns facts and a view into marks: plain numbers in pixels, for the
// drawings in marks/. rows is [{id, group, top, height}], from top to bottom;
// ink the theme's {size} of text in px and {stroke}.
export function layout({ facts, view, width, height, rows, now, cursorAt, behind, ink = PLAIN }) {
  const frame = makeFrame({ warp: facts.warp, view, width, height, rows, now, ink });
  const words = labels(facts, frame);
  return {
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
    keys: keyBars(facts, frame),
    arrows: arrows(facts, frame),
    points: points(facts, frame),
    labels: words,
    votes: votes(facts, frame),
    counts: counts(facts, frame, words),
    writes: writeMarks(facts, frame),
    brackets: brackets(facts, frame),
  };
}

// makeFrame is what each part of the layout needs to place things: the range of
// lab time in view, x of a time, and the lanes with the line on which their
// events lie.
export function makeFrame({ warp, view, width, height, rows, now, ink }) {
  const { toX, toPlace } = scale(view, width);
  const lanes = new Map(rows.map((row) => [row.id, { ...row, axis: axisOf(row), edge: EDGES[row.group] * ink.stroke }]));
  return {
    width,
    height,
    lanes,
    now,
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

// axisOf is the y of the line on which a row's events lie.
export function axisOf(row) {
  return Math.round(row.top + row.height * (row.group === "client" ? 0.62 : 0.55));
}
