// The amount of a raise: in whole chips, from the least to the most that the table takes, with the usual ones a tap away.

import { DENOMINATIONS, dollars } from "../art/chips.js";
import { page } from "./seat.js";

// The smallest chip of the house: what no chips make up cannot be laid.
const SMALLEST = DENOMINATIONS.at(-1);
const STOPS = 20;

const up = (amount, chip) => Math.ceil(amount / chip) * chip;
const down = (amount, chip) => Math.floor(amount / chip) * chip;

// Every amount that is offered between `least` and `most`, with `chip` the smallest of the table: both ends as chips make
// them up, and between them steps of one chip, of a larger one where there would be too many.
export function amountsBetween(least, most, chip) {
  const highest = Math.max(down(most, SMALLEST), least);
  const unit = highest >= chip ? chip : SMALLEST;
  const lowest = Math.min(least >= SMALLEST ? up(least, SMALLEST) : unit, highest);
  const steps = [unit, ...[...DENOMINATIONS].reverse().filter((value) => value > unit)];
  const step = steps.find((value) => (highest - lowest) / value <= STOPS) ?? steps.at(-1);
  const found = [lowest];
  for (let amount = up(lowest + 1, step); amount < highest; amount += step) found.push(amount);
  if (highest > lowest) found.push(highest);
  return found;
}

const nearest = (amounts, wanted) => amounts.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));

const key = (word) => `raise:${word}`;
function last(word) {
  try {
    return Number(sessionStorage.getItem(key(word))) || 0;
  } catch {
    return 0;
  }
}

function keep(word, amount) {
  try {
    sessionStorage.setItem(key(word), String(amount));
  } catch {
    // A browser that keeps nothing has no usual amount.
  }
}

const make = (name, options = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), options);
  made.append(...inside);
  return made;
};

// The control for a choice with an amount: what it is now on the button, and a row of presets with a step down and up.
// Arrows, Home and End work on the amount in the row.
export function amountControl(choice, purse) {
  const amounts = amountsBetween(choice.least, Math.max(choice.least, Math.min(choice.most, purse)), page.chips[0]);
  const most = amounts.at(-1);
  const output = make("output", { className: "sum" });
  const spin = make("span", { className: "amount", tabIndex: 0 });
  let value = most;
  // One button an amount, the clearest name first.
  const presets = new Map();
  for (const [name, amount] of [["Max", most], ["Min", amounts[0]], ["Half", nearest(amounts, most / 2)], ["Last", last(choice.word)]]) {
    if (amounts.includes(amount) && !presets.has(amount)) presets.set(amount, name);
  }
  const buttons = [...presets.keys()]
    .sort((one, other) => one - other)
    .map((amount) => {
      const button = make("button", { type: "button", className: "preset quiet", title: dollars(amount), value: String(amount) }, presets.get(amount));
      button.setAttribute("aria-label", `${presets.get(amount)}: ${dollars(amount)}`);
      button.addEventListener("click", () => set(amount));
      return button;
    });
  const less = make("button", { type: "button", className: "step quiet", textContent: "−" });
  const more = make("button", { type: "button", className: "step quiet", textContent: "+" });
  for (const [button, name] of [[less, "Less"], [more, "More"]]) {
    button.setAttribute("aria-label", `${name} for ${choice.label}`);
    button.tabIndex = -1;
  }
  const said = { role: "spinbutton", "aria-label": `Amount for ${choice.label}`, "aria-valuemin": amounts[0] / 100, "aria-valuemax": most / 100 };
  for (const [name, is] of Object.entries(said)) spin.setAttribute(name, is);
  function set(next) {
    value = next;
    const at = amounts.indexOf(value);
    spin.textContent = output.textContent = dollars(value);
    output.dataset.cents = String(value);
    output.dispatchEvent(new Event("input", { bubbles: true }));
    spin.setAttribute("aria-valuenow", String(value / 100));
    spin.setAttribute("aria-valuetext", dollars(value));
    less.disabled = at === 0;
    more.disabled = at === amounts.length - 1;
    for (const button of buttons) button.setAttribute("aria-pressed", String(Number(button.value) === value));
  }
  const go = (by) => set(amounts[Math.min(amounts.length - 1, Math.max(0, amounts.indexOf(value) + by))]);
  less.addEventListener("click", () => go(-1));
  more.addEventListener("click", () => go(1));
  spin.addEventListener("keydown", (event) => {
    const moves = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5, Home: -amounts.length, End: amounts.length };
    if (!moves[event.key]) return;
    event.preventDefault();
    go(moves[event.key]);
  });
  set(most);
  const row = make("div", { className: "amount-row" }, ...buttons, less, spin, more);
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", `Amount for ${choice.label}`);
  return {
    output,
    row: amounts.length > 1 ? row : null,
    take() {
      keep(choice.word, value);
      return value;
    },
  };
}
