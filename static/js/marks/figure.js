import { labTime } from "../model/format.js";
import { drawArrows, drawLost } from "./arrow.js";
import { drawBeliefLetters, drawBeliefs } from "./belief.js";
import { drawAxis, drawCuts, drawExpiries, drawLines, drawPresent } from "./ground.js";
import { drawBandLabels, drawBands, drawBrackets } from "./harm.js";
import { drawKeyLetters, drawKeys } from "./key.js";
import { drawPicked } from "./picked.js";
import { drawLabels, drawPoints } from "./point.js";
import { drawDown, drawStandstills } from "./standstill.js";
import { drawWrites } from "./write.js";

const MOST = 4096; // px a side of a canvas

// sizeCanvas gives a canvas its size in CSS pixels and as many device pixels as
// are sensible. It answers the ratio.
export function sizeCanvas(canvas, width, height, ratio) {
  const sensible = Math.min(ratio, MOST / Math.max(width, height, 1));
  const [w, h] = [Math.round(width * sensible), Math.round(height * sensible)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  return sensible;
}

// drawFigure draws all marks of a layout, from the ground up; parts are what the
// kind of lock has more.
export function drawFigure(ctx, marks, look, ratio, picked, parts = []) {
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, marks.width, marks.height);
  drawCuts(ctx, marks, look);
  drawAxis(ctx, marks, look);
  drawBands(ctx, marks, look);
  drawLines(ctx, marks, look, marks.axisOf);
  drawExpiries(ctx, marks, look);
  drawStandstills(ctx, marks, look);
  drawArrows(ctx, marks, look);
  drawKeys(ctx, marks, look);
  drawBeliefs(ctx, marks, look);
  drawDown(ctx, marks, look);
  drawLost(ctx, marks, look);
  drawBrackets(ctx, marks, look);
  drawPoints(ctx, marks, look);
  drawKeyLetters(ctx, marks, look);
  for (const part of parts) part.draw(ctx, marks, look);
  drawBeliefLetters(ctx, marks, look);
  drawWrites(ctx, marks, look);
  drawLabels(ctx, marks, look);
  for (const part of parts) part.label(ctx, marks, look);
  drawBandLabels(ctx, marks, look);
  drawPresent(ctx, marks, look, labTime);
  drawPicked(ctx, picked, look);
}
