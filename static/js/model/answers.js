// What a server's answer to a vote can be. No two of them are the same: a
// refusal is certain, a server that nothing listens on certainly did nothing,
// and where no reply came the command may have been carried out.

export const ANSWERS = {
  yes: "yes",
  taken: "taken",
  unreachable: "unreachable",
  unknown: "no reply – may have happened",
};

// answerOf names the answer of a vote: "yes", "taken", "unreachable" or
// "unknown".
export function answerOf({ yes, answer }) {
  if (yes) return "yes";
  return whyOf(answer);
}

// whyOf names a reason in words, as a client waits or fails for it. What a
// server said by itself is a refusal.
export function whyOf(text) {
  if (/may have happened|no reply/.test(text)) return "unknown";
  return /refused/.test(text) ? "unreachable" : "taken";
}

// tallyWords counts answers in words, for a lane's head.
export function tallyWords(tally) {
  const short = { yes: "yes", taken: "taken", unreachable: "unreachable", unknown: "no reply" };
  return Object.keys(short)
    .filter((name) => tally[name])
    .map((name) => `${tally[name]} ${short[name]}`)
    .join(", ");
}
