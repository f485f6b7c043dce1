import { badge, words } from "./look.js";

const HEIGHT = 14;

// drawBeliefs draws what clients believe: solid while the service promised it,
// hollow and dashed beyond, dotted where a client has lost touch and is not sure.
export function drawBeliefs(ctx, { beliefs }, look) {
  for (const bar of beliefs) {
    if (bar.density) drawDensity(ctx, bar, look);
    else drawBar(ctx, bar, look);
  }
}

function drawBar(ctx, bar, look) {
  const height = HEIGHT * look.stroke;
  const top = bar.y - height / 2;
  if (bar.promised > bar.x0) solid(ctx, bar, top, height, look);
  if (bar.x1 > bar.promised) beyond(ctx, bar, top, height, look);
  for (const [x0, x1] of bar.unsure) unsure(ctx, { ...bar, x0, x1 }, top, height, look);
}

// drawBeliefLetters writes the letters and tokens, above what lies on the bars.
export function drawBeliefLetters(ctx, { beliefs }, look) {
  for (const bar of beliefs) if (!bar.density) letter(ctx, bar, HEIGHT * look.stroke, look);
}

function solid(ctx, { x0, promised, lane }, top, height, look) {
  ctx.fillStyle = look.client(lane);
  ctx.fillRect(x0, top, promised - x0, height);
  ctx.strokeStyle = look["bar-edge"];
  ctx.lineWidth = look.stroke;
  ctx.strokeRect(x0 + 0.5, top + 0.5, promised - x0 - 1, height - 1);
}

function beyond(ctx, { promised, x1, y, lane }, top, height, look) {
  ctx.fillStyle = look.raised;
  ctx.fillRect(promised, top, x1 - promised, height);
  ctx.setLineDash([5, 3]);
  ctx.strokeStyle = look.client(lane);
  ctx.lineWidth = 2 * look.stroke;
  ctx.strokeRect(promised + 1, top + 1, x1 - promised - 2, height - 2);
  ctx.setLineDash([]);
  ctx.fillStyle = look["bar-edge"];
  ctx.fillRect(promised - 1, top - 4, 2 * look.stroke, height + 8);
  const text = "still believes";
  ctx.font = look.font(600, 0.94);
  const x = Math.max(promised, 0) + 6;
  if (x1 - x > ctx.measureText(text).width + 6) words(ctx, look, text, x, y + look.size * 0.34, { font: ctx.font, halo: 0 });
}

// unsure draws a lattice of dots in the client's colour over the bar.
function unsure(ctx, { x0, x1, y, lane }, top, height, look) {
  const gap = 5 * look.stroke;
  ctx.fillStyle = look.raised;
  ctx.fillRect(x0, top, x1 - x0, height);
  ctx.fillStyle = look.client(lane);
  for (let row = 0; row * gap < height; row++) {
    for (let x = x0 + (row % 2 ? gap : gap / 2); x < x1 - 1; x += gap) ctx.fillRect(x, top + row * gap + 1, 1.8 * look.stroke, 1.8 * look.stroke);
  }
  ctx.strokeStyle = look.client(lane);
  ctx.lineWidth = 2 * look.stroke;
  ctx.strokeRect(x0 + 1, top + 1, Math.max(x1 - x0 - 2, 1), height - 2);
  const start = Math.max(x0, 0) + 6;
  ctx.font = look.font(600, 0.94);
  if (x1 - start > ctx.measureText("unsure").width + 6) words(ctx, look, "unsure", start, y + look.size * 0.34, { font: ctx.font, halo: 5 });
}

function letter(ctx, { x0, x1, y, lane, token }, height, look) {
  const start = Math.max(x0, 0) + 6;
  const text = token ? `${lane} · ${token}` : lane;
  ctx.font = look.font(600, 0.94);
  if (x1 - start > ctx.measureText(text).width + 10) badge(ctx, look, text, start, y, height);
  else if (x1 - start > height) badge(ctx, look, lane, start, y, height);
}

function drawDensity(ctx, { x0, x1, y, lane }, look) {
  const height = HEIGHT * look.stroke;
  ctx.fillStyle = look.client(lane);
  ctx.fillRect(x0, y - height / 2, x1 - x0, height);
}
