import { words } from "./look.js";

// drawBands draws where two clients believe at once.
export function drawBands(ctx, { bands }, look) {
  for (const { x0, x1, y0, y1 } of bands) {
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = look["red-wash"];
    ctx.fillRect(x0, y0, x1 - x0, y1 - y0);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = look.red;
    ctx.lineWidth = look.stroke;
    ctx.setLineDash([3, 3]);
    ctx.beginPath();
    for (const x of [x0, x1]) {
      ctx.moveTo(x, y0);
      ctx.lineTo(x, y1);
    }
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

// drawBandLabels says what a band means, above everything else.
export function drawBandLabels(ctx, { bands }, look) {
  for (const { x0, x1, y0, inside } of bands) {
    const text = "both believe";
    ctx.font = look.font(600);
    const start = Math.max(x0, 0);
    if (x1 - start < ctx.measureText(text).width + 8) continue;
    words(ctx, look, text, start + 4, inside ? y0 + look.size : y0 - 5, { colour: look.red, font: ctx.font });
  }
}

// drawBrackets draws, for each stale write, a red bracket over both belief bars
// down to the write. Where the newer belief is over, the bracket reaches back to
// it.
export function drawBrackets(ctx, { brackets }, look) {
  for (const { x, reach, upward, y0, y1, y2 } of brackets) {
    ctx.strokeStyle = look.red;
    ctx.lineWidth = 2.5 * look.stroke;
    ctx.lineCap = "round";
    ctx.beginPath();
    arm(ctx, upward ? Math.min(reach, x - 9) : x - 9, x, y0 - 11, 5);
    ctx.moveTo(x, y0 - 11);
    ctx.lineTo(x, y2 - 17 * look.stroke);
    if (y1 > y0) arm(ctx, upward ? x - 9 : Math.min(reach, x - 9), x, y1 + 11, -5);
    ctx.stroke();
    ctx.lineCap = "butt";
  }
}

function arm(ctx, from, to, y, hook) {
  ctx.moveTo(from, y + hook);
  ctx.lineTo(from, y);
  ctx.lineTo(to, y);
}
