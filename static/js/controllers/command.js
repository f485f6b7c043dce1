import { remember } from "../model/commands.js";
import { setAttribute, setText } from "./parts.js";

// command: the line that takes the same actions as the buttons. A click on a
// button shows its command here.
export function command(app) {
  const { document } = app;
  const form = document.querySelector("[data-command]");
  const input = form.querySelector("[data-command-input]");
  const says = form.querySelector("[data-command-says]");
  let history = [];
  let place = 0;

  app.command = async (line) => {
    input.value = line;
    history = remember(history, line);
    place = history.length;
    say("…", false);
    try {
      await app.moves.line(line);
      // "Done" is said of what can be seen.
      await new Promise((drawn) => app.window.requestAnimationFrame(drawn));
      say("Done.", false);
    } catch (error) {
      say(error.message, true);
    }
  };

  function say(text, bad) {
    setText(says, text);
    says.toggleAttribute("data-bad", bad);
    setAttribute(input, "aria-invalid", bad || null);
  }

  // The click that comes into the line selects what a button left there, as Tab does:
  // what is typed takes its place. The next click sets the caret.
  let outside = false;
  input.addEventListener("pointerdown", () => (outside = document.activeElement !== input));
  input.addEventListener("click", () => outside && input.select());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // To select takes the focus: not from who has gone on meanwhile.
    if (input.value.trim()) app.command(input.value.trim()).then(() => document.activeElement === input && input.select());
  });
  input.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !history.length) return;
    event.preventDefault();
    place = Math.min(Math.max(place + by, 0), history.length);
    input.value = history[place] ?? "";
  });
}
