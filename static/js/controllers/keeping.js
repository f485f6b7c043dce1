// What the browser keeps between visits. Where it keeps nothing (private mode),
// the page works all the same.

const PREFIX = "lockviz.";

export function kept(window, name, otherwise) {
  try {
    return JSON.parse(window.localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// followed calls changed when another tab of this browser keeps something under the name.
export function followed(window, name, changed) {
  window.addEventListener("storage", ({ key }) => key === PREFIX + name && changed());
}

// keep says whether it was kept.
export function keep(window, name, value) {
  try {
    window.localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
