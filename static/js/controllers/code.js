import { make } from "./parts.js";

// code marks, in the source that runs, the line on which each client stands, and
// follows the client that moved last.
export function code(app) {
  const { document } = app;
  const body = document.querySelector("#panel-code");
  const sources = [...body.querySelectorAll("[data-source]")];
  let last = "";

  function open(file) {
    for (const source of sources) source.hidden = source.dataset.source !== file;
    for (const button of body.querySelectorAll("[data-file-pick]")) {
      button.setAttribute("aria-pressed", String(button.dataset.filePick === file));
    }
  }

  body.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-file-pick]");
    if (pick) open(pick.dataset.filePick);
  });

  app.showLine = (line) => {
    open(line.dataset.file);
    body.scrollTop = line.offsetTop - body.clientHeight / 2;
  };

  app.on(({ log }) => {
    mistaken(body, log.lab?.mistakes ?? []);
    const stands = standing(app.lanes());
    const here = JSON.stringify([stands.map(({ id, pos }) => [id, pos]), stands[0]?.last]);
    if (here === last) return;
    last = here;
    mark(document, body, stands);
    if (stands.length) follow(body, stands[0].pos, open);
  });
}

// mistaken marks the lines of the mistakes that are turned on.
function mistaken(body, mistakes) {
  const on = new Set(mistakes.filter((mistake) => mistake.on).map((mistake) => mistake.name));
  for (const line of body.querySelectorAll("[data-mistake]")) line.toggleAttribute("data-on", on.has(line.dataset.mistake));
}

// standing lists the clients that stand on a line, who moved last first.
function standing(lanes) {
  return [...lanes.values()].filter((lane) => lane.group === "client" && lane.pos).sort((a, b) => b.last - a.last);
}

function mark(document, body, stands) {
  for (const line of body.querySelectorAll("[data-stands]")) {
    line.removeAttribute("data-stands");
    line.removeAttribute("data-now");
    line.querySelector(".line__at")?.remove();
  }
  stands.forEach((state, i) => {
    const line = lineAt(body, state.pos);
    if (!line) return;
    const letter = make(document, "b", { text: state.id, attributes: { title: `${state.id} stands here` } });
    const colour = `var(--client-${/^[a-e]$/i.test(state.id) ? state.id.toLowerCase() : "other"})`;
    letter.style.setProperty("--lane", colour);
    if (!line.hasAttribute("data-stands")) line.style.setProperty("--lane", colour);
    line.setAttribute("data-stands", "");
    line.toggleAttribute("data-now", i === 0 || line.hasAttribute("data-now"));
    letterBox(document, line).append(letter);
  });
}

function letterBox(document, line) {
  const box = line.querySelector(".line__at") ?? make(document, "span", { attributes: { class: "line__at" } });
  if (!box.parentElement) line.prepend(box);
  return box;
}

function lineAt(body, { file, line }) {
  return body.querySelector(`[data-file="${CSS.escape(file)}"][data-line="${line}"]`);
}

function follow(body, pos, open) {
  const line = lineAt(body, pos);
  if (!line) return;
  open(pos.file);
  if (body.hidden) return;
  const top = line.offsetTop - body.scrollTop;
  const inside = top > 40 && top < body.clientHeight - 60;
  if (!inside) body.scrollTop = line.offsetTop - body.clientHeight / 2;
}
