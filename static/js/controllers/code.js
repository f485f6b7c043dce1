import { make } from "./parts.js";

// code marks, in the source that runs, the line on which each client stands, and
// follows the client that moved last. Only the lines of the file that is shown
// are in the document; those of the others wait outside.
export function code(app) {
  const { document } = app;
  const body = document.querySelector("#panel-code");
  let sources = new Map();
  let lines = [];
  let last = "";

  // readCode takes in what is in the panel: what the page came with, or what replaced
  // it since.
  app.readCode = () => {
    sources = new Map([...body.querySelectorAll("[data-source]")].map((box) => [box.dataset.source, { box, lines: [...box.children] }]));
    lines = [...sources.values()].flatMap((source) => source.lines);
    last = "";
    const first = [...sources.keys()][0];
    if (first) open(first);
  };

  function open(file) {
    for (const [name, { box, lines: own }] of sources) {
      box.hidden = name !== file;
      if (box.hidden) box.replaceChildren();
      else if (!box.firstChild) box.append(...own);
    }
    for (const button of body.querySelectorAll("[data-file-pick]")) {
      button.setAttribute("aria-pressed", String(button.dataset.filePick === file));
    }
  }

  const lineAt = ({ file, line }) => sources.get(file)?.lines[line - 1];
  app.readCode();

  body.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-file-pick]");
    if (pick) open(pick.dataset.filePick);
  });

  // A mistake is declared on one line and made on a later one: that one is it.
  app.lineOfMistake = (name) => lines.findLast((line) => line.dataset.mistake === name);
  app.showLine = (line) => {
    open(line.dataset.file);
    body.scrollTop = line.offsetTop - body.clientHeight / 2;
  };

  app.on(({ log }) => {
    mistaken(lines, log.lab?.mistakes ?? []);
    const stands = standing(app.lanes());
    const here = JSON.stringify([stands.map(({ id, pos }) => [id, pos]), stands[0]?.last, body.clientHeight]);
    if (here === last) return;
    last = here;
    mark(document, lines, stands, lineAt);
    const line = stands.length && lineAt(stands[0].pos);
    if (line) follow(body, line, open);
  });
}

// mistaken marks the lines of the mistakes that are turned on.
function mistaken(lines, mistakes) {
  const on = new Set(mistakes.filter((mistake) => mistake.on).map((mistake) => mistake.name));
  for (const line of lines) if (line.dataset.mistake) line.toggleAttribute("data-on", on.has(line.dataset.mistake));
}

// standing lists the clients that stand on a line, who moved last first.
function standing(lanes) {
  return [...lanes.values()].filter((lane) => lane.group === "client" && lane.pos).sort((a, b) => b.last - a.last);
}

function mark(document, lines, stands, lineAt) {
  for (const line of lines) {
    if (!line.hasAttribute("data-stands")) continue;
    line.removeAttribute("data-stands");
    line.removeAttribute("data-now");
    line.querySelector(".line__at")?.remove();
  }
  stands.forEach((state, i) => {
    const line = lineAt(state.pos);
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

function follow(body, line, open) {
  open(line.dataset.file);
  if (body.hidden) return;
  const top = line.offsetTop - body.scrollTop;
  const inside = top > 40 && top < body.clientHeight - 60;
  if (!inside) body.scrollTop = line.offsetTop - body.clientHeight / 2;
}
