import { beatMarks } from "../layout/beats.js";
import { watchMarks } from "../layout/watches.js";
import { drawBeats } from "../marks/beat.js";
import { drawWatches } from "../marks/watch.js";

// What the figure shows of a lock that is a queue of keys besides what it shows of
// any.
export const part = {
  marks: (facts, frame) => ({ watches: watchMarks(facts, frame), beats: beatMarks(facts, frame) }),
  draw(ctx, marks, look) {
    drawBeats(ctx, marks, look);
    drawWatches(ctx, marks, look);
  },
  label() {},
};
