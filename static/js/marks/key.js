import { badge, hatch } from "./look.js";

const HEIGHT = 10;
const LEAST = 2; // px of a key whose time is almost over

// drawKeys draws which keys exist on the servers, in their owner's colour. A bar
// is as high as there is time left; that of a key which waits in a queue is
// hatched.
export function drawKeys(ctx, { keys }, look) {
  for (const bar of keys) {
    if (bar.density) drawDensity(ctx, bar, look);
    else drawBar(ctx, bar, look);
  }
}

function drawBar(ctx, { x0, x1, y, owner, left, waits, room }, look) {
  const full = Math.min(HEIGHT * look.stroke, room);
  const base = y + full / 2;
  const [high, low] = left.map((part) => LEAST + part * (full - LEAST));
  ctx.beginPath();
  ctx.moveTo(x0, base);
  ctx.lineTo(x0, base - high);
  ctx.lineTo(x1, base - low);
  ctx.lineTo(x1, base);
  ctx.closePath();
  if (waits) return outline(ctx, { x0, x1, y0: base - full, y1: base }, look, look.client(owner));
  ctx.fillStyle = look.client(owner);
  ctx.fill();
  ctx.strokeStyle = look["bar-edge"];
  ctx.lineWidth = look.stroke;
  ctx.stroke();
}

// outline hatches the current path.
function outline(ctx, box, look, colour) {
  ctx.fillStyle = look.raised;
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.6 * look.stroke;
  ctx.stroke();
  ctx.save();
  ctx.clip();
  hatch(ctx, box, { colour, gap: 5 * look.stroke, width: look.stroke });
  ctx.restore();
}

// drawKeyLetters writes whose key it is, above what lies on the bars.
export function drawKeyLetters(ctx, { keyLetters }, look) {
  for (const { owner, x0, x1, y } of keyLetters) {
    if (!owner || x1 - x0 < (16 + 8 * owner.length) * look.stroke) continue;
    badge(ctx, look, owner, Math.max(x0, 0) + 6 * look.stroke, y, 14 * look.stroke);
  }
}

function drawDensity(ctx, { x0, x1, y }, look) {
  const full = HEIGHT * look.stroke;
  ctx.fillStyle = look.soft;
  ctx.fillRect(x0, y - full / 2, x1 - x0, full);
}
