// The parts of the figure that only some kinds of lock need. Each exports part:
// marks lays out more, draw and label draw it.
const PARTS = {
  redlock: () => import("../kinds/redlock.js"),
  etcd: () => import("../kinds/queue.js"),
  zookeeper: () => import("../kinds/queue.js"),
};

// kinds fetches what the figure needs more for the lab's kind of lock.
export function kinds(app) {
  let known = "";
  app.parts = [];
  app.on(({ log }) => {
    const kind = log.lab?.kind ?? "";
    if (kind === known) return;
    known = kind;
    fetchParts(app, kind);
    const { code, kind: own } = app.document.body.dataset;
    if (code && kind && kind !== own) fetchCode(app, kind);
  });
}

// fetchCode shows the client of the kind that the lab has now, not the page's own.
async function fetchCode(app, kind) {
  try {
    const { showCode } = await import("./othercode.js");
    await showCode(app, kind);
  } catch {
    app.update({ notice: { text: "The code of this kind of lock could not be fetched. Load the page again when the lab can be reached." } });
  }
}

async function fetchParts(app, kind) {
  try {
    const more = await PARTS[kind]?.();
    app.parts = more ? [more.part] : [];
    app.update({});
  } catch {
    app.update({ notice: { text: "A part of the figure could not be fetched. Load the page again when the lab can be reached." } });
  }
}
