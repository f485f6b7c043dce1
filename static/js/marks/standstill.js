import { span } from "../model/format.js";
import { hatch, words } from "./look.js";

const NARROW = 6; // px below which hatching cannot be seen

// drawStandstills draws paused lanes cross-hatched, waiting ones hatched and
// crashed ones empty, each with a word where there is room.
export function drawStandstills(ctx, { standstills }, look) {
  for (const mark of standstills) {
    if (mark.density || mark.x1 - mark.x0 < NARROW) drawThin(ctx, mark, look);
    else DRAWINGS[mark.what](ctx, mark, look);
  }
}

const DRAWINGS = {
  paused(ctx, mark, look) {
    const box = { x0: mark.x0, x1: mark.x1, y0: mark.y - 13 * look.stroke, y1: mark.y + 13 * look.stroke };
    hatch(ctx, box, { colour: look.faint, gap: 7, crossed: true, width: look.stroke });
    ctx.strokeStyle = look.soft;
    ctx.lineWidth = look.stroke;
    ctx.strokeRect(box.x0 + 0.5, box.y0 + 0.5, box.x1 - box.x0 - 1, box.y1 - box.y0 - 1);
    label(ctx, mark, `paused ${span(mark.length)}`, "paused", look);
  },
  waiting(ctx, mark, look) {
    const box = { x0: mark.x0, x1: mark.x1, y0: mark.y - 4 * look.stroke, y1: mark.y + 4 * look.stroke };
    hatch(ctx, box, { colour: look.soft, gap: 5, width: look.stroke });
    ctx.strokeStyle = look.faint;
    ctx.lineWidth = 1;
    ctx.strokeRect(box.x0 + 0.5, box.y0 + 0.5, box.x1 - box.x0 - 1, box.y1 - box.y0 - 1);
  },
  crashed(ctx, mark, look) {
    ctx.fillStyle = look.paper;
    ctx.fillRect(mark.x0, mark.y - 14, mark.x1 - mark.x0, 28);
    ctx.strokeStyle = look.soft;
    ctx.lineWidth = look.stroke;
    ctx.setLineDash([2, 5]);
    line(ctx, mark.x0, mark.x1, mark.y);
    ctx.setLineDash([]);
    label(ctx, mark, "down", "down", look);
  },
};

function label(ctx, mark, long, short, look) {
  const start = Math.max(mark.x0, 0);
  ctx.font = look.font(600, 0.94);
  const room = mark.x1 - start - 8;
  const text = [long, short].find((words) => ctx.measureText(words).width < room);
  if (text) words(ctx, look, text, start + 5, mark.y - 17 * look.stroke + 2, { font: ctx.font, halo: 4 });
}

function line(ctx, x0, x1, y) {
  ctx.beginPath();
  ctx.moveTo(x0, y + 0.5);
  ctx.lineTo(x1, y + 0.5);
  ctx.stroke();
}

function drawThin(ctx, { x0, x1, y }, look) {
  ctx.fillStyle = look.faint;
  ctx.fillRect(x0, y - 6, Math.max(x1 - x0, 1), 12);
}
