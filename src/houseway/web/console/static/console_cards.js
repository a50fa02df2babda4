// Cards keyed in: rank, then suit (`q h`), by keys, by a scanner that types, or on the grid of the deck.

import { h } from "./console_dom.js";
import { card, cardName, shortName } from "../art/felt.js";

const RANKS = "AKQJT98765432";
const SUITS = ["s", "h", "d", "c"];
const NAMED = { A: "aces", K: "kings", Q: "queens", J: "jacks", T: "tens", 9: "nines", 8: "eights", 7: "sevens", 6: "sixes", 5: "fives", 4: "fours", 3: "threes", 2: "twos" };
const CARD = "Key a card: rank, then suit.";

export class CardKeys {
  // `deck` is {text: [held, gone]}; `done(texts)` is called once `count` cards are there. `cites` has the clause that says
  // which cards there are, and its rule.
  constructor(deck, count, done, { start = [], hint = "Rank, then suit: Q H. A scanner works too.", cites = {} } = {}) {
    this.deck = deck;
    this.cites = cites;
    this.count = count;
    this.done = done;
    this.hint = hint;
    this.texts = [...start];
    this.rank = "";
    this.gone = "";
    this.changed = () => {};
    this.slots = h("div", { class: "slots", role: "status", "aria-live": "polite" });
    this.picks = new Map();
    this.grid = h("div", { class: "deck", role: "group", "aria-label": "The deck" }, ...this.build());
    this.node = h("div", { class: "keyed" }, this.slots, this.grid);
    this.draw();
  }

  left(text) {
    const known = this.deck[text];
    return known ? known[0] - known[1] - this.texts.filter((each) => each === text).length : 0;
  }

  // The cards of the deck, once: what is gone and what is typed is marked on them.
  build() {
    const pick = (text, className, label) => {
      const made = h("button", { type: "button", class: `pick ${className}`, onclick: () => this.add(text) }, label);
      this.picks.set(text, made);
      return made;
    };
    const cards = SUITS.flatMap((suit) =>
      [...RANKS].map((rank) => (rank + suit in this.deck ? pick(rank + suit, suit === "h" || suit === "d" ? "red" : "black", shortName(rank + suit)) : h("span", {}))),
    );
    return [...cards, ...Object.keys(this.deck).filter((text) => text[0] === "X").map((text) => pick(text, "joker", "Joker"))];
  }

  mark(text, pick, waits) {
    const gone = this.left(text) <= 0;
    pick.classList.toggle("gone", gone);
    pick.classList.toggle("rank", text[0] === this.rank);
    pick.disabled = gone || !waits;
    pick.setAttribute("aria-label", `${cardName(text)}${gone ? ", gone" : ""}`);
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
    for (const [text, pick] of this.picks) this.mark(text, pick, waits);
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

  // A card that this deck has not, and by which clause.
  missing(what) {
    return { message: `There are no ${what} in this deck.`, clause: this.cites.clause, remedy: this.cites.rule || CARD };
  }

  onKey(event) {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (key === "Backspace") {
      if (!this.rank && !this.texts.length) return { message: "No card is keyed yet.", remedy: CARD };
      if (this.rank) this.rank = "";
      else this.texts.pop();
      this.draw();
      return true;
    }
    if (key.length !== 1 || key === " ") return false;
    if (this.texts.length >= this.count) return { message: "All cards are here.", remedy: "Backspace takes the last one back." };
    if (this.rank === "1" && key === "0") return this.ranked("T");
    if (this.rank && this.rank !== "1" && "SHDC".includes(key)) return this.suited(key.toLowerCase());
    if (RANKS.includes(key)) return this.ranked(key);
    if (key === "1") {
      this.rank = key;
      this.draw();
      return true;
    }
    if (key === "X") {
      const joker = Object.keys(this.deck).find((text) => text[0] === "X");
      if (!joker) return this.missing("jokers");
      this.add(joker);
      return true;
    }
    if ("SHDC".includes(key)) return { message: `${key} is a suit, and no rank is keyed yet.`, remedy: CARD };
    return this.rank ? { message: `${key} is no suit.`, remedy: `${this.rank === "1" ? "0 makes it a ten" : "Key S, H, D or C"}; Backspace takes the rank back.` } : false;
  }

  ranked(rank) {
    this.rank = "";
    const none = !SUITS.some((suit) => rank + suit in this.deck);
    if (!none) this.rank = rank;
    this.draw();
    return none ? this.missing(NAMED[rank]) : true;
  }

  suited(suit) {
    const text = this.rank + suit;
    this.rank = "";
    if (text in this.deck) this.add(text);
    else this.draw();
    return text in this.deck || this.missing(`cards like the ${cardName(text)}`);
  }
}
