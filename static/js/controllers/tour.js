import { beside } from "../model/beside.js";
import { keep } from "./keeping.js";
import { roomy } from "./later.js";
import { setText } from "./parts.js";

// firstTour shows a newcomer around, once: where the browser keeps nothing, the tour
// would come again and again, so it is not shown by itself there.
export function firstTour(app) {
  if (roomy(app.window) && keep(app.window, "tour", true)) show(app);
}

// startTour is for who asks for it.
export function startTour(app) {
  show(app).focus();
}

// show opens the tour at its first step. Steps whose part is not on the page, or
// leaves no room beside it, are passed over.
function show(app) {
  const { document, window } = app;
  const card = document.querySelector("[data-tour]");
  const steps = [...card.querySelectorAll("[data-tour-step]")];
  const back = card.querySelector('[data-tour-go="-1"]');
  const next = card.querySelector('[data-tour-go="1"]');
  const came = document.activeElement;
  const life = new window.AbortController();
  let at = -1;

  function go(by) {
    let to = at + by;
    while (steps[to] && !place(steps[to])) to += by;
    if (to >= steps.length) return end();
    if (steps[to]) at = to;
    draw();
  }

  // place puts the card beside the part that a step speaks of; false if it cannot.
  function place(step) {
    const part = document.querySelector(step.dataset.tourStep);
    card.hidden = false;
    for (const each of steps) each.hidden = each !== step;
    const spot = part?.checkVisibility() && beside(part.getBoundingClientRect(), size(card), { width: window.innerWidth, height: window.innerHeight });
    if (!spot) return false;
    card.style.setProperty("--left", `${Math.round(spot.left)}px`);
    card.style.setProperty("--top", `${Math.round(spot.top)}px`);
    return true;
  }

  function draw() {
    place(steps[at]);
    for (const part of document.querySelectorAll("[data-toured]")) part.removeAttribute("data-toured");
    document.querySelector(steps[at].dataset.tourStep).setAttribute("data-toured", "");
    back.disabled = at === 0;
    setText(next, at === steps.length - 1 ? "Done" : "Next");
  }

  function end() {
    life.abort();
    const inside = card.contains(document.activeElement);
    card.hidden = true;
    for (const part of document.querySelectorAll("[data-toured]")) part.removeAttribute("data-toured");
    if (inside) (came?.isConnected && came !== document.body ? came : document.querySelector("[data-timeline]")).focus();
  }

  const on = (target, name, act) => target.addEventListener(name, act, { signal: life.signal });
  on(card, "click", ({ target }) => {
    const by = target.closest("[data-tour-go]")?.dataset.tourGo;
    if (by) go(Number(by));
    if (target.closest("[data-tour-end]")) end();
  });
  on(card, "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) go(by);
    if (event.key === "Escape") end();
  });
  // The parts move as the lab goes on; where there is no room any more, it ends.
  on(window, "resize", () => (roomy(window) && place(steps[at]) ? draw() : end()));
  const watch = new window.ResizeObserver(() => place(steps[at]) || end());
  watch.observe(document.querySelector("[data-figure]"));
  life.signal.addEventListener("abort", () => watch.disconnect());

  go(1);
  return card;
}

function size(card) {
  return { width: card.offsetWidth, height: card.offsetHeight };
}
