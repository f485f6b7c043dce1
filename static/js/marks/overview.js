// drawOverview draws the strip below the figure.
export function drawOverview(ctx, marks, look) {
  ctx.clearRect(0, 0, marks.width, marks.height);
  for (const { x0, x1, y } of marks.pauses) rect(ctx, x0, x1, y, marks.thick + 2, look.rule);
  for (const { x0, x1, y, client } of marks.bars) rect(ctx, x0, x1, y, marks.thick, look.client(client));
  for (const write of marks.writes) drawWrite(ctx, write, look);
  drawRange(ctx, marks, look);
  ctx.fillStyle = look.ink;
  ctx.fillRect(Math.round(marks.cursor), 0, 1, marks.height);
}

function rect(ctx, x0, x1, y, thick, colour) {
  ctx.fillStyle = colour;
  ctx.fillRect(x0, y - thick / 2, Math.max(x1 - x0, 1), thick);
}

function drawWrite(ctx, { x0, x1, y, client, stale }, look) {
  rect(ctx, x0 - 2, x1 + 2, y, 6, stale ? look.red : look.client(client));
}

// What is out of view is dimmed; the range keeps its edges.
function drawRange(ctx, { from, to, width, height }, look) {
  ctx.globalAlpha = 0.6;
  ctx.fillStyle = look.sunk;
  ctx.fillRect(0, 0, Math.max(from, 0), height);
  ctx.fillRect(Math.min(to, width), 0, width, height);
  ctx.globalAlpha = 1;
  ctx.fillStyle = look.edge;
  if (from > 1) ctx.fillRect(from, 0, 2, height);
  if (to < width - 1) ctx.fillRect(to - 2, 0, 2, height);
}
