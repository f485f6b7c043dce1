// Small helpers for markup that was written by the server: cloning parts, and
// changing only what differs, so that focus and selection stay where they are.

export function part(document, name) {
  const template = document.querySelector(`template[data-part="${name}"]`);
  return template.content.firstElementChild.cloneNode(true);
}

export function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

// setAttribute sets an attribute; null takes it away.
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

// make builds a small element: text is always a text node.
export function make(document, tag, { text = "", attributes = {}, children = [] } = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) setAttribute(element, name, value);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

// swapFaces shows one of the two faces of a button.
export function swapFaces(button, undo) {
  button.querySelector('[data-face="do"]').hidden = undo;
  button.querySelector('[data-face="undo"]').hidden = !undo;
}
