import { make } from "./parts.js";

// branches lists the histories of the lab: the one that is open, and the others
// one click away.
export function branches(app) {
  const { document } = app;
  const box = document.querySelector("[data-branches]");
  let shown = "";

  app.on(({ log }) => {
    const now = JSON.stringify([log.branch, log.branches.map((branch) => [branch.id, branch.name, branch.fork])]);
    if (now === shown) return;
    shown = now;
    box.replaceChildren(...log.branches.map((branch) => button(document, branch, branch.id === log.branch)));
  });

  box.addEventListener("click", (event) => {
    const id = event.target.closest("[data-branch]")?.dataset.branch;
    if (id && id !== app.state.log.branch) app.try(() => app.moves.open(id));
  });
}

function button(document, branch, open) {
  const text = branch.name;
  const title = branch.parent ? `Left ${branch.parent} after event ${branch.fork}` : "The history the lab began with";
  const attributes = { type: "button", class: "button button--small", "data-branch": branch.id, "aria-pressed": open, title };
  return make(document, "button", { text, attributes });
}
