// fill shows a value, except in the field that is being written into.
export function fill(document, field, value) {
  if (field.type === "checkbox") field.checked = Boolean(value);
  else if (field !== document.activeElement || field.tagName === "SELECT") write(field, value ?? "");
}

function write(field, value) {
  if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === value)) {
    field.append(new field.ownerDocument.defaultView.Option(value, value));
  }
  if (field.value !== value) field.value = value;
}
