import { setText } from "./parts.js";

// repair: the form of changes. It is sent to the challenge's own address, which
// opens the lab with what is chosen; the page that comes back runs it. It answers
// null where there is no form.
export function repair(app, column) {
  const form = column.querySelector("[data-repair]");
  if (!form) return null;
  const options = [...form.querySelectorAll("[data-option]")].map(readOption);
  const says = form.querySelector("[data-repair-says]");
  const run = form.querySelector('[name="run"]');

  form.addEventListener("change", ({ target }) => {
    const back = target.checked ? takenBack(options, target.value) : [];
    const changed = options.some(({ input }) => input.checked !== input.defaultChecked);
    const lines = back.map(({ text }) => `Taken back, because it changes the same: ${text}.`);
    setText(says, [...lines, changed ? "Not run yet." : ""].join(" ").trim());
  });
  if (asked(app.window)) runWhenOpen(app, run);

  return {
    // solve chooses what solves it, and sends the form.
    solve() {
      const names = form.dataset.solveNames.split(" ");
      for (const { input } of options) input.checked = names.includes(input.value);
      form.requestSubmit(run);
    },
    // show tells what each change does: those of this run at its end, all of them
    // when it is solved.
    show({ judged }, { solved }) {
      for (const { why, input } of options) why.hidden = !(solved || (judged && input.defaultChecked));
    },
  };
}

function readOption(box) {
  return {
    input: box.querySelector("input"),
    why: box.querySelector("[data-why]"),
    text: box.querySelector(".choice__text").textContent.trim(),
    excludes: box.dataset.excludes.split(" "),
  };
}

// takenBack unchecks what cannot be chosen together with name.
function takenBack(options, name) {
  const others = options.filter(({ input, excludes }) => input.checked && excludes.includes(name));
  for (const { input } of others) input.checked = false;
  return others;
}

// asked says whether the page was asked to run, and takes that out of its address,
// so that a reload does not run again.
function asked({ location, history }) {
  const address = new URL(location.href);
  if (!address.searchParams.has("run")) return false;
  address.searchParams.delete("run");
  history.replaceState(null, "", address);
  return true;
}

function runWhenOpen(app, button) {
  let begun = false;
  button.focus();
  app.on(({ opened }) => {
    if (!opened || begun) return;
    begun = true;
    app.try(async () => {
      await app.moves.reset();
      await app.moves.run("end");
    });
  });
}
