import { limits } from "../model/frame.js";
import { eventAt } from "../model/log.js";
import { labTime } from "../model/format.js";
import { pan, scale, zoom } from "../model/view.js";
import { eventWords } from "../model/words.js";
import { make } from "./parts.js";

// pointer: hovering shows an event, clicking pins it, ctrl + wheel zooms,
// shift + drag pans.
export function pointer(app) {
  const { document } = app;
  const area = (app.root ?? document).querySelector("[data-timeline]");
  const tip = (app.root ?? document).querySelector("[data-tip]");
  let drag = null;

  const at = (event) => {
    const box = area.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  area.addEventListener("pointermove", (event) => {
    const here = at(event);
    if (drag) return app.update({ view: pan(drag.view, (drag.x - here.x) / app.scene.width, limits(app.facts())) });
    show(app, area, tip, app.eventUnder(here.x, here.y), here);
  });
  area.addEventListener("pointerleave", () => (tip.hidden = true));
  area.addEventListener("pointerdown", (event) => {
    if (!event.shiftKey) return;
    drag = { x: at(event).x, view: app.scene.view };
    area.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  area.addEventListener("pointerup", () => (drag = null));
  area.addEventListener("pointercancel", () => (drag = null));
  area.addEventListener("click", (event) => {
    if (event.shiftKey) return;
    const here = at(event);
    const seq = app.eventUnder(here.x, here.y);
    app.update({ pin: seq, proof: [] });
    if (seq) app.showDetails();
  });
  area.addEventListener("wheel", (event) => wheel(app, at(event), event), { passive: false });
}

function wheel(app, { x }, event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const { view, width } = app.scene;
  const around = scale(view, width).toPlace(x);
  app.update({ view: zoom(view, Math.exp(-event.deltaY / 240), around, limits(app.facts())) });
}

function show(app, area, tip, seq, { x, y }) {
  const event = seq && eventAt(app.state.log, seq);
  tip.hidden = !event;
  if (!event) return;
  const time = make(app.document, "b", { text: `#${event.seq}  ${labTime(event.at)}  ` });
  tip.replaceChildren(time, app.document.createTextNode(eventWords(event)));
  const left = area.offsetLeft + x + 14;
  const most = area.offsetLeft + area.offsetWidth - tip.offsetWidth - 4;
  const below = y + 18 + tip.offsetHeight < area.offsetHeight;
  tip.style.transform = `translate(${Math.round(Math.min(left, most))}px, ${Math.round(below ? y + 16 : y - tip.offsetHeight - 10)}px)`;
}
