import { make, setAttribute, setText } from "./parts.js";

// lessonNav: one step at a time, with the way back and forth and a dot for each
// step. It answers a function that shows which are done.
export function lessonNav(app, column, book) {
  const { document } = app;
  const nav = column.querySelector("[data-lesson-nav]");
  const back = nav.querySelector("[data-lesson-back]");
  const next = nav.querySelector("[data-lesson-next]");
  const where = document.querySelector("[data-lesson-where]");
  const dots = book.steps.map((step, i) => dot(document, step, i));
  nav.querySelector("[data-lesson-dots]").append(...dots.map((button) => make(document, "li", { children: [button] })));
  nav.hidden = false;

  const go = (at) => {
    book.open(Math.min(Math.max(at, 0), book.steps.length - 1));
    column.scrollTop = 0;
    const title = book.steps[book.at()].element.querySelector("h3");
    app.window.requestAnimationFrame(() => app.window.requestAnimationFrame(() => title.focus({ preventScroll: true })));
  };
  back.addEventListener("click", () => go(book.at() - 1));
  // What is only read is done when one goes on; the end, when one comes to it.
  const read = (step) => asks(step) || book.note(step, { read: true });
  next.addEventListener("click", () => {
    read(book.steps[book.at()]);
    go(book.at() + 1);
    if (book.at() === book.steps.length - 1) read(book.steps[book.at()]);
  });
  dots.forEach((button, i) => button.addEventListener("click", () => go(i)));

  return (finished) => {
    const at = book.at();
    back.disabled = at === 0;
    next.disabled = at === book.steps.length - 1;
    setText(where, whereWords(book.steps, at));
    dots.forEach((button, i) => {
      button.toggleAttribute("data-done", finished[i]);
      setAttribute(button, "aria-current", i === at ? "step" : null);
    });
  };
}

// Only what asks for something counts as a step; the rest is for reading.
function whereWords(steps, at) {
  const counted = steps.filter(asks);
  const place = counted.indexOf(steps[at]);
  return place < 0 ? "For reading" : `Step ${place + 1} of ${counted.length}`;
}

function asks(step) {
  return step.predicts || step.goals.length > 0;
}

function dot(document, step, i) {
  const title = step.element.querySelector("h3").textContent;
  return make(document, "button", { attributes: { type: "button", "aria-label": title, title, "data-dot": i, "data-asks": asks(step) || null } });
}
