// What is entered at the console, by kind of step. Each input is {node, onKey(event), again()}: its elements, its keys,
// and what to do when the server refused. A key that an input uses is answered with true, one that it cannot use with
// what to say of it ({message, clause, remedy}), one that means nothing to it with false.

import { CardKeys } from "./console_cards.js";
import { tabulateInput } from "./console_count.js";
import { askInput } from "./console_decisions.js";
import { WagerGrid } from "./console_wagers.js";
import { button, h } from "./console_dom.js";

const range = (last) => Array.from({ length: last }, (_, place) => place + 1);
const digit = (event) => (/^[0-9]$/.test(event.key) ? Number(event.key) : null);

// -- which positions are in the round

export function beginInput(data, act) {
  const { frame, sheet } = data;
  const seated = Object.keys(frame.seats).map(Number);
  const chosen = new Set([...seated, ...(data["seats-before"].length ? data["seats-before"] : [])]);
  const begin = (repeats) => chosen.size && act.begin([...chosen].sort((a, b) => a - b), repeats);
  const go = button("Begin the round", () => begin(false), { key: "Enter", kind: "primary big" });
  const again = button("Begin with the wagers of the last round", () => begin(true), { key: "R", kind: "big" });
  const seats = range(sheet.positions).map((seat) => {
    const toggle = button(frame.seats[seat] ? frame.seats[seat].name : "Position", () => flip(seat), { key: String(seat), kind: "seat-toggle", pressed: chosen.has(seat) });
    toggle.prepend(h("b", {}, String(seat)));
    return toggle;
  });
  const flip = (seat) => {
    if (chosen.has(seat)) chosen.delete(seat);
    else chosen.add(seat);
    seats[seat - 1].setAttribute("aria-pressed", String(chosen.has(seat)));
    shut();
  };
  const shut = () => {
    go.disabled = chosen.size === 0;
    again.disabled = chosen.size === 0 || !data.last;
  };
  shut();
  return {
    node: h("div", { class: "begin" }, h("div", { class: "seat-toggles", role: "group", "aria-label": "Positions in play" }, ...seats), h("div", { class: "row" }, go, again)),
    onKey(event) {
      const seat = digit(event);
      const repeats = event.key.toUpperCase() === "R";
      if (seat && seat <= sheet.positions) flip(seat);
      else if (seat) return { message: `This table has no position ${seat}.`, remedy: `Key 1 to ${sheet.positions}.` };
      else if (seat === 0) range(sheet.positions).filter((each) => !chosen.has(each)).forEach(flip);
      else if (repeats && !data.last) return { message: "There is no round before this one to repeat.", remedy: "Press Enter to begin the round." };
      else if (repeats || event.key === "Enter") return begin(repeats) ? true : { message: "No position is in play.", remedy: "Key the positions, then Enter." };
      else return false;
      return true;
    },
    again() {},
  };
}

// -- wagers

export const wagersInput = (data, act) => new WagerGrid(data, act);

// -- cards

export function cardsInput(data, act) {
  const { from, down, count } = data.now;
  if (down) return unreadInput(act);
  const { needed, selected } = data.now;
  const hint = from === "shoe" ? "The shoe reads it; if it does not, key it here." : selected?.length ? selectedSaid(selected) : undefined;
  const keys = new CardKeys(data.deck.cards, count, (texts) => act.answers([[from, texts]]), { ...(hint ? { hint } : {}), cites: data.deck });
  return needed === false ? notNeededInput(keys, () => act.answers([[from, []]])) : keys;
}

// Which cards of a hand were selected: each is keyed in its own place, for it is by its place that it was chosen.
const selectedSaid = (selected) => `Selected: card ${selected.join(" and ")}. Key ${selected.length > 1 ? "each" : "it"} in its own place.`;

// Cards that decide nothing: they are turned, and may be left unkeyed.
function notNeededInput(keys, none) {
  const skip = button("Skip (no decision needed)", none, { key: "Enter", kind: "choice" });
  return {
    node: h("div", {}, keys.node, h("div", { class: "row" }, skip)),
    onKey(event) {
      if (event.key !== "Enter" || keys.texts.length) return keys.onKey(event);
      none();
      return true;
    },
    again: () => keys.again(),
  };
}

// A card dealt face down from a shoe that reads: nobody looks at it, also when the shoe failed.
function unreadInput(act) {
  const unread = button("The shoe did not read it", () => act.answers([["shoe", "??"]]), { key: "U", kind: "choice" });
  return {
    node: h("div", { class: "choices" }, h("p", { class: "hint" }, "Deal it face down. A card that was not read is keyed when it is turned."), unread),
    onKey(event) {
      if (event.key.toUpperCase() !== "U") return false;
      unread.click();
      return true;
    },
  };
}

export function peekInput(data, act) {
  const yes = button("Yes", () => act.answers([["dealer", true]]), { key: "Y", kind: "choice" });
  const no = button("No", () => act.answers([["dealer", false]]), { key: "N", kind: "choice" });
  return {
    node: h("div", { class: "choices" }, yes, no),
    onKey(event) {
      const key = event.key.toUpperCase();
      if (key === "Y") yes.click();
      else if (key === "N") no.click();
      else return false;
      return true;
    },
    again() {},
  };
}

// -- the house's own moves

export function lockInput(data, act) {
  const go = button("Hold the prize", () => act.house(), { key: "Enter", kind: "primary big" });
  const claims = data.now.claims.map((claim) => h("li", {}, h("b", {}, `Position ${claim.seat}`), ` ${claim.wager}: ${claim.event}`));
  return {
    node: h("div", {}, h("ul", { class: "claims" }, ...claims), h("p", {}, "This fixes the amount. Do not pay the prize until it is verified."), go),
    onKey(event) {
      if (event.key !== "Enter") return false;
      act.house();
      return true;
    },
    again() {},
  };
}

export function closeInput(data, act) {
  const go = button("Close the round", () => act.house(), { key: "Enter", kind: "primary big" });
  return {
    node: h("div", {}, h("p", {}, "Every position is taken or paid. After the close only lines can be corrected, by two people."), go),
    onKey(event) {
      if (event.key !== "Enter") return false;
      act.house();
      return true;
    },
    again() {},
  };
}

export const INPUTS = {
  wagers: wagersInput,
  ask: askInput,
  cards: cardsInput,
  peek: peekInput,
  tabulate: tabulateInput,
  lock: lockInput,
  close: closeInput,
};
