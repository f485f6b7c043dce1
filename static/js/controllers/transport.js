import { KIND } from "../model/events.gen.js";
import { make, setAttribute, setText, swapFaces } from "./parts.js";

// transport: the buttons that move through the log, and the scrub bar.
export function transport(app) {
  const { document } = app;
  const scrub = document.querySelector("[data-scrub]");
  const count = document.querySelector("[data-count]");
  const play = document.querySelector('[data-go="play"]');
  const back = document.querySelector('[data-go="back"]');
  const speed = document.querySelector("[data-speed]");

  app.try = (move) =>
    Promise.resolve()
      .then(move)
      .catch((error) => app.update({ notice: { text: error.message } }));

  document.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]")?.dataset.go;
    const to = event.target.closest("[data-run]")?.dataset.run;
    if (go || to) app.update({ notice: null });
    if (go) app.try(app.moves[go]);
    if (to) app.try(() => app.moves.run(to));
  });
  anyKind(app, document.querySelector("[data-run-kind]"));
  scrub.addEventListener("input", () => app.moves.go(Number(scrub.value)));
  speed.addEventListener("change", () => app.moves.speed(Number(speed.value)));
  app.moves.speed(Number(speed.value));

  app.on(({ log, playing }) => {
    const { seq } = app.reading();
    setAttribute(scrub, "max", log.head.seq);
    scrub.value = String(seq);
    setAttribute(scrub, "aria-valuetext", `event ${seq} of ${log.head.seq}`);
    setText(count, `${seq} of ${log.head.seq}${log.head.ended ? ", end" : ""}`);
    setAttribute(play, "aria-pressed", playing);
    swapFaces(play, playing);
    back.disabled = seq === 0;
  });
}

// anyKind runs to the next event of the kind that is chosen.
function anyKind(app, form) {
  const select = form.querySelector("[data-kinds]");
  select.append(...Object.values(KIND).map((kind) => make(app.document, "option", { text: kind.replaceAll("-", " "), attributes: { value: kind } })));
  select.value = KIND.RELEASED;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    app.command(`run ${select.value}`);
  });
}
