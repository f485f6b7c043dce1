// drawPicked rings the events that are selected as proof, and the event at the
// cursor. anchors maps sequence numbers to points.
export function drawPicked(ctx, { proof, here }, look) {
  for (const point of proof) ring(ctx, point, 9, look.red, 2.5 * look.stroke);
  if (here) ring(ctx, here, 7, look.pick, 2 * look.stroke);
}

function ring(ctx, { x, y, wide }, radius, colour, width) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.arc(x, y, wide ? radius + 10 : radius, 0, 2 * Math.PI);
  ctx.stroke();
}
