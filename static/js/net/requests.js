// The requests that the lab has not answered yet.

// Frames that answer a request with more than that it was done.
const ANSWERS = new Set(["comparison", "scenario", "checked"]);

export function requests() {
  const open = new Map();
  let last = 0;

  function settle(id, how, value) {
    const request = open.get(id);
    if (!request) return false;
    open.delete(id);
    request[how](value);
    return true;
  }

  // hold keeps an answer until its request is done.
  function hold(frame) {
    const request = open.get(frame.id);
    if (request) request.answer = frame;
    return true;
  }

  return {
    // add opens a request and answers its frame and a promise of the outcome.
    add(what, fields) {
      const id = ++last;
      const outcome = new Promise((resolve, reject) => open.set(id, { resolve, reject }));
      return { frame: { id, do: what, ...fields }, outcome };
    },

    // take looks whether a frame of the lab answers a request.
    take(frame) {
      if (ANSWERS.has(frame.type)) return hold(frame);
      if (frame.type === "done") return settle(frame.id, "resolve", open.get(frame.id)?.answer);
      if (frame.type === "error") return settle(frame.id, "reject", new Error(frame.text));
      return false;
    },

    // upTo counts every request up to id as answered: the lab says so when frames
    // were dropped on the way to a slow page.
    upTo(id) {
      for (const other of [...open.keys()]) if (other <= id) settle(other, "resolve");
    },

    // fail ends all that are open: nobody knows what became of them.
    fail(text) {
      for (const id of [...open.keys()]) settle(id, "reject", new Error(text));
    },

    get size() {
      return open.size;
    },
  };
}

// pacer answers a function that waits until another request fits. A page that passes
// over many events stays well within what its lab takes: limits() is the lab's
// (docs/protocol.md), undefined before it is known.
export function pacer(window, limits) {
  let left = Infinity;
  let last = 0;
  return async () => {
    const { requestsPerSecond = 1, requestBurst = 1 } = limits() ?? {};
    const perSecond = 0.8 * requestsPerSecond;
    const atOnce = 0.5 * requestBurst;
    const now = window.performance.now();
    left = Math.min(atOnce, left + ((now - last) * perSecond) / 1000) - 1;
    last = now;
    if (left < 0) await new Promise((done) => window.setTimeout(done, (-left * 1000) / perSecond));
  };
}
