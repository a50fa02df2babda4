// Drawing: elements of SVG, and scales for charts.

const SVG = "http://www.w3.org/2000/svg";

export function el(name, attributes = {}, ...inner) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inner);
  return made;
}

export const fixed = (value) => Math.round(value * 100) / 100;

// Round numbers between two ends, about so many.
export function ticks(low, high, about = 5) {
  const span = high - low || 1;
  const raw = span / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= raw);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step) found.push(at);
  return found;
}

export function plain(value) {
  const text = Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Math.round(value * 1e4) / 1e4);
  return text.replace("-", "−");
}
