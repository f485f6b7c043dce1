import { words } from "./look.js";

// drawPoints draws the signs of single events on their lanes.
export function drawPoints(ctx, { points }, look) {
  for (const point of points) {
    ctx.lineWidth = 1.5 * look.stroke;
    ctx.strokeStyle = look.ink;
    ctx.fillStyle = look.ink;
    SIGNS[point.sign](ctx, point, look);
  }
}

// drawLabels writes the words above the lanes.
export function drawLabels(ctx, { labels, width }, look) {
  for (const { x, y, base, text } of labels) {
    ctx.fillStyle = look.faint;
    ctx.fillRect(x, y + 3, 1, base - y - 2);
    ctx.font = look.font();
    const left = x + 6 + ctx.measureText(text).width > width;
    words(ctx, look, text, x + (left ? -4 : 4), base, { colour: look.soft, align: left ? "right" : "left" });
  }
}

const SIGNS = {
  dot(ctx, { x, x1, y }, look) {
    const radius = 2 * look.stroke;
    ctx.fillStyle = look.raised;
    ctx.beginPath();
    ctx.arc(x, y, radius, Math.PI / 2, -Math.PI / 2);
    ctx.arc(x1, y, radius, -Math.PI / 2, Math.PI / 2);
    ctx.closePath();
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.stroke();
  },
  square(ctx, { x, y }, look) {
    ctx.fillStyle = look.raised;
    ctx.fillRect(x - 3, y - 3, 6, 6);
    ctx.strokeRect(x - 3, y - 3, 6, 6);
  },
  ring(ctx, { x, y }, look) {
    ctx.fillStyle = look.raised;
    ctx.beginPath();
    ctx.arc(x, y, 4, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  },
  cross(ctx, { x, y }, look) {
    ctx.lineWidth = 2 * look.stroke;
    ctx.beginPath();
    ctx.moveTo(x - 4, y - 4);
    ctx.lineTo(x + 4, y + 4);
    ctx.moveTo(x + 4, y - 4);
    ctx.lineTo(x - 4, y + 4);
    ctx.stroke();
  },
  // A promise made longer.
  longer(ctx, { x, y }, look) {
    for (const dx of [-3, 1]) {
      ctx.strokeStyle = look.raised;
      ctx.lineWidth = 4 * look.stroke;
      chevron(ctx, x + dx, y);
      ctx.strokeStyle = look.ink;
      ctx.lineWidth = 1.8 * look.stroke;
      chevron(ctx, x + dx, y);
    }
  },
  // A look at the own clock.
  look(ctx, point, look) {
    SIGNS.ring(ctx, point, look);
    ctx.lineWidth = look.stroke;
    ctx.beginPath();
    ctx.moveTo(point.x, point.y - 3);
    ctx.lineTo(point.x, point.y);
    ctx.lineTo(point.x + 2, point.y + 1);
    ctx.stroke();
  },
  // The lane's clock was set: a break in its line.
  jump(ctx, { x, y }, look) {
    ctx.fillStyle = look.paper;
    ctx.fillRect(x - 3, y - 8, 6, 16);
    ctx.lineWidth = 2 * look.stroke;
    ctx.beginPath();
    for (const dx of [-3, 3]) {
      ctx.moveTo(x + dx + 2, y - 8);
      ctx.lineTo(x + dx - 2, y + 8);
    }
    ctx.stroke();
  },
  crown(ctx, { x, y }, look) {
    ctx.fillStyle = look.raised;
    ctx.beginPath();
    ctx.moveTo(x - 6, y + 5);
    for (const [dx, dy] of [[-6, -5], [-3, 0], [0, -7], [3, 0], [6, -5], [6, 5]]) ctx.lineTo(x + dx, y + dy);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  },
  // A command from outside the lab.
  stranger(ctx, { x, y }, look) {
    ctx.fillStyle = look.raised;
    ctx.beginPath();
    ctx.moveTo(x, y - 7);
    for (const [dx, dy] of [[7, 0], [0, 7], [-7, 0]]) ctx.lineTo(x + dx, y + dy);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  },
  // It goes on.
  woken(ctx, { x, y }, look) {
    ctx.fillStyle = look.raised;
    ctx.beginPath();
    ctx.moveTo(x - 4, y - 6);
    ctx.lineTo(x + 6, y);
    ctx.lineTo(x - 4, y + 6);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  },
  stop(ctx, { x, y }) {
    ctx.fillRect(x - 1, y - 9, 2, 18);
  },
  action(ctx, { x }) {
    ctx.beginPath();
    ctx.moveTo(x - 4, 18);
    ctx.lineTo(x + 4, 18);
    ctx.lineTo(x, 25);
    ctx.closePath();
    ctx.fill();
  },
};

function chevron(ctx, x, y) {
  ctx.beginPath();
  ctx.moveTo(x - 2, y - 5);
  ctx.lineTo(x + 3, y);
  ctx.lineTo(x - 2, y + 5);
  ctx.stroke();
}
