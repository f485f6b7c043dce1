import { setAttribute, setText, swapFaces } from "./parts.js";

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
