import { setText } from "./parts.js";

// prediction: one question, locked before the run and answered after it, with a
// reason for every choice. It answers a function that shows what is known.
export function prediction(step, book) {
  const box = step.element.querySelector("[data-predict]");
  const choices = [...box.querySelectorAll("[data-choice]")];
  const radios = choices.map((choice) => choice.querySelector("input"));
  const row = box.querySelector("[data-lock-row]");
  const lock = box.querySelector("[data-lock]");
  row.hidden = false;

  box.addEventListener("change", () => {
    lock.disabled = false;
  });
  lock.addEventListener("click", () => {
    const choice = radios.findIndex((radio) => radio.checked);
    if (choice >= 0) book.note(step, { choice, locked: true });
  });

  return (known, free) => {
    const locked = Boolean(known.locked);
    box.toggleAttribute("data-locked", locked);
    radios.forEach((radio, i) => {
      if (locked) radio.checked = i === known.choice;
      radio.disabled = locked;
    });
    lock.hidden = locked;
    setText(box.querySelector("[data-lock-text]"), locked ? lockedText(choices, known, free) : "");
    choices.forEach((choice) => (choice.querySelector("[data-reason]").hidden = !free));
  };
}

function lockedText(choices, { choice }, free) {
  if (!free) return "Locked. Now run it, and see.";
  return choices[choice]?.dataset.right === "true" ? "You predicted this." : "You predicted otherwise: read why, above.";
}
