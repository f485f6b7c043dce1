import { words } from "./look.js";

// drawVotes draws what servers answered: a tick for yes, a cross where the key is
// taken, a bar where nothing listens, a question mark where nobody knows.
export function drawVotes(ctx, { votes }, look) {
  for (const vote of votes) {
    const radius = (vote.small ? 3 : 5.5) * look.stroke;
    ctx.beginPath();
    ctx.arc(vote.x, vote.y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = vote.answer === "yes" ? look.ink : look.raised;
    ctx.fill();
    ctx.strokeStyle = look.ink;
    ctx.lineWidth = look.stroke;
    ctx.stroke();
    if (!vote.small) SIGNS[vote.answer](ctx, vote, radius * 0.5, look);
  }
}

// drawCounts writes how many votes there were, for example 3/5.
export function drawCounts(ctx, { counts }, look) {
  for (const { x, y, text, held } of counts) {
    words(ctx, look, text, x - 5, y + 13 * look.stroke, {
      align: "right",
      colour: held ? look.ink : look.soft,
      font: look.font(held ? 600 : 400),
    });
  }
}

const SIGNS = {
  yes(ctx, { x, y }, arm, look) {
    ctx.strokeStyle = look.raised;
    ctx.lineWidth = 1.8 * look.stroke;
    line(ctx, [x - arm, y], [x - arm * 0.2, y + arm * 0.8], [x + arm, y - arm * 0.8]);
  },
  taken(ctx, { x, y }, arm, look) {
    ctx.lineWidth = 1.6 * look.stroke;
    line(ctx, [x - arm, y - arm], [x + arm, y + arm]);
    line(ctx, [x + arm, y - arm], [x - arm, y + arm]);
  },
  unreachable(ctx, { x, y }, arm, look) {
    ctx.lineWidth = 1.8 * look.stroke;
    line(ctx, [x - arm, y], [x + arm, y]);
  },
  unknown(ctx, { x, y }, arm, look) {
    words(ctx, look, "?", x, y + look.size * 0.33, { align: "center", font: look.font(600, 0.88), halo: 0 });
  },
};

function line(ctx, first, ...rest) {
  ctx.beginPath();
  ctx.moveTo(...first);
  for (const point of rest) ctx.lineTo(...point);
  ctx.stroke();
}
