import { counts, votes } from "../layout/votes.js";
import { drawCounts, drawVotes } from "../marks/vote.js";

// What the figure shows of a lock on several servers besides what it shows of any.
export const part = {
  marks: (facts, frame, { labels }) => ({ votes: votes(facts, frame), counts: counts(facts, frame, labels) }),
  draw: drawVotes,
  label: drawCounts,
};
