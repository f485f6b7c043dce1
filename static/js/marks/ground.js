import { words } from "./look.js";

// drawCuts draws where the axis is folded: a pale band with a break on the axis
// and, where there is room, how much time it stands for.
export function drawCuts(ctx, { cuts, height, now }, look) {
  for (const { x0, x1, text } of cuts) {
    const middle = (x0 + x1) / 2;
    if (x1 - x0 < 5) continue;
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = look.sunk;
    ctx.fillRect(x0 + 1, 16, x1 - x0 - 2, height);
    ctx.globalAlpha = 1;
    breakSign(ctx, middle, look);
    ctx.font = look.font(400, 0.88);
    if (x1 - x0 > ctx.measureText(text).width + 4 && x0 < now) {
      words(ctx, look, text, middle, height - 4, { align: "center", colour: look.soft, font: ctx.font });
    }
  }
}

function breakSign(ctx, x, look) {
  ctx.strokeStyle = look.edge;
  ctx.lineWidth = look.stroke;
  ctx.beginPath();
  for (const dx of [-2, 2]) {
    ctx.moveTo(x + dx - 2, 25);
    ctx.lineTo(x + dx + 2, 17);
  }
  ctx.stroke();
}

// drawAxis writes the lab time.
export function drawAxis(ctx, { ticks, now, cursor }, look) {
  const flag = cursor ?? now;
  for (const { x, text } of ticks) {
    if (Math.abs(x - flag) < look.size * 5) continue;
    ctx.fillStyle = look.edge;
    ctx.fillRect(x, 20, 1, 6);
    words(ctx, look, text, x + 3, 14, { colour: look.soft });
  }
}

// drawLines draws each lane's line, up to the present: the future is blank.
export function drawLines(ctx, { rows, now, width }, look, lanes) {
  ctx.strokeStyle = look.edge;
  ctx.lineWidth = look.stroke;
  ctx.beginPath();
  for (const row of rows) {
    const y = lanes(row) + 0.5;
    ctx.moveTo(0, y);
    ctx.lineTo(Math.min(now, width), y);
  }
  ctx.stroke();
}

// drawExpiries draws what is known of the future, faintly.
export function drawExpiries(ctx, { expiries, now, width }, look) {
  for (const { x, y, low, owner, text } of expiries) {
    ctx.strokeStyle = look.client(owner);
    ctx.lineWidth = look.stroke;
    ctx.setLineDash([1, 5]);
    ctx.beginPath();
    ctx.moveTo(Math.max(now, 0), y + 0.5);
    ctx.lineTo(x, y + 0.5);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = look.faint;
    ctx.fillRect(x - 0.5, y - 9, 1.5, 18);
    const length = look.size * 0.55 * text.length;
    const align = x + length > width ? "right" : "left";
    if (align === "right" && x - length < now) continue;
    words(ctx, look, text, x + (align === "left" ? 4 : -4), y + low, { colour: look.soft, align });
  }
}

// drawPresent draws the hairline of the present and, if reading goes on behind
// it, that of the cursor; what comes after the cursor is veiled.
export function drawPresent(ctx, { cursor, cursorAt, now, nowAt, width, height }, look, time) {
  if (cursor !== null) {
    ctx.globalAlpha = 0.74;
    ctx.fillStyle = look.paper;
    ctx.fillRect(cursor, 0, width - cursor, height);
    ctx.globalAlpha = 1;
    hairline(ctx, cursor, height, look, look.ink, 2);
    flag(ctx, cursor, time(cursorAt), width, look, true);
  }
  hairline(ctx, now, height, look, cursor === null ? look.ink : look.faint, 1);
  if (cursor === null) flag(ctx, now, time(nowAt), width, look, false);
}

function hairline(ctx, x, height, look, colour, width) {
  ctx.fillStyle = colour;
  ctx.fillRect(Math.round(x) - (width - 1) / 2, 0, width * look.stroke, height);
}

function flag(ctx, x, text, width, look, reading) {
  const label = reading ? `reading ${text}` : text;
  ctx.font = look.font(600);
  const length = ctx.measureText(label).width + 10;
  const left = x + length > width ? x - length : x;
  ctx.fillStyle = look.ink;
  ctx.fillRect(left, 0, length, 16 * look.stroke);
  words(ctx, look, label, left + 5, 12 * look.stroke, { colour: look.paper, font: ctx.font, halo: 0 });
}
