import { announcement } from "../../model/announce.js";
import { setText } from "../parts.js";

// announcer says changes of state in any of the four labs, each with its name.
export function announcer(four) {
  const region = four.document.querySelector("[data-announce]");
  const last = four.state.labs.map(() => ({ epoch: "", seq: 0 }));

  four.on(({ labs }) => {
    const said = labs.map(({ log, root }, i) => {
      const seq = four.labs[i].seq();
      const { epoch, seq: before } = last[i];
      last[i] = { epoch: log.epoch, seq };
      const text = epoch === log.epoch && seq > before ? announcement(log, before, seq) : "";
      return text && `${root.getAttribute("aria-label")}: ${text}`;
    });
    const text = said.filter(Boolean).join(" ");
    if (text) setText(region, text);
  });
}
