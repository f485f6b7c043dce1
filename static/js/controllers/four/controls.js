import { faultOn } from "../../model/four.js";
import { labTime } from "../../model/format.js";
import { eventAt } from "../../model/log.js";
import { eventWords } from "../../model/words.js";
import { setAttribute, setText, swapFaces } from "../parts.js";
import { standing } from "./moves.js";

// controls: the one transport, the faults that go to all four labs, and the line
// that says what is selected.
export function controls(four) {
  const { document } = four;
  const play = document.querySelector('[data-go="play"]');
  const back = document.querySelector('[data-go="back"]');
  const clock = document.querySelector("[data-clock]");
  const present = document.querySelector('[data-go="present"]');
  const detail = document.querySelector("[data-detail]");
  const speed = document.querySelector("[data-speed]");
  const buttons = [...document.querySelectorAll("[data-four-fault]")];

  document.addEventListener("click", ({ target }) => {
    const go = target.closest("[data-go]")?.dataset.go;
    const fault = target.closest("[data-four-fault]")?.dataset.fourFault;
    if (go) four.try(() => four.moves[go]());
    if (fault) four.try(() => four.moves.act(fault));
  });
  speed.addEventListener("change", () => four.moves.speed(Number(speed.value)));
  four.moves.speed(Number(speed.value));

  four.on((state) => {
    const { time, playing } = state;
    const here = four.reading();
    setText(clock, time === null ? labTime(here, 4) : `reading ${labTime(here, 4)} of ${labTime(four.now(), 4)}`);
    setAttribute(play, "aria-pressed", playing);
    swapFaces(play, playing);
    back.disabled = here === 0;
    present.hidden = time === null;
    const labs = standing(four);
    for (const button of buttons) refresh(button, faultOn(button.dataset.fourFault, labs), time !== null);
    setText(detail, selected(four));
  });
}

// refresh shows what a button does now, and as its title the commands that it
// stands for. Behind the present nothing is done: all four would branch apart.
function refresh(button, { undo, lines }, behind) {
  const commands = [...new Set(lines.flat())];
  swapFaces(button, undo);
  button.disabled = behind || !commands.length;
  button.title = behind ? "Go to the present first" : commands.join(", ");
}

function selected({ state }) {
  if (!state.pin) return "Select an event in a figure: its words stand here.";
  const { root, log } = state.labs[state.pin.lab];
  const event = eventAt(log, state.pin.seq);
  return event ? `${root.getAttribute("aria-label")}, #${event.seq}, ${labTime(event.at)}: ${eventWords(event)}` : "";
}
