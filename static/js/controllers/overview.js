import { sizeCanvas } from "../marks/figure.js";
import { drawOverview } from "../marks/overview.js";
import { limits } from "../model/frame.js";
import { scale } from "../model/view.js";
import { overviewMarks } from "../layout/overview.js";

// overview draws the strip with the whole log, and lets a range be dragged on
// it. The zoom buttons do the same by clicks.
export function overview(app) {
  const { document, window } = app;
  const strip = document.querySelector("[data-overview]");
  const canvas = strip.querySelector("[data-overview-canvas]");
  const ctx = canvas.getContext("2d");
  let from = null;

  app.on(() => {
    const { clientWidth: width, clientHeight: height } = strip;
    const ratio = sizeCanvas(canvas, width, height, window.devicePixelRatio || 1);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const all = limits(app.facts());
    drawOverview(ctx, overviewMarks(app.facts(), app.scene, all, width, height), app.look);
  });

  const place = (event) => {
    const box = strip.getBoundingClientRect();
    return scale(limits(app.facts()), box.width).toPlace(event.clientX - box.left);
  };
  strip.addEventListener("pointerdown", (event) => {
    from = place(event);
    strip.setPointerCapture(event.pointerId);
  });
  strip.addEventListener("pointermove", (event) => from !== null && select(app, from, place(event)));
  strip.addEventListener("pointerup", (event) => {
    const to = place(event);
    if (from !== null && !wide(app, from, to)) centre(app, to);
    from = null;
  });
}

function wide(app, a, b) {
  const all = limits(app.facts());
  return Math.abs(a - b) > 0.01 * (all.to - all.from);
}

function select(app, a, b) {
  if (wide(app, a, b)) app.update({ view: { from: Math.min(a, b), to: Math.max(a, b) } });
}

// centre moves the range in view to a place that was clicked.
function centre(app, middle) {
  const { view } = app.scene;
  const half = (view.to - view.from) / 2;
  app.update({ view: { from: middle - half, to: middle + half } });
}
