// Chips and amounts: what an amount is in chips, a pile of them as SVG, money in words, amounts that run.

const SVG = "http://www.w3.org/2000/svg";
export const DENOMINATIONS = [50000, 10000, 2500, 500, 250, 100, 50, 25];
// Only where it saves a half: $3 is three $1 chips.
const HALVES = 250;
const COIN = 1;
const MOST_SEEN = 10;
const THICK = 8;
const COLUMN = 66;
const LIFT = -16;

export const dollars = (cents) => {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
};

// With its cents always, for amounts that change: nothing jumps sideways.
export const exact = (cents) =>
  `${cents < 0 ? "−" : ""}$${Math.floor(Math.abs(cents) / 100).toLocaleString("en-US")}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;

// A pay as it is said: a part of the stake that is lost has no odds.
export const paysSaid = (pays) => (pays.startsWith("-1:2") ? "half back" : pays);

// A clause by its number in this edition, and the one that is cited where that is another.
export const clauseSaid = (sheet, cite) => (sheet.numbers?.[cite] ? `${sheet.numbers[cite]} (cited as ${cite})` : cite);

export const face = (cents) => (cents >= 100 ? dollars(cents) : `${cents}¢`);

// As [denomination, count], the largest first; what no chip makes up is in single cents.
export function breakDown(amount) {
  let left = amount;
  const parts = [];
  for (const each of [...DENOMINATIONS, COIN]) {
    const count = each === HALVES && left % 100 !== 50 ? 0 : Math.floor(left / each);
    left -= count * each;
    if (count) parts.push([each, count]);
  }
  return parts;
}

export function element(name, attributes = {}, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

function columns(amount) {
  const parts = breakDown(amount);
  const chips = parts.filter(([value]) => value !== COIN);
  const all = chips.reduce((sum, [, count]) => sum + count, 0);
  const found =
    all > 0 && all <= MOST_SEEN
      ? [{ chips: chips.flatMap(([value, count]) => Array(count).fill(value)), mark: "" }]
      : chips.map(([value, count]) => ({
          chips: Array(Math.min(count, MOST_SEEN)).fill(value),
          mark: count > MOST_SEEN ? `×${count}` : "",
        }));
  for (const [value, count] of parts) if (value === COIN) found.push({ chips: [COIN], mark: `${count}¢` });
  return found;
}

// A pile with its total, as wide as `room` at most; (0, 0) is the middle of what it lies on.
export function pile(amount, room, { label = dollars(amount), kind = "" } = {}) {
  const found = columns(amount);
  const half = Math.max((COLUMN * found.length) / 2, 34);
  const tallest = Math.max(1, ...found.map((column) => column.chips.length));
  const scale = Math.min(1, (room - 4) / (2 * half));
  // A tall pile is set down a little lower, so that it leans over its own spot and not over the next.
  const drop = Math.min(14, (tallest - 1) * 2.4);
  const group = element("g", { class: `pile ${kind}`, transform: `translate(0 ${drop}) scale(${scale.toFixed(3)})`, role: "img", "aria-label": label });
  found.forEach((column, place) => {
    const x = -(COLUMN * (found.length - 1)) / 2 + place * COLUMN;
    column.chips.forEach((chip, row) => {
      group.append(element("use", { href: `#edge-${chip}`, transform: `translate(${x} ${LIFT - row * THICK})` }));
    });
    if (column.mark) {
      const top = LIFT - (column.chips.length - 1) * THICK;
      group.append(element("text", { x, y: top + 5, class: "mark", "text-anchor": "middle", "font-size": 14 }, column.mark));
    }
  });
  const wide = Math.max(half, label.length * 5.4 + 8);
  group.append(
    element("rect", { x: -wide, y: LIFT + 19, width: 2 * wide, height: 24, rx: 12, class: "plate" }),
    element("text", { x: 0, y: LIFT + 36.5, "text-anchor": "middle", "font-size": 17, class: "total" }, label),
  );
  return group;
}

// -- amounts that run: towards the newest value, never past it, and at once where it falls

const running = new Map();
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function runTo(node, cents) {
  const known = running.get(node);
  if (known && known.to === cents) return;
  const from = known ? known.now : null;
  if (from === null || cents <= from || still.matches || document.hidden) {
    running.set(node, { now: cents, to: cents });
    node.textContent = exact(cents);
    return;
  }
  const state = { now: from, from, to: cents, began: performance.now() };
  running.set(node, state);
  const step = (time) => {
    if (running.get(node) !== state || !node.isConnected) return;
    const share = Math.min(1, Math.max(0, (time - state.began) / 1600));
    state.now = Math.min(state.to, Math.floor(state.from + (state.to - state.from) * share));
    node.textContent = exact(state.now);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
