// showCode fetches the code of another kind of lock than the page was made for, and
// puts it in place of the page's.
export async function showCode(app, kind) {
  const { document, window } = app;
  const answer = await window.fetch(document.body.dataset.code + encodeURIComponent(kind));
  if (!answer.ok) throw new Error(answer.statusText);
  const made = new window.DOMParser().parseFromString(await answer.text(), "text/html");
  if (app.state.log.lab.kind !== kind) return; // it has changed again meanwhile
  document.querySelector("#panel-code").replaceChildren(...document.adoptNode(made.querySelector("[data-code]")).childNodes);
  const token = document.querySelector("#panel-inspector [data-token]");
  token.textContent = made.querySelector("[data-token]").textContent;
  token.hidden = !token.textContent;
  document.body.dataset.kind = kind;
  app.readCode();
  app.update({});
}
