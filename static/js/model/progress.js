// What the browser keeps of a lesson; of a challenge: challengeprogress.js, which
// pages of lessons do not fetch.
//
// Progress through a lesson: {at: index of the step that is open, steps: {id:
// {choice, locked, met, read}}}.

export function firstProgress() {
  return { at: 0, steps: {} };
}

// of is what is known of one step, which has so many choices. A prediction that is
// none of them, as the lesson now is, is not known.
export function of(progress, id, choices = Infinity) {
  const { choice, locked, ...rest } = progress.steps[id] ?? {};
  return choice < choices ? { ...rest, choice, locked } : rest;
}

// withStep is progress with something more known of a step.
export function withStep(progress, id, patch) {
  return { ...progress, steps: { ...progress.steps, [id]: { ...of(progress, id), ...patch } } };
}

// revealed says whether a step's observation and explanation are open: after
// the run, when a prediction was made, or when the reader asked for it.
export function revealed({ goals, predicts }, { locked, met, read }) {
  if (read) return true;
  if (goals.length) return Boolean(met) && (Boolean(locked) || !predicts);
  return !predicts || Boolean(locked);
}

// done says whether a step needs nothing more from the reader. What is only
// read is done when the reader went on.
export function done(step, known) {
  const more = step.goals.length > 0 || step.predicts;
  return more ? revealed(step, known) : Boolean(known.read);
}

// waitingFor says what a closed explanation waits for.
export function waitingFor({ predicts }, { locked, met }) {
  if (predicts && !locked && !met) return "The explanation opens when you have locked a prediction and done the run.";
  if (predicts && !locked) return "The run is done. Lock a prediction, and the explanation opens.";
  return "The explanation opens when the run is done.";
}
