import { sizeCanvas } from "../../marks/figure.js";
import { drawAxis, drawCuts, drawPresent } from "../../marks/ground.js";
import { drawPoints } from "../../marks/point.js";
import { labTime } from "../../model/format.js";

const HEIGHT = 26;

// axis draws the lab time that all figures share, above the first of them; app is
// the lab whose marks lie on it.
export function axis(four, app) {
  const canvas = four.document.querySelector("[data-axis]");
  const ctx = canvas.getContext("2d");
  four.on(() => {
    const { marks, width } = app.scene;
    const ratio = sizeCanvas(canvas, width, HEIGHT, four.window.devicePixelRatio || 1);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, HEIGHT);
    drawCuts(ctx, marks, app.look);
    drawAxis(ctx, marks, app.look);
    drawPoints(ctx, { points: marks.points.filter((point) => point.sign === "action") }, app.look);
    drawPresent(ctx, marks, app.look, labTime);
  });
}
