import { scale } from "../model/view.js";

const NEAR = 0.5; // px within which marks of one row become one

// overviewMarks lays out the strip: a thin line for each belief, key, pause and
// write of the whole log, and the range in view.
export function overviewMarks(facts, scene, all, width, height) {
  const { toX } = scale(all, width);
  const x = (time) => toX(facts.warp.toAxis(time));
  const count = Math.max(scene.rows.length, 1);
  const rowOf = new Map(scene.rows.map((row, i) => [row.id, (i + 0.5) * (height / count)]));
  const bar = (thing, client) => ({ x0: x(thing.from), x1: x(thing.end ?? scene.now), y: rowOf.get(thing.lane) ?? 0, client });
  return {
    width,
    height,
    thick: Math.max(Math.min(height / count - 2, 5), 2),
    bars: merged([
      ...facts.beliefs.list.map((belief) => bar(belief, belief.lane)),
      ...facts.keys.list.filter((key) => !key.rank).map((key) => bar(key, key.owner)),
    ]),
    pauses: merged(facts.standstills.list.filter((stretch) => stretch.what !== "waiting").map((stretch) => bar(stretch, ""))),
    writes: merged(facts.writes.map((write) => ({ x0: x(write.at), x1: x(write.at), y: rowOf.get(write.lane) ?? 0, client: write.writer, stale: write.stale }))),
    now: x(scene.now),
    cursor: x(scene.cursorAt),
    from: toX(scene.view.from),
    to: toX(scene.view.to),
  };
}

// merged makes one of marks that lie so near one another that they cannot be told
// apart. Each row's are sorted.
function merged(marks) {
  const last = new Map();
  return marks.filter((mark) => {
    const name = `${mark.y} ${mark.client} ${mark.stale}`;
    const before = last.get(name);
    if (before && mark.x0 - before.x1 < NEAR) {
      before.x1 = Math.max(before.x1, mark.x1);
      return false;
    }
    return last.set(name, mark);
  });
}
