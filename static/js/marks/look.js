// The look of the drawings, read from the style sheet so that a theme is said
// once. element is anything inside the themed part of the page.

const NAMES = ["paper", "raised", "sunk", "ink", "soft", "faint", "rule", "edge", "red", "red-wash", "bar-edge", "pick"];
const LETTERS = ["a", "b", "c", "d", "e"];

export function readLook(element, window) {
  const style = window.getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  const colours = Object.fromEntries(NAMES.map((name) => [name, read(`--${name}`)]));
  const clients = Object.fromEntries(LETTERS.map((letter) => [letter, read(`--client-${letter}`)]));
  const stroke = Number(read("--stroke")) || 1;
  const size = Number(read("--figure-text")) * parseFloat(style.getPropertyValue("font-size")) || 11.5;
  return {
    ...colours,
    stroke,
    size,
    client: (name) => clients[clientLetter(name)] ?? read("--client-other"),
    font: (weight = 400, factor = 1) => `${weight} ${size * factor}px ${read("--sans")}`,
    mono: (factor = 1) => `400 ${size * factor}px ${read("--mono")}`,
  };
}

// clientLetter is the letter that stands beside a client's colour.
export function clientLetter(name) {
  return /^[a-e]$/i.test(name) ? name.toLowerCase() : "";
}

// words writes text with a halo of paper, so that it can be read on lines.
export function words(ctx, look, text, x, y, { colour = look.ink, font = look.font(), align = "left", halo = 3 } = {}) {
  ctx.font = font;
  ctx.textAlign = align;
  ctx.textBaseline = "alphabetic";
  if (halo) {
    ctx.strokeStyle = look.paper;
    ctx.lineWidth = halo;
    ctx.lineJoin = "round";
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

// hatch fills the current clip with parallel lines, one way or crossed.
export function hatch(ctx, { x0, x1, y0, y1 }, { colour, gap = 6, width = 1, crossed = false }) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x0, y0, x1 - x0, y1 - y0);
  ctx.clip();
  ctx.beginPath();
  const height = y1 - y0;
  const first = Math.floor((x0 - height) / gap) * gap;
  for (let x = first; x < x1 + height; x += gap) {
    ctx.moveTo(x, y1);
    ctx.lineTo(x + height, y0);
    if (!crossed) continue;
    ctx.moveTo(x, y0);
    ctx.lineTo(x + height, y1);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.restore();
}

// badge writes a letter on a little paper: readable on every client's colour.
export function badge(ctx, look, text, x, y, height) {
  ctx.font = look.font(600, 0.94);
  const width = Math.max(ctx.measureText(text).width + 5, height - 4);
  ctx.fillStyle = look.raised;
  ctx.fillRect(x, y - height / 2 + 2, width, height - 4);
  ctx.fillStyle = look.ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(text, x + width / 2, y + look.size * 0.34);
  return width;
}
