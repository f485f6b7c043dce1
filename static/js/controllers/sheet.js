// place opens a sheet beside the button that asked for it, inside the window. On
// narrow windows the style sheet puts it at the lower edge.
export function place(window, sheet, button) {
  sheet.showPopover({ source: button });
  const { innerWidth: width, innerHeight: height } = window;
  const at = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, width - sheet.offsetWidth - 8));
  const below = at.bottom + 4 + sheet.offsetHeight < height;
  const top = below ? at.bottom + 4 : Math.max(8, Math.min(at.top - sheet.offsetHeight - 4, height - sheet.offsetHeight - 8));
  sheet.style.setProperty("--left", `${Math.round(left)}px`);
  sheet.style.setProperty("--top", `${Math.round(Math.max(top, 8))}px`);
}
