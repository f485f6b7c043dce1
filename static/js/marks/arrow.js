import { verbBase } from "../layout/arrows.js";
import { words } from "./look.js";

// drawArrows draws messages: solid there, dashed back, a cross where one was
// lost, an open end while it is on its way.
export function drawArrows(ctx, { arrows }, look) {
  for (const arrow of arrows) drawArrow(ctx, arrow, look);
  for (const arrow of arrows) if (arrow.labelled) label(ctx, arrow, look);
}

function drawArrow(ctx, arrow, look) {
  const colour = look.client(arrow.client);
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = (arrow.quiet ? 0.7 : arrow.count > 1 ? 2.5 : 1.5) * look.stroke;
  ctx.setLineDash(arrow.reply ? [4, 3] : []);
  const end = arrow.fate === "dropped" ? along(arrow, 0.6) : { x: arrow.x1, y: arrow.y1 };
  ctx.beginPath();
  ctx.moveTo(arrow.x0, arrow.y0);
  ctx.lineTo(end.x, end.y);
  ctx.stroke();
  ctx.setLineDash([]);
  ENDS[arrow.fate]?.(ctx, arrow, end, look);
}

// drawLost draws the crosses in which lost messages end, above the lanes' bars.
export function drawLost(ctx, { arrows }, look) {
  for (const arrow of arrows) if (arrow.fate === "dropped") cross(ctx, along(arrow, 0.6), look);
}

function along({ x0, y0, x1, y1 }, part) {
  return { x: x0 + part * (x1 - x0), y: y0 + part * (y1 - y0) };
}

const ENDS = {
  received: head,
  flying: open,
  held: bar,
  waiting(ctx, arrow, end, look) {
    head(ctx, arrow, end);
    waits(ctx, arrow, look);
  },
};

function head(ctx, arrow, { x, y }) {
  const angle = Math.atan2(arrow.y1 - arrow.y0, arrow.x1 - arrow.x0);
  ctx.beginPath();
  ctx.moveTo(x, y);
  for (const side of [-1, 1]) ctx.lineTo(x - 7 * Math.cos(angle + side * 0.42), y - 7 * Math.sin(angle + side * 0.42));
  ctx.fill();
  if (arrow.until !== null && arrow.fate === "received") waits(ctx, arrow, null);
}

// waits draws a message that lies at a paused lane's door.
function waits(ctx, { x1, y1, until }) {
  if (until - x1 < 3) return;
  ctx.setLineDash([1.5, 3]);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(until, y1);
  ctx.stroke();
  ctx.setLineDash([]);
}

function open(ctx, arrow, { x, y }) {
  ctx.beginPath();
  ctx.arc(x, y, 3, 0, 2 * Math.PI);
  ctx.stroke();
}

function bar(ctx, arrow, { x, y }) {
  ctx.beginPath();
  ctx.moveTo(x - 6, y);
  ctx.lineTo(x + 6, y);
  ctx.stroke();
}

function cross(ctx, { x, y }, look) {
  for (const [colour, width] of [[look.paper, 4.5], [look.ink, 2]]) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * look.stroke;
    ctx.beginPath();
    ctx.moveTo(x - 5, y - 5);
    ctx.lineTo(x + 5, y + 5);
    ctx.moveTo(x + 5, y - 5);
    ctx.lineTo(x - 5, y + 5);
    ctx.stroke();
  }
}

function label(ctx, arrow, look) {
  const text = arrow.count > 1 ? `${arrow.text} ×${arrow.count}` : arrow.text;
  words(ctx, look, text, arrow.x0 + 4, verbBase(arrow, look.size), {
    font: look.mono(0.88),
    colour: look.soft,
  });
}
