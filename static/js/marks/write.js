import { words } from "./look.js";

// drawWrites draws what reached the store, each with its token: taken (solid
// square), refused (hollow square, crossed out), stale (a red diamond).
export function drawWrites(ctx, { writes, width }, look) {
  writes.forEach((write, i) => {
    SHAPES[write.what](ctx, write, look);
    caption(ctx, write, writes[i - 1]?.x ?? -16, writes[i + 1]?.x ?? width + 16, look);
  });
}

const SHAPES = {
  accepted(ctx, write, look) {
    const half = 10 * look.stroke;
    ctx.fillStyle = look.client(write.writer);
    ctx.fillRect(write.x - half, write.y - half, 2 * half, 2 * half);
    ctx.strokeStyle = look["bar-edge"];
    ctx.lineWidth = look.stroke;
    ctx.strokeRect(write.x - half, write.y - half, 2 * half, 2 * half);
    paper(ctx, write, half - 3, look);
    number(ctx, write, look);
  },
  rejected(ctx, write, look) {
    const half = 10 * look.stroke;
    ctx.fillStyle = look.raised;
    ctx.fillRect(write.x - half, write.y - half, 2 * half, 2 * half);
    ctx.strokeStyle = look.client(write.writer);
    ctx.lineWidth = 2.5 * look.stroke;
    ctx.setLineDash([4, 2]);
    ctx.strokeRect(write.x - half, write.y - half, 2 * half, 2 * half);
    ctx.setLineDash([]);
    number(ctx, write, look);
    crossed(ctx, write.x + half, write.y - half, look);
  },
  stale(ctx, write, look) {
    const half = 16 * look.stroke;
    ctx.beginPath();
    ctx.moveTo(write.x, write.y - half);
    ctx.lineTo(write.x + half, write.y);
    ctx.lineTo(write.x, write.y + half);
    ctx.lineTo(write.x - half, write.y);
    ctx.closePath();
    ctx.fillStyle = look.raised;
    ctx.fill();
    ctx.strokeStyle = look.red;
    ctx.lineWidth = 3 * look.stroke;
    ctx.stroke();
    number(ctx, write, look, look.red);
  },
};

function paper(ctx, { x, y }, half, look) {
  ctx.fillStyle = look.raised;
  ctx.fillRect(x - half, y - half, 2 * half, 2 * half);
}

function number(ctx, { x, y, token, writer }, look, colour = look.ink) {
  words(ctx, look, token ? String(token) : writer, x, y + look.size * 0.34, {
    align: "center",
    colour,
    font: look.font(600, 0.94),
    halo: 0,
  });
}

function crossed(ctx, x, y, look) {
  const arm = 4 * look.stroke;
  for (const [colour, width] of [[look.paper, 5], [look.ink, 2.2]]) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * look.stroke;
    ctx.beginPath();
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
    ctx.stroke();
  }
}

// caption says who wrote what, right of the sign or left of it, wherever there is room
// to the write before and to the next.
function caption(ctx, write, before, after, look) {
  const text = write.what === "rejected" ? `${write.writer} refused` : `${write.writer} v${write.version}`;
  const gap = 20 * look.stroke;
  ctx.font = look.font();
  const length = ctx.measureText(text).width;
  const x = [write.x + gap, write.x - gap - length].find((left) => left > before + 16 && left + length < after - 16);
  if (!x) return;
  ctx.fillStyle = look.paper;
  ctx.fillRect(x - 3, write.y - 8, length + 6, 16);
  words(ctx, look, text, x, write.y + 4, { colour: write.what === "stale" ? look.red : look.ink });
}
