// expectedWords says what came of a run against what its scenario expects: expect are
// {verdict, is}, is a status or a count; verdicts those at the head of the log. It is
// judged when the run has ended, as lockviz run does. Empty when nothing is expected.
export function expectedWords(expect, verdicts, ended) {
  if (!expect.length) return "";
  if (!ended) return "What it expects is compared when the run has ended.";
  const unmet = expect.map((each) => ({ ...each, was: found(each, verdicts) })).filter(({ is, was }) => is !== was);
  if (!unmet.length) return "What it expects has come of it.";
  return `Not as expected: ${unmet.map(({ verdict, is, was }) => `${verdict} is ${was}, not ${is}`).join("; ")}.`;
}

function found({ verdict, is }, verdicts) {
  const { status = "not-exercised", count = 0 } = verdicts[verdict] ?? {};
  return /^\d+$/.test(is) ? String(count) : status;
}
