import { layout } from "../layout/layout.js";
import { drawFigure, sizeCanvas } from "../marks/figure.js";
import { readLook } from "../marks/look.js";
import { viewFor } from "../model/frame.js";
import { pick } from "../model/pick.js";
import { anchor, pickedMarks } from "../layout/anchors.js";

// plot draws the figure whenever something changed, and says which event is
// under a point of it.
export function plot(app) {
  const { document, window } = app;
  const area = (app.root ?? document).querySelector("[data-timeline]");
  const canvas = area.querySelector("[data-canvas]");
  const ctx = canvas.getContext("2d");
  const axis = app.root ? null : document.querySelector("[data-axis]");
  let look = null;

  const relook = () => {
    look = null;
    app.update({});
  };
  document.addEventListener("lockviz:theme", relook);
  document.fonts?.ready.then(relook);
  window.matchMedia("(forced-colors: active)").addEventListener("change", relook);
  new window.ResizeObserver(relook).observe(area);

  app.on((state) => {
    look ??= readLook(area, window);
    const { offsetWidth: width, offsetHeight: height } = area;
    app.scene = scene(app, state, { width, height, ink: look });
    const ratio = sizeCanvas(canvas, width, height, window.devicePixelRatio || 1);
    drawFigure(ctx, app.scene.marks, look, ratio, pickedMarks(app.scene, state), app.parts);
    if (axis) copyAxis(canvas, axis, width, ratio);
    app.look = look;
  });

  app.eventUnder = (x, y) => (app.scene ? pick(app.scene.marks, x, y) : null);
}

// copyAxis keeps the axis in sight above a figure that is scrolled.
function copyAxis(from, axis, width, ratio) {
  const height = axis.parentElement.offsetHeight;
  sizeCanvas(axis, width, height, ratio);
  const ctx = axis.getContext("2d");
  ctx.clearRect(0, 0, axis.width, axis.height);
  if (height && width) ctx.drawImage(from, 0, 0, axis.width, axis.height, 0, 0, axis.width, axis.height);
}

// scene is what was drawn last: the marks and what they were made from.
function scene(app, state, { width, height, ink }) {
  const { at, seq, behind } = app.reading();
  const facts = app.facts();
  const view = viewFor({ facts, view: state.view, cursorAt: at, width });
  const input = { facts, view, width, height, rows: app.measure(), now: state.log.head.now, cursorAt: at, behind, ink, pin: state.pin, parts: app.parts };
  const marks = layout(input);
  return { ...input, marks, seq, anchor: (event) => anchor(event, marks) };
}
