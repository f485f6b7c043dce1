// drawWatches draws who watches whose key: a ring on the key, with a thin line from
// the watcher's own; and, as it fires, a bolt there, and an arrow to who is told.
export function drawWatches(ctx, { watches }, look) {
  for (const mark of watches) {
    ctx.strokeStyle = look.client(mark.watcher);
    ctx.fillStyle = look.client(mark.watcher);
    ctx.lineWidth = 1.5 * look.stroke;
    if (mark.own !== null && mark.own !== mark.y) line(ctx, mark, look);
    (mark.fired ? bolt : ring)(ctx, mark, look);
  }
}

function line(ctx, { x, y, own, fired }, look) {
  const way = Math.sign(own - y);
  ctx.setLineDash(fired ? [] : [2, 2]);
  ctx.beginPath();
  ctx.moveTo(x, y + 4 * way * look.stroke);
  ctx.lineTo(x, own);
  ctx.stroke();
  ctx.setLineDash([]);
  if (fired) head(ctx, x, own, way, look);
}

function head(ctx, x, y, way, look) {
  const arm = 4 * look.stroke;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - arm, y - 1.6 * arm * way);
  ctx.lineTo(x + arm, y - 1.6 * arm * way);
  ctx.closePath();
  ctx.fill();
}

function ring(ctx, { x, y }, look) {
  ctx.beginPath();
  ctx.arc(x, y, 4 * look.stroke, 0, 2 * Math.PI);
  const colour = ctx.fillStyle;
  ctx.fillStyle = look.raised;
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, 1.5 * look.stroke, 0, 2 * Math.PI);
  ctx.fill();
}

const BOLT = [[1, -7], [-4, 1], [-1, 1], [-2, 7], [4, -2], [1, -2]];

function bolt(ctx, { x, y }, look) {
  ctx.beginPath();
  for (const [dx, dy] of BOLT) ctx.lineTo(x + dx * look.stroke, y + dy * look.stroke);
  ctx.closePath();
  ctx.lineWidth = 3 * look.stroke;
  ctx.strokeStyle = look.raised;
  ctx.stroke();
  ctx.fill();
  ctx.lineWidth = look.stroke;
  ctx.strokeStyle = look["bar-edge"];
  ctx.stroke();
}
