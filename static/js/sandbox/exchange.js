import { make } from "../controllers/parts.js";
import { toFragment } from "../model/sharelink.js";

const MOST_FILE = 64 * 1024; // bytes, as a scenario file

// exchange brings scenarios in and out: files, by choosing or dropping one, and a
// link.
export function exchange(app, editor) {
  const { document, window } = app;
  const { column } = editor;
  const file = column.querySelector("[data-sandbox-file]");
  const address = column.querySelector("[data-sandbox-address]");
  const url = column.querySelector("[data-sandbox-url]");

  const read = async ([chosen]) => {
    if (!chosen) return;
    try {
      editor.take(await textOf(window, chosen), `Opened ${chosen.name}.`);
      await editor.check();
      if (editor.state.errors.length) editor.showTextError();
    } catch (error) {
      editor.say(error.message);
    }
  };
  column.querySelector("[data-sandbox-open]").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    await read(file.files);
    file.value = "";
  });
  drops(column, read);

  column.querySelector("[data-sandbox-save]").addEventListener("click", () => withText(editor, (text) => download(document, window, text, nameOf(editor.state))));
  column.querySelector("[data-sandbox-link]").addEventListener("click", () =>
    withText(editor, async (text) => {
      const fragment = await toFragment(text, window);
      url.value = `${window.location.origin}${window.location.pathname}#${fragment}`;
      address.hidden = false;
      url.select();
    }),
  );
  column.querySelector("[data-sandbox-copy]").addEventListener("click", async () => {
    url.select();
    try {
      await window.navigator.clipboard.writeText(url.value);
      editor.say("The link is on the clipboard.");
    } catch {
      editor.say("The browser does not let this page copy. The link is selected: copy it by hand.");
    }
  });

  let linked = "";
  return ({ text }) => {
    if (text !== linked) address.hidden = true; // the link is of another text
    linked = text;
  };
}

// withText does something with the text once it is what the form says.
async function withText(editor, act) {
  await editor.check();
  const { errors, side, text } = editor.state;
  if (errors.length && side === "form") return editor.showError();
  try {
    await act(text);
  } catch (error) {
    editor.say(error.message);
  }
}

async function textOf(window, file) {
  if (file.size > MOST_FILE) throw new Error(`${file.name} is too long: it has ${file.size} bytes, and ${MOST_FILE} are the most.`);
  try {
    const text = new window.TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.replace(/\r\n?/g, "\n");
  } catch {
    throw new Error(`${file.name} is not a text in UTF-8.`);
  }
}

function drops(column, read) {
  const over = (on) => column.toggleAttribute("data-drop", on);
  column.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  column.addEventListener("dragleave", () => over(false));
  column.addEventListener("drop", (event) => {
    over(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files);
  });
}

function nameOf({ form }) {
  const words = (form?.title ?? "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join("-").slice(0, 60) || "scenario"}.yaml`;
}

function download(document, window, text, name) {
  const address = window.URL.createObjectURL(new window.Blob([text], { type: "application/yaml" }));
  make(document, "a", { attributes: { href: address, download: name } }).click();
  window.setTimeout(() => window.URL.revokeObjectURL(address), 1000);
}
