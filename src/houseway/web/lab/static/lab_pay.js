// A pay as a cell has it, and the next one up or down: loss, push, then odds, money or a share of a meter.

const ODDS = /^(-?\d+(?:\.\d+)?)(?:[:/](\d+))?(?: (?:to|for) 1)?$/;

// How far one step goes from a pay of this size.
function stepAt(value) {
  const sizes = [[50, 1], [200, 5], [500, 10], [1000, 25], [5000, 100]];
  const found = sizes.find(([below]) => Math.abs(value) < below);
  return found ? found[1] : 500;
}

const rounded = (value) => String(Math.round(value * 1e6) / 1e6);

// The pay `steps` above `text`; nothing where it is none that can be counted. A small step is by one, whatever the size.
export function stepped(text, steps, unit, small = false) {
  const word = text.trim().toLowerCase();
  const money = /^\$([\d,]+(?:\.\d+)?)$/.exec(word);
  if (money) {
    const value = Number(money[1].replaceAll(",", ""));
    const step = small ? 1 : Math.max(1, 10 ** Math.floor(Math.log10(Math.max(value, 10)) - 1));
    return `$${rounded(Math.max(0, value + steps * step))}`;
  }
  const share = /^(\d+(?:\.\d+)?)%$/.exec(word);
  if (share) return `${rounded(Math.min(100, Math.max(1, Number(share[1]) + steps * (small ? 1 : 5))))}%`;
  const lowest = unit === "to 1" ? 1 : 1;
  const named = unit === "to 1" ? ["loss", "push"] : ["loss"];
  let at = named.indexOf(word);
  if (at >= 0) {
    at += steps;
    return at < 0 ? "loss" : at < named.length ? named[at] : rounded(lowest + at - named.length);
  }
  const odds = ODDS.exec(word);
  if (!odds) return null;
  const below = Number(odds[2] || 1);
  let value = Number(odds[1]);
  if (below > 1) {
    value += steps;
    return value <= 0 ? (unit === "to 1" ? "push" : "loss") : value % below ? `${value}:${below}` : rounded(value / below);
  }
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    const up = steps > 0;
    const step = small ? 1 : stepAt(up ? value : value - 1);
    value += up ? step : -step;
    if (value < lowest) return named[Math.max(0, named.length - left)];
  }
  return rounded(value);
}
