// What lies on the felt: cards at their places, chips on their spots, lights, who sits where. Drawn from a view as it is;
// what has changed since the last view moves a little.

import { dollars, element, pile } from "./chips.js";

const RATIO = 1.4;
const RANKS = { 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace" };
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

export const cardName = (text) => {
  if (text === "??") return "Face-down card";
  if (text[1] === "j" || text[0] === "X") return "Joker";
  return `${RANKS[text[0]]} of ${SUITS[text[1]]}`;
};

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

// A card within a line of text: 10♥.
export const shortName = (text) => {
  if (text === "??") return "?";
  return SIGNS[text[1]] ? `${text[0] === "T" ? "10" : text[0]}${SIGNS[text[1]]}` : "Joker";
};

// A card as an element of its own, for a panel.
export function card(text, className = "") {
  const use = element("use", { href: `#card-${text === "??" ? "back" : text}` });
  return element("svg", { class: `card ${className}`, viewBox: "0 0 250 350", role: "img", "aria-label": cardName(text), "data-card": text }, use);
}

const share = (text) => {
  if (!text) return 1;
  const [over, under] = text.split("/").map(Number);
  return over / (under || 1);
};

export class FeltView {
  constructor(svg) {
    this.svg = svg;
    this.places = new Map();
    for (const group of svg.querySelectorAll("[data-place]")) {
      const name = group.dataset.place;
      if (!this.places.has(name)) this.places.set(name, []);
      this.places.get(name).push({
        group,
        first: Number(group.dataset.first || 0),
        cards: group.dataset.cards ? Number(group.dataset.cards) : Infinity,
        width: Number(group.dataset.width),
        dx: Number(group.dataset.dx || 0),
        dy: Number(group.dataset.dy || 0),
        laid: new Map(),
      });
    }
    this.spots = [...svg.querySelectorAll(".spot")].map((group) => ({
      group,
      seat: Number(group.dataset.seat),
      wager: group.dataset.wager,
      share: share(group.dataset.share),
      room: Math.min(Number(group.dataset.width), group.classList.contains("line") ? 110 : 999),
      shown: "",
    }));
    this.seats = new Map([...svg.querySelectorAll("g.seat")].map((group) => [Number(group.dataset.seat), group]));
    this.round = null;
    this.stop = null;
  }

  // -- cards

  cards(cards, round) {
    const dealtAnew = round !== this.round;
    this.round = round;
    for (const [name, boxes] of this.places) {
      const wanted = cards[name] || [];
      for (const box of boxes) {
        const here = wanted.slice(box.first, Number.isFinite(box.cards) ? box.first + box.cards : undefined);
        this.lay(box, here, dealtAnew);
      }
    }
    for (const [number, seat] of this.seats) {
      seat.classList.toggle("dealt", Object.entries(cards).some(([name, held]) => Number.parseInt(name, 10) === number && held.length > 0));
    }
  }

  lay(box, texts, anew) {
    const close = texts.length > 1 && box.dx * (texts.length - 1) > 6.4 * box.width ? (6.4 * box.width) / (texts.length - 1) : box.dx;
    for (const [place, old] of box.laid) {
      if (place >= texts.length || anew) {
        old.group.remove();
        box.laid.delete(place);
      }
    }
    texts.forEach((text, place) => {
      const known = box.laid.get(place);
      const where = `translate(${(place * close).toFixed(2)} ${(place * box.dy).toFixed(2)})`;
      if (known) {
        known.group.setAttribute("transform", where);
        if (known.text === text) return;
        const fresh = this.picture(text, box.width);
        fresh.classList.add("turned");
        known.group.replaceChildren(fresh);
        known.text = text;
        return;
      }
      const picture = this.picture(text, box.width);
      picture.classList.add("dealt");
      picture.style.setProperty("--delay", `${Math.min(place, 6) * 70}ms`);
      const group = element("g", { class: "laid", transform: where }, picture);
      box.group.append(group);
      box.laid.set(place, { group, text });
    });
    box.group.classList.toggle("full", texts.length > 0);
  }

  picture(text, width) {
    const shown = card(text);
    shown.setAttribute("width", width);
    shown.setAttribute("height", width * RATIO);
    return element("g", { class: "card-turn" }, shown);
  }

  // -- chips: `stakes` by place and wager, `laying` what this player lays just now, `lines` what was settled

  chips({ stakes = {}, laying = null, lines = [], collected = [], lit = new Set(), mine = null }) {
    const laid = new Map();
    const add = (seat, wager, amount) => {
      const key = `${seat}/${wager}`;
      laid.set(key, (laid.get(key) || 0) + amount);
    };
    for (const [place, wagers] of Object.entries(stakes)) {
      for (const [wager, amount] of Object.entries(wagers)) add(place.split(".")[0], wager, amount);
    }
    const taken = new Set(collected.map(([place, wager]) => `${place.split(".")[0]}/${wager}`));
    const done = new Map();
    for (const line of lines) {
      const key = `${line.seat}/${line.wager}`;
      const sum = done.get(key) || { stake: 0, returned: 0 };
      sum.stake += line.stake;
      sum.returned += line.returned;
      done.set(key, sum);
    }
    for (const spot of this.spots) {
      const key = `${spot.seat}/${spot.wager}`;
      const own = laying && spot.seat === mine ? laying[spot.wager] || 0 : 0;
      const settled = done.get(key);
      const lies = taken.has(key) ? 0 : laid.get(key) || 0;
      const amount = (own || lies || (settled ? settled.returned : 0)) * spot.share;
      const kind = own ? "own" : lies ? "" : settled ? "paid" : "";
      const shown = `${amount}:${kind}`;
      if (spot.shown !== shown) {
        spot.group.querySelector(":scope > .pile")?.remove();
        if (amount > 0) {
          const made = pile(Math.round(amount), spot.room, { kind });
          spot.group.append(made);
        }
        spot.shown = shown;
      }
      const classes = spot.group.classList;
      classes.toggle("staked", amount > 0);
      classes.toggle("won", Boolean(settled && !lies && settled.returned > settled.stake));
      classes.toggle("lost", Boolean(settled && !lies && settled.returned < settled.stake));
      spot.group.querySelector(".indicator")?.classList.toggle("lit", lit.has(key));
    }
  }

  // -- who may press what

  // Of the open spots one is a stop of the tab key; arrows go on from there. Those of `first` are where a bet begins.
  open(mine, wagers, { keys = true, first = new Set() } = {}) {
    const open = this.spots.filter((spot) => spot.seat === mine && wagers.has(spot.wager));
    const stop = keys ? open.find((spot) => spot.group === this.stop) ?? open[0] : null;
    for (const spot of this.spots) {
      const may = open.includes(spot);
      spot.group.classList.toggle("open", may);
      spot.group.classList.toggle("first", may && first.has(spot.wager));
      spot.group.setAttribute("tabindex", spot === stop ? "0" : "-1");
      if (may) spot.group.removeAttribute("aria-disabled");
      else spot.group.setAttribute("aria-disabled", "true");
      spot.group.setAttribute("role", may ? "button" : "img");
    }
  }

  people({ seats, playing, due, mine, maySit, locked, onSit }) {
    for (const [number, group] of this.seats) {
      const person = seats[number];
      group.classList.toggle("mine", number === mine);
      group.classList.toggle("turn", due.includes(number));
      group.classList.toggle("empty", !person);
      group.classList.toggle("locked", number === mine && locked);
      group.classList.toggle("watching", Boolean(person) && !playing.includes(number));
      let label = group.querySelector(":scope > .person");
      const text = person ? (number === mine ? "You" : person.name) : "";
      const sits = !person && maySit;
      const key = `${text}/${sits}/${due.includes(number)}`;
      if (label?.dataset.key === key || !group.querySelector(".seat-number")) continue;
      label?.remove();
      label = element("g", { class: `person ${sits ? "sit" : ""}`, "data-key": key });
      if (sits) {
        label.setAttribute("role", "button");
        label.setAttribute("tabindex", "0");
        label.setAttribute("aria-label", `Take seat ${number}`);
        label.append(
          element("rect", { x: -46, y: 8, width: 92, height: 32, rx: 16 }),
          element("text", { x: 0, y: 29.5, "text-anchor": "middle", "font-size": 15 }, `Sit at ${number}`),
        );
        const sit = () => onSit(number);
        label.addEventListener("click", sit);
        label.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), sit()));
      } else if (text) {
        const short = text.length > 15 ? `${text.slice(0, 14)}…` : text;
        const wide = short.length * 7.9 + 22;
        label.append(
          element("rect", { x: -wide / 2, y: 10, width: wide, height: 28, rx: 14 }),
          element("text", { x: 0, y: 29.5, "text-anchor": "middle", "font-size": 15 }, short),
        );
      }
      group.append(label);
    }
  }

  // From one open spot to the next or the one before.
  step(from, by) {
    const open = this.spots.map((spot) => spot.group).filter((group) => group.classList.contains("open"));
    const next = open[(open.indexOf(from) + by + open.length) % open.length];
    if (!next) return;
    from.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    this.stop = next;
    next.focus();
  }

  // The spot of a wager at a seat, to say something beside it.
  spot(seat, wager) {
    return this.spots.find((spot) => spot.seat === seat && spot.wager === wager)?.group ?? null;
  }
}

export const amountOf = (laying) => Object.values(laying).reduce((sum, amount) => sum + amount, 0);
export { dollars };
