// All keys of the console, on one page.

import { dialog } from "./console_dialogs.js";
import { h } from "./console_dom.js";

const KEYS = [
  [
    "Any time",
    [
      ["Enter", "do what is due: begin, confirm, tabulate, all agree, close"],
      ["Space", "one thing done by hand; whoever goes on has done them all"],
      ["⌫", "take the last key back"],
      ["F2", "correct the last answer"],
      ["F4", "void the round"],
      ["F6", "verify and pay the small hits of a round"],
      ["F7", "sign on, relieve or sign off the dealer"],
      ["F8", "a new deck"],
      ["F9", "equipment out of order, or back in order"],
      ["Alt 1 2 3", "table, take or pay, answers"],
      ["? or F1", "these keys"],
    ],
  ],
  [
    "Before a round",
    [
      ["1 – 9", "a position in play, or not"],
      ["0", "all positions"],
      ["R", "begin with the wagers of the last round"],
    ],
  ],
  [
    "Wagers",
    [
      ["1 – 9", "a position"],
      ["0", "all positions alike"],
      ["letter", "the wager of that letter, on or off, in its usual amount"],
      ["/ 25 Enter", "another amount in dollars"],
      ["+ −", "more, less"],
      ["arrows", "from spot to spot"],
      ["R", "the wagers of the last round"],
      ["Shift Enter", "confirm one position alone"],
    ],
  ],
  [
    "Answers and cards",
    [
      ["letter, digit", "the answer that shows it; a bet is the most that is allowed"],
      ["0 – 9 Enter", "a bet of less"],
      ["=", "the same answer for all the rest"],
      ["+", "several cards to select, then Enter"],
      ["A K Q J T 9 … 2, S H D C", "a card: rank, then suit; 1 0 is a ten; X a joker"],
      ["1 – 9", "at the count: a position whose light differs from its chip"],
    ],
  ],
];

export function keysDialog() {
  const groups = KEYS.map(([title, keys]) => h("section", {}, h("h3", {}, title), h("dl", { class: "keys" }, ...keys.flatMap(([key, says]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, says)]))));
  dialog("Keys", h("div", { class: "key-groups" }, ...groups), { kind: "widest" });
}
