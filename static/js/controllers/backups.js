import { fromFile, merged, toFile } from "../model/backup.js";
import { make } from "./parts.js";
import { forgetRecords, keepRecords, records } from "./records.js";

const MOST = 1024 * 1024; // bytes of a file

// backups takes progress out as a file, puts one in, and forgets it all. changed is
// called after each change; works says whether the browser keeps anything.
export function backups({ document, window, changed, works }) {
  const box = document.querySelector("[data-backups]");
  const says = box.querySelector("[data-backups-say]");
  const file = box.querySelector("[data-backups-file]");
  const say = (text) => (says.textContent = text);
  box.hidden = false;
  if (!works) return refuse(box, say);

  box.querySelector("[data-backups-save]").addEventListener("click", () => {
    const address = window.URL.createObjectURL(new window.Blob([toFile(records(window))], { type: "application/json" }));
    make(document, "a", { attributes: { href: address, download: "lockviz-progress.json" } }).click();
    window.setTimeout(() => window.URL.revokeObjectURL(address), 1000);
    say("The file has all of it.");
  });
  box.querySelector("[data-backups-open]").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      keepRecords(window, merged(records(window), fromFile(await textOf(chosen))));
      changed();
      say(`What ${chosen.name} has is put beside what was here. Nothing was lost.`);
    } catch (error) {
      say(`${chosen.name}: ${error.message} Nothing has changed.`);
    }
    file.value = "";
  });
  forgetting(box.querySelector("[data-backups-forget]"), say, () => {
    forgetRecords(window);
    changed();
  });
}

async function textOf(file) {
  if (file.size > MOST) throw new Error(`It has ${file.size} bytes, and ${MOST} are the most.`);
  return file.text();
}

function refuse(box, say) {
  for (const button of box.querySelectorAll("button")) button.disabled = true;
  say("This browser keeps nothing for this site, so your progress is gone when you leave a page. Everything else works.");
}

// forgetting asks once more before it does it; what else is done meanwhile calls it
// off.
function forgetting(button, say, forget) {
  const text = button.textContent;
  let sure = false;
  const ask = (on) => {
    sure = on;
    button.textContent = on ? "Forget it all: click once more" : text;
  };
  button.addEventListener("click", () => {
    if (!sure) {
      ask(true);
      return say("All progress in lessons, challenges and the self-test would be forgotten. Download it first if you may want it back.");
    }
    ask(false);
    forget();
    say("All progress is forgotten.");
  });
  button.addEventListener("blur", () => {
    if (sure) say("Nothing was forgotten.");
    ask(false);
  });
}
