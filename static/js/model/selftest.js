// The self-test on beliefs: answers and truth are maps from a statement's name
// to "so" or "not-so".

export function right(answers, truth, name) {
  return answers[name] === truth[name];
}

export function answered(answers, truth) {
  return Object.keys(truth).every((name) => answers[name] !== undefined);
}

export function scoreText(answers, truth) {
  const names = Object.keys(truth);
  const n = names.filter((name) => right(answers, truth, name)).length;
  if (n === names.length) return `All ${n} right.`;
  return `${n} of ${names.length} right. These were not:`;
}
