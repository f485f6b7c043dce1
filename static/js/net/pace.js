// pacer answers a function that waits until another request fits: so many a second
// in the long run, and some at once. A page that passes over many events stays
// within what a lab takes (docs/protocol.md, "Limits").
export function pacer(window, perSecond = 40, atOnce = 50) {
  let left = atOnce;
  let last = window.performance.now();
  return async () => {
    const now = window.performance.now();
    left = Math.min(atOnce, left + ((now - last) * perSecond) / 1000) - 1;
    last = now;
    if (left < 0) await new Promise((done) => window.setTimeout(done, (-left * 1000) / perSecond));
  };
}
