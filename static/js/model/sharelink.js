// A link that carries a scenario in its fragment, which no server sees: the text,
// deflated, in base64url.

const NAME = "scenario=";
const MOST_LINK = 8000; // characters; longer ones are cut by mail and chat programs
const MOST_TEXT = 64 * 1024; // bytes; a small link must not become a large text

// toFragment makes the fragment for a text. window supplies the streams.
export async function toFragment(text, window) {
  able(window);
  const bytes = await collect(window, pipe(window, new window.Blob([text]), new window.CompressionStream("deflate-raw")), Infinity);
  const fragment = NAME + window.btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (fragment.length > MOST_LINK) {
    throw new Error(`This scenario is too long for a link: ${fragment.length} characters, and ${MOST_LINK} are the most that gets through everywhere. Download the file instead.`);
  }
  return fragment;
}

// fromFragment is the text of a link; null if its fragment carries none.
export async function fromFragment(fragment, window) {
  const code = fragment.replace(/^#/, "");
  if (!code.startsWith(NAME)) return null;
  able(window);
  try {
    const raw = window.atob(code.slice(NAME.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(raw, (char) => char.charCodeAt(0));
    const bytes = await collect(window, pipe(window, new window.Blob([packed]), new window.DecompressionStream("deflate-raw")), MOST_TEXT);
    return new window.TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The link carries no scenario that can be read: it was cut or changed on its way.");
  }
}

function able(window) {
  if (!window.CompressionStream) throw new Error("This browser cannot make or read links with a scenario. A file goes everywhere.");
}

function pipe(window, blob, through) {
  return blob.stream().pipeThrough(through).getReader();
}

async function collect(window, reader, most) {
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
  return new Uint8Array(await new window.Blob(parts).arrayBuffer());
}
