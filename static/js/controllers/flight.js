import { make } from "./parts.js";

const ACTS = [
  ["deliver", "Deliver now"],
  ["drop", "Drop"],
  ["duplicate", "Duplicate"],
];

// flight offers what can be done to a message that is still on its way, each
// with the command that it sends.
export function flight(document, { msg, from, to, fate }) {
  const where = fate === "held" ? "is held on the way" : "is on its way";
  const buttons = ACTS.map(([verb, text]) => act(document, text, `${verb} #${msg}`));
  const hold = act(document, `Hold ${from} → ${to}`, `hold ${from}->${to}`);
  return [
    make(document, "h4", { text: `Message #${msg} from ${from} to ${to} ${where}` }),
    make(document, "div", { attributes: { class: "related" }, children: [...buttons, hold, delay(document, msg)] }),
  ];
}

function act(document, text, command) {
  return make(document, "button", { text, attributes: { type: "button", class: "button button--small", "data-act": command, title: command } });
}

function delay(document, msg) {
  const input = make(document, "input", { attributes: { type: "text", value: "5s", maxlength: 20, "aria-label": `Delay #${msg} by`, class: "faultrow__free", spellcheck: "false" } });
  const button = make(document, "button", { text: "Delay by", attributes: { type: "submit", class: "button button--small" } });
  return make(document, "form", { attributes: { class: "faultrow", "data-delay": msg, autocomplete: "off" }, children: [button, input] });
}
