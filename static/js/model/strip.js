// Which verdicts stand in the strip above the figure, and in which order.

const RANK = { violated: 0, holds: 1 };

// exercised lists the names of the verdicts that say something, the violated
// ones first; within a status in the order of the documentation.
export function exercised(all, order) {
  const rank = ([, { status, count }]) => (RANK[status] === 1 && count > 0 ? 0.5 : RANK[status]);
  return Object.entries(all)
    .filter(([, { status }]) => status in RANK)
    .sort((a, b) => rank(a) - rank(b) || order.indexOf(a[0]) - order.indexOf(b[0]))
    .map(([name]) => name);
}

// fitting is how many of the chips, from the first, have room beside what is
// always there: widths and gap in px. The first is always shown.
export function fitting(widths, room, gap) {
  let used = 0;
  for (const [i, width] of widths.entries()) {
    used += width + gap;
    if (used > room && i > 0) return i;
  }
  return widths.length;
}

// restWords says what the list behind the strip has more: verdicts without a
// chip.
export function restWords(all, shown) {
  const count = Object.keys(all).length - shown;
  const idle = Object.values(all).filter(({ status }) => status === "not-exercised").length;
  if (!count) return "All in words";
  if (!shown && count === idle) return "No verdict yet";
  return count === idle ? `${count} not yet` : `${count} more`;
}
