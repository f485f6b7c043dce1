import { announcement } from "../model/announce.js";
import { setText } from "./parts.js";

// announcer says changes of state, politely, and nothing else.
export function announcer(app) {
  const region = app.document.querySelector("[data-announce]");
  let epoch = "";
  let last = 0;

  app.on(({ log }) => {
    const { seq } = app.reading();
    const same = epoch === log.epoch;
    if (same && seq > last) {
      const text = announcement(log, last, seq);
      if (text) setText(region, text);
    }
    epoch = log.epoch;
    last = seq;
  });
}
