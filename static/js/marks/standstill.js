import { span } from "../model/format.js";
import { hatch, words } from "./look.js";

const NARROW = 6; // px below which hatching cannot be seen

// drawStandstills draws paused lanes cross-hatched and waiting ones hatched, with
// a word where there is room.
export function drawStandstills(ctx, { standstills, labels = [] }, look) {
  for (const mark of standstills) {
    if (mark.what === "crashed") continue;
    if (mark.density || mark.x1 - mark.x0 < NARROW) drawThin(ctx, mark, look);
    else DRAWINGS[mark.what](ctx, mark, look, labels);
  }
}

// drawDown takes the line away where a process is down. What a server has kept on
// its disk shows through, but nobody can use it.
export function drawDown(ctx, { standstills }, look) {
  for (const mark of standstills) {
    if (mark.what !== "crashed") continue;
    if (mark.density || mark.x1 - mark.x0 < NARROW) drawThin(ctx, mark, look);
    else DRAWINGS.crashed(ctx, mark, look);
  }
}

const DRAWINGS = {
  paused(ctx, mark, look, labels) {
    const box = { x0: mark.x0, x1: mark.x1, y0: mark.y - 13 * look.stroke, y1: mark.y + 13 * look.stroke };
    hatch(ctx, box, { colour: look.faint, gap: 7, crossed: true, width: look.stroke });
    ctx.strokeStyle = look.soft;
    ctx.lineWidth = look.stroke;
    ctx.strokeRect(box.x0 + 0.5, box.y0 + 0.5, box.x1 - box.x0 - 1, box.y1 - box.y0 - 1);
    label(ctx, mark, [`paused ${span(mark.length)}`, "paused"], look, labels);
  },
  waiting(ctx, mark, look) {
    const box = { x0: mark.x0, x1: mark.x1, y0: mark.y - 4 * look.stroke, y1: mark.y + 4 * look.stroke };
    hatch(ctx, box, { colour: look.soft, gap: 5, width: look.stroke });
    ctx.strokeStyle = look.faint;
    ctx.lineWidth = 1;
    ctx.strokeRect(box.x0 + 0.5, box.y0 + 0.5, box.x1 - box.x0 - 1, box.y1 - box.y0 - 1);
  },
  crashed(ctx, mark, look) {
    const half = Math.min(9 * look.stroke, mark.height / 2 - 2);
    const box = { x0: mark.x0, x1: mark.x1, y0: mark.y - half, y1: mark.y + half };
    ctx.globalAlpha = 0.86;
    ctx.fillStyle = look.paper;
    ctx.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    ctx.globalAlpha = 1;
    hatch(ctx, box, { colour: look.faint, gap: 9, width: look.stroke });
    inside(ctx, mark, mark.lost ? ["down, data lost", "down"] : ["down"], look);
  },
};

// label writes words above a stretch, behind those of the lane that stand there.
function label(ctx, mark, texts, look, labels) {
  const base = mark.y - 17 * look.stroke + 2;
  let start = Math.max(mark.x0, 0);
  ctx.font = look.font(600, 0.94);
  const width = (text) => ctx.measureText(text).width;
  for (const { lane, x, text, base: other } of labels) {
    const end = x + width(text) + 8;
    if (lane === mark.lane && Math.abs(other - base) < look.size && x < start + width(texts[0]) && end > start) start = end;
  }
  const text = texts.find((each) => width(each) < mark.x1 - start - 8);
  if (text) words(ctx, look, text, start + 5, base, { font: ctx.font, halo: 4 });
}

// inside writes words on the lane's own line: lanes can be too low for a label.
function inside(ctx, mark, texts, look) {
  const start = Math.max(mark.x0, 0);
  ctx.font = look.font(600, 0.94);
  const text = texts.find((each) => ctx.measureText(each).width < mark.x1 - start - 12);
  if (text) words(ctx, look, text, start + 8, mark.y + look.size * 0.34, { font: ctx.font, halo: 5 });
}

function drawThin(ctx, { x0, x1, y }, look) {
  ctx.fillStyle = look.faint;
  ctx.fillRect(x0, y - 6, Math.max(x1 - x0, 1), 12);
}
