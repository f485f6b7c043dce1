// drawBeats draws heartbeats that went well: a tick, and no more.
export function drawBeats(ctx, { beats }, look) {
  for (const { x, y, way, client } of beats) {
    ctx.strokeStyle = look.client(client);
    ctx.lineWidth = look.stroke;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x, y + 6 * way * look.stroke);
    ctx.stroke();
  }
}
