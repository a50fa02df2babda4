// Small helpers of the console: elements, cards, chips, amounts as they are typed.

import { breakDown, dollars, element, face } from "../art/chips.js";
import { card } from "../art/felt.js";

export function h(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return made;
}

export const cards = (texts, className = "") => h("span", { class: `cards ${className}` }, ...texts.map((text) => card(text)));

// An amount as the chips that a dealer counts out: one picture a denomination, with its number.
export function chips(amount, parts = breakDown(amount)) {
  const made = parts.map(([value, count]) => {
    const picture =
      value === 1
        ? h("span", { class: "coin" }, `${count}¢`)
        : element("svg", { class: "chip", viewBox: "0 0 100 100", "aria-hidden": "true" }, element("use", { href: `#chip-${value}` }));
    const called = value === 1 ? `${count} cents` : `${count} of ${face(value)}`;
    return h("span", { class: "counted", title: called }, picture, value === 1 ? null : h("b", {}, `×${count}`), h("span", { class: "unseen" }, called));
  });
  return h("span", { class: "chips" }, ...made);
}

// Dollars as typed ("12.5") in cents; null where it is no amount.
export function cents(text) {
  const found = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(String(text).trim().replace(/^\$/, "").replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] || "").padEnd(2, "0") || 0) : null;
}

export const plain = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));

export const button = (text, onclick, { key = "", kind = "", disabled = false, label = null, pressed = null } = {}) =>
  h(
    "button",
    { type: "button", class: kind, onclick, disabled, "aria-label": label, "aria-pressed": pressed === null ? null : String(pressed) },
    h("span", {}, text),
    key ? h("kbd", {}, key) : null,
  );

// The first letter of a label that no other label has.
export const letterFor = (label, taken) => {
  const letter = [...label.toUpperCase()].find((each) => /[A-Z]/.test(each) && !taken.has(each));
  if (letter) taken.add(letter);
  return letter || "";
};

// The clause and our words of it.
export const clause = (cite, rule) =>
  cite ? h("p", { class: "clause" }, h("cite", {}, cite), rule ? h("span", {}, ` ${rule}`) : null) : null;

export { dollars };
