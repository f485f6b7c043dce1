// pick finds the event under a point of the figure, or null. Marks that say
// more win over plain dots; among equals the nearest wins.
export function pick(marks, x, y) {
  let best = null;
  for (const { seq, distance, rank } of candidates(marks, x, y)) {
    const better = !best || rank > best.rank || (rank === best.rank && distance < best.distance);
    if (better) best = { seq, distance, rank };
  }
  return best?.seq ?? null;
}

function* candidates(marks, x, y) {
  for (const mark of marks.writes) yield* near(mark, mark.x, mark.y, 12, 4, x, y);
  for (const mark of marks.votes) yield* near(mark, mark.x, mark.y, mark.small ? 4 : 7, 3, x, y);
  for (const mark of marks.points) yield* near(mark, (mark.x + mark.x1) / 2, mark.y, mark.sign === "dot" ? 6 : 8, 3, x, y);
  for (const mark of marks.watches) yield* near(mark, mark.x, mark.y, 7, 4, x, y);
  for (const mark of marks.beats) yield* near(mark, mark.x, mark.y + 3 * mark.way, 5, 2, x, y);
  for (const mark of marks.arrows) yield* onLine(mark, x, y);
  for (const mark of marks.beliefs) yield* inBar(mark, 9, 1, x, y);
  for (const mark of marks.keys) yield* inBar(mark, Math.min(9, (mark.room ?? 18) / 1.6), 1, x, y);
  for (const mark of marks.standstills) yield* inBar(mark, 14, 0, x, y);
}

function* near(mark, cx, cy, reach, rank, x, y) {
  const distance = Math.hypot(cx - x, cy - y);
  if (distance <= reach) yield { seq: mark.seq, distance, rank };
}

function* inBar(mark, half, rank, x, y) {
  if (x < mark.x0 || x > mark.x1 || Math.abs(y - mark.y) > half) return;
  yield { seq: mark.seq, distance: Math.abs(y - mark.y), rank };
}

function* onLine({ x0, y0, x1, y1, seq }, x, y) {
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2 || 1;
  const along = Math.min(Math.max(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0), 1);
  const distance = Math.hypot(x0 + along * (x1 - x0) - x, y0 + along * (y1 - y0) - y);
  if (distance <= 5) yield { seq, distance, rank: 2 };
}
