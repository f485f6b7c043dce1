// beside is where a card stands next to what it speaks of, without covering any of
// it: {left, top}, or null if there is no room. target is {left, top, right,
// bottom}, card {width, height}, room the window's {width, height}. In px.
export function beside(target, card, room) {
  const within = (at, size, most) => Math.max(GAP, Math.min(at, most - size - GAP));
  const across = within(target.left + (Math.min(target.right, room.width) - target.left - card.width) / 2, card.width, room.width);
  const along = within(target.top, card.height, room.height);
  const places = [
    { left: across, top: target.bottom + GAP },
    { left: across, top: target.top - card.height - GAP },
    { left: target.right + GAP, top: along },
    { left: target.left - card.width - GAP, top: along },
  ];
  const fits = ({ left, top }) => left >= GAP && top >= GAP && left + card.width + GAP <= room.width && top + card.height + GAP <= room.height;
  return places.find(fits) ?? null;
}

const GAP = 8;
