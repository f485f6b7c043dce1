// tabs: panels of which one is shown, as the ARIA practices have them.
export function tabs(app) {
  const { document } = app;
  for (const box of document.querySelectorAll("[data-tabs]")) wire(app, box);
  app.openTab = (name) => open(app, document.getElementById(`tab-${name}`));
}

function wire(app, box) {
  const list = [...box.querySelectorAll('[role="tab"]')];
  box.addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) open(app, tab);
  });
  box.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = list.indexOf(event.target);
    if (!by || at < 0) return;
    event.preventDefault();
    const next = list[(at + by + list.length) % list.length];
    open(app, next);
    next.focus();
  });
}

function open(app, tab) {
  for (const other of tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')) {
    const selected = other === tab;
    other.setAttribute("aria-selected", String(selected));
    other.tabIndex = selected ? 0 : -1;
    app.document.getElementById(other.getAttribute("aria-controls")).hidden = !selected;
  }
  app.update({});
}
