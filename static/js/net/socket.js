import { requests } from "./requests.js";

// How long a silent line is trusted, in ms of wall time. A line can say that it
// is open long after it died (sleep, proxies), so silence is probed with hello.
const SILENCE = 25_000;
const ANSWER = 10_000;
const CONNECT = 15_000;
const TICK = 2_000;

// connect keeps a line to the lab. It never gives up, says hello with what the
// page holds, and reports state: "connecting", "live", "stale", "waiting", "asleep"
// or "over". A lab that sleeps is woken when a person comes back or asks, never by
// the page itself; one that is over is begun anew only when a person asks.
export function connect({ window, url, greeting, onFrame, onState }) {
  const open = requests();
  let socket = null;
  let tries = 0;
  let heard = 0;
  let probed = 0;
  let timer = null;
  let rests = ""; // "asleep" or "over" when there is no lab

  const now = () => window.performance.now();

  function dial() {
    window.clearTimeout(timer);
    timer = null;
    onState("connecting");
    const line = new window.WebSocket(url);
    socket = line;
    heard = now();
    probed = 0;
    line.onopen = () => line === socket && (rests ? onState(rests) : hello());
    line.onmessage = (event) => line === socket && hear(event.data);
    line.onclose = (event) => line === socket && closed(event);
  }

  function hello() {
    probed = now();
    rests = "";
    const line = socket;
    send("hello", greeting()).catch((error) => line === socket && onFrame({ type: "error", id: 0, text: error.message, refused: true }));
  }

  function hear(text) {
    heard = now();
    probed = 0;
    tries = 0;
    onState("live");
    const frame = JSON.parse(text);
    if (open.take(frame)) return;
    onFrame(frame);
    if (frame.answered) open.upTo(frame.answered);
    if (frame.type === "ended") rest(frame);
  }

  // rest: the lab is gone. Who waits for an answer is still there.
  function rest({ text, asleep }) {
    const awaited = open.size > 0;
    open.fail(text);
    rests = asleep ? "asleep" : "over";
    if (asleep && awaited) hello();
    else onState(rests);
  }

  function closed({ reason }) {
    socket = null;
    open.fail("The connection broke: it is not known whether this was done.");
    const wait = backoff(tries++, window.Math.random());
    onState("waiting", { reason });
    timer = window.setTimeout(dial, wait);
  }

  // hangUp drops a line that does not answer without waiting for its goodbye.
  function hangUp() {
    const line = socket;
    closed({});
    line?.close();
  }

  // leave: a browser may keep a page that is left, line and all.
  function leave() {
    const line = socket;
    socket = null;
    window.clearTimeout(timer);
    open.fail("The page was left.");
    line?.close();
  }

  function ask(what, fields = {}) {
    const was = rests;
    if (was && socket?.readyState === 1) hello();
    if (was === "over") return Promise.reject(new Error("The lab had ended. A fresh one begins."));
    return send(what, fields);
  }

  function send(what, fields) {
    if (socket?.readyState !== 1) return Promise.reject(new Error("Not connected to the lab. It will be tried again by itself."));
    const { frame, outcome } = open.add(what, fields);
    socket.send(JSON.stringify(frame));
    return outcome;
  }

  function watch() {
    if (!socket) return;
    if (socket.readyState === 0 && now() - heard > CONNECT) return hangUp();
    if (probed && now() - probed > ANSWER) return hangUp();
    if (probed && now() - probed > ANSWER / 2) onState("stale");
    if (!probed && !rests && socket.readyState === 1 && now() - heard > SILENCE) hello();
  }

  // wake is for the moments after which a line is not to be trusted.
  function wake() {
    if (window.document.visibilityState === "hidden") return;
    if (rests === "asleep") rests = "";
    if (!socket) dial();
    else if (socket.readyState === 1 && !probed && !rests) hello();
  }

  for (const sign of ["online", "pageshow", "focus"]) window.addEventListener(sign, wake);
  window.addEventListener("pagehide", leave);
  window.document.addEventListener("visibilitychange", wake);
  window.setInterval(watch, TICK);
  dial();
  return { ask, retry: wake, hello };
}

// socketAddress makes the socket's address from a path on this server.
export function socketAddress(path, location) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

// backoff is how long to wait before the next try to connect, in ms: soon at first,
// then less often, never giving up. random is in [0, 1).
const FIRST = 300;
const LONGEST = 8000;

export function backoff(tries, random) {
  const wait = Math.min(FIRST * 2 ** tries, LONGEST);
  return Math.round(wait * (0.7 + 0.3 * random));
}
