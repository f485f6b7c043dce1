import { setText } from "./parts.js";

// prediction: one question, locked before the run and answered after it, with a
// reason for every choice. It answers a function that shows what is known.
export function prediction(step, book) {
  const box = step.element.querySelector("[data-predict]");
  const choices = [...box.querySelectorAll("[data-choice]")];
  const radios = choices.map((choice) => choice.querySelector("input"));
  const row = box.querySelector("[data-lock-row]");
  const lock = box.querySelector("[data-lock]");
  const said = box.querySelector("[data-lock-text]");
  row.hidden = false;

  const chosen = () => (lock.disabled = !radios.some((radio) => radio.checked));
  box.addEventListener("change", chosen);
  lock.addEventListener("click", () => {
    const choice = radios.findIndex((radio) => radio.checked);
    if (choice < 0) return;
    book.note(step, { choice, locked: true });
    said.focus({ preventScroll: true }); // the button is gone
  });

  let asking = false;

  return (known, free) => {
    const locked = Boolean(known.locked);
    box.toggleAttribute("data-locked", locked);
    radios.forEach((radio, i) => {
      if (locked) radio.checked = i === known.choice;
      radio.disabled = locked;
    });
    lock.hidden = locked;
    chosen();
    setText(said, locked ? lockedText(choices, known, free) : "");
    choices.forEach((choice) => (choice.querySelector("[data-reason]").hidden = !free));
    if (asking && free && locked) step.element.offsetParent.scrollTop = choices[known.choice].offsetTop - 12; // the reasons push what is below them away
    asking = !free;
  };
}

function lockedText(choices, { choice }, free) {
  if (!free) return "Locked. Now run it, and see.";
  return choices[choice]?.dataset.right === "true" ? "You predicted this." : "You predicted otherwise: read why, above.";
}
