// How long to wait before the next try to connect: soon at first, then less
// often, never giving up. random is in [0, 1).
const FIRST = 300;
const LONGEST = 8000;

export function backoff(tries, random) {
  const wait = Math.min(FIRST * 2 ** tries, LONGEST);
  return Math.round(wait * (0.7 + 0.3 * random));
}
