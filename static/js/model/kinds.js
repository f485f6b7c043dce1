// What a lab's kind of lock means for the page.

// The kinds in which who waits stands in a queue of keys, one for each client.
const QUEUES = new Set(["etcd", "zookeeper"]);
const MOST = 8; // bars that a server's row has room for

export function isQueue(kind) {
  return QUEUES.has(kind);
}

// queueLength is how many keys a server's row must have room for; 0 where the
// keys are no queue.
export function queueLength({ kind, lanes }) {
  return isQueue(kind) ? Math.min(lanes.filter((lane) => lane.group === "client").length, MOST) : 0;
}
