// Runs before the page is painted, so that no theme flashes by. A classic
// script, because modules run later.
(function (document, window) {
  const KEY = "lockviz.theme";
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const more = window.matchMedia("(prefers-contrast: more)");

  let picked = ""; // on this page, where the browser keeps nothing

  function chosen() {
    try {
      return window.localStorage.getItem(KEY) || "";
    } catch {
      return picked;
    }
  }

  function system() {
    if (more.matches) return "contrast";
    return dark.matches ? "dark" : "light";
  }

  function apply() {
    const theme = chosen() || system();
    if (document.documentElement.dataset.theme === theme) return;
    document.documentElement.dataset.theme = theme;
    document.dispatchEvent(new CustomEvent("lockviz:theme", { detail: theme }));
  }

  function choose(theme) {
    try {
      if (theme) window.localStorage.setItem(KEY, theme);
      else window.localStorage.removeItem(KEY);
    } catch {
      picked = theme;
    }
    apply();
  }

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-theme-pick]")) choose(event.target.value);
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const pick of document.querySelectorAll("[data-theme-pick]")) pick.value = chosen();
  });
  dark.addEventListener("change", apply);
  more.addEventListener("change", apply);
  apply();
})(document, window);
