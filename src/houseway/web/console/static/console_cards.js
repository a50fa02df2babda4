// Cards keyed in: rank, then suit (`q h`), by keys, by a scanner that types, or on the grid of the deck.

import { h } from "./console_dom.js";
import { card, cardName, shortName } from "../art/felt.js";

const RANKS = "AKQJT98765432";
const SUITS = ["s", "h", "d", "c"];

export class CardKeys {
  // `deck` is {text: [held, gone]}; `done(texts)` is called once `count` cards are there.
  constructor(deck, count, done, { start = [], hint = "Rank, then suit: Q H. A scanner works too." } = {}) {
    this.deck = deck;
    this.count = count;
    this.done = done;
    this.hint = hint;
    this.texts = [...start];
    this.rank = "";
    this.gone = "";
    this.changed = () => {};
    this.slots = h("div", { class: "slots", role: "status", "aria-live": "polite" });
    this.grid = h("div", { class: "deck", role: "group", "aria-label": "The deck" });
    this.node = h("div", { class: "keyed" }, this.slots, this.grid);
    this.draw();
  }

  left(text) {
    const known = this.deck[text];
    return known ? known[0] - known[1] - this.texts.filter((each) => each === text).length : 0;
  }

  draw() {
    const waits = this.texts.length < this.count;
    this.slots.replaceChildren(
      ...Array.from({ length: this.count }, (_, place) => {
        const text = this.texts[place];
        const typed = place === this.texts.length && this.rank;
        return h(
          "span",
          { class: `slot ${text ? "full" : place === this.texts.length ? "due" : ""}` },
          text ? card(text) : typed ? `${this.rank === "T" ? "10" : this.rank}…` : place + 1,
        );
      }),
      this.gone
        ? h("span", { class: "hint gone-already" }, `${cardName(this.gone)} is gone already. If it was keyed wrongly before, correct that answer.`)
        : h("span", { class: "hint" }, waits ? this.hint : "All here."),
    );
    const rows = SUITS.map((suit) =>
      [...RANKS].map((rank) => {
        const text = rank + suit;
        if (!(text in this.deck)) return h("span", {});
        const left = this.left(text);
        return h(
          "button",
          {
            type: "button",
            class: `pick ${suit === "h" || suit === "d" ? "red" : "black"} ${left > 0 ? "" : "gone"} ${rank === this.rank ? "rank" : ""}`,
            disabled: left <= 0 || !waits,
            "aria-label": `${cardName(text)}${left > 0 ? "" : ", gone"}`,
            onclick: () => this.add(text),
          },
          shortName(text),
        );
      }),
    ).flat();
    const jokers = Object.keys(this.deck).filter((text) => text[0] === "X");
    for (const text of jokers) {
      rows.push(
        h("button", { type: "button", class: `pick joker ${this.left(text) > 0 ? "" : "gone"}`, disabled: this.left(text) <= 0 || !waits, onclick: () => this.add(text) }, "Joker"),
      );
    }
    this.grid.replaceChildren(...rows);
    this.changed();
  }

  add(text) {
    if (this.texts.length >= this.count) return;
    this.rank = "";
    this.gone = this.left(text) > 0 ? "" : text;
    if (this.gone) {
      this.draw();
      return;
    }
    this.texts.push(text);
    this.draw();
    if (this.texts.length === this.count) this.done([...this.texts]);
  }

  // What was sent was refused: key it again.
  again() {
    this.texts = [];
    this.rank = "";
    this.draw();
  }

  onKey(event) {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (key === "Backspace") {
      if (this.rank) this.rank = "";
      else this.texts.pop();
      this.draw();
      return true;
    }
    if (this.texts.length >= this.count) return false;
    if (this.rank === "1" && key === "0") {
      this.rank = "T";
    } else if (this.rank && this.rank !== "1" && "SHDC".includes(key) && key.length === 1) {
      const text = this.rank + key.toLowerCase();
      if (text in this.deck) {
        this.add(text);
        return true;
      }
      this.rank = "";
    } else if (key.length === 1 && (RANKS.includes(key) || key === "1")) {
      this.rank = key;
    } else if (key === "X") {
      const joker = Object.keys(this.deck).find((text) => text[0] === "X");
      if (joker) this.add(joker);
      return true;
    } else {
      return false;
    }
    this.draw();
    return true;
  }
}
