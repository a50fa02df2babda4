// The hand in front of the player, from the deal to the result: the cards it plays against on top, the own cards large with
// what they make, the own bets small below. The choices lie directly under it.

import { breakDown, dollars, element } from "../art/chips.js";
import { amountOf, card, cardName } from "../art/felt.js";
import { afterDrawing } from "./after_drawing.js";
import { askedPlace, houseSays, housePlaces, isMine, ownLabel, ownPlaces, reading, splitHands } from "./hands.js";
import { bring, moves, send, turnOver } from "./motion.js";
import { $, due, names, on, page, state, view, wagersDue } from "./seat.js";
import { noteGivesWay } from "./wagers.js";

const make = (name, className, ...inside) => {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...inside);
  return made;
};

// -- which round is in front of the player

const inRound = (shown) => [...Object.keys(shown.cards), ...Object.keys(shown.stakes)].some(isMine) || shown.lines.some((line) => line.seat === state.seat);

// The round whose hand is the stage; nothing while the felt is: before the deal, and for those who only look on. A round that
// is settled stays with its result until its player bets again or goes back to the felt.
export function handShown() {
  if (state.seat === null || !state.frame.open) return null;
  const now = view();
  if (now && due()?.what !== "place-wagers") {
    const dealt = Object.values(now.cards).some((cards) => cards.length);
    return dealt && inRound(now) ? { shown: now, round: state.frame.round } : null;
  }
  const last = state.frame.last;
  if (!last || last.round !== state.result?.round || state.atFelt === last.round) return null;
  return { shown: last, round: last.round };
}

// Back to the felt, from a hand that is settled.
export function goToFelt() {
  if (!document.body.classList.contains("in-hand")) return;
  state.atFelt = state.frame.last?.round ?? null;
  on.draw();
}

// -- cards

const fans = new Map(); // place -> { node, cards: [{ node, text }] }
let fanRound = null;

function fan(place, texts, { fresh, turned }) {
  let known = fans.get(place);
  if (!known) fans.set(place, (known = { node: make("div", "fan"), cards: [] }));
  known.node.dataset.place = place;
  known.cards.splice(texts.length).forEach((old) => old.node.remove());
  texts.forEach((text, at) => {
    const old = known.cards[at];
    if (old?.text === text) return;
    const node = make("span", "slip", card(text));
    if (old) old.node.replaceWith(node);
    else known.node.append(node);
    known.cards[at] = { node, text };
    (old ? turned : fresh).push(node);
  });
  known.node.style.setProperty("--count", String(texts.length));
  return known.node;
}

const said = (cards, ...more) => [cards.map(cardName).join(", "), ...more].filter(Boolean).join(": ");

function plate(title, text, more = "") {
  const made = make("p", "plate");
  if (title) made.append(make("span", "of", title));
  if (text) made.append(make("b", "", text));
  if (more) made.append(make("span", "more", more));
  return made;
}

function group(kind, place, fanNode, plateNode) {
  const made = make("div", kind, fanNode);
  made.dataset.at = place;
  made.setAttribute("role", "group");
  made.append(plateNode);
  return made;
}

const atStake = (shown, place) => {
  const taken = new Set(shown.collected.filter(([at]) => at === place).map(([, wager]) => wager));
  return Object.entries(shown.stakes[place] ?? {}).reduce((sum, [wager, amount]) => sum + (taken.has(wager) ? 0 : amount), 0);
};

// How many cards wide a row of hands is at least, with cards over each other as far as their corners allow.
const across = (places, cards) => String(places.reduce((sum, place) => sum + 1 + (cards[place].length - 1) * 0.42, 0) + (places.length - 1) * 0.12);

let cardsKey = "";
function drawCards(shown, moved) {
  const { cards, reads, stakes, collected } = shown;
  const asked = askedPlace();
  const key = JSON.stringify([fanRound, cards, reads, stakes, collected, asked]);
  if (key === cardsKey) return;
  cardsKey = key;
  const house = housePlaces(cards).map((place) => {
    const [title, text] = houseSays(place, cards, reads);
    const made = group("house-cards", place, fan(place, cards[place], moved), plate(title, text));
    made.setAttribute("aria-label", said(cards[place], `${title} ${text}`.trim()));
    return made;
  });
  $("house").replaceChildren(...house);
  $("house").style.setProperty("--across", across(housePlaces(cards), cards));
  const split = splitHands(cards);
  const own = ownPlaces(cards).map((place) => {
    const label = ownLabel(place, cards);
    const stake = atStake(shown, place);
    const made = group("own-hand", place, fan(place, cards[place], moved), plate(label, reading(place, reads), stake ? `${dollars(stake)} at stake` : ""));
    made.setAttribute("aria-label", said(cards[place], label || "Your hand", reading(place, reads)));
    made.classList.toggle("small", split.includes(asked) && place !== asked);
    made.classList.toggle("asked", place === asked);
    return made;
  });
  const hands = $("hands");
  hands.replaceChildren(...own);
  hands.classList.toggle("split", split.length > 0);
  hands.classList.toggle("even", split.length > 0 && !split.includes(asked));
  hands.style.setProperty("--across", across(split.length ? [split.includes(asked) ? asked : split[0]] : ownPlaces(cards), cards));
  placeControl();
}

// A hand that is set, or whose cards are picked, is answered with the cards themselves: they take the place of those that
// only lie there.
let control = null;

export function holdControl(node) {
  control?.remove();
  control = node;
  placeControl();
}

function placeControl() {
  const here = document.querySelector("#hands > .asked");
  if (control && here && control.parentNode !== here) here.prepend(control);
}

// -- the own bets

const bets = new Map(); // wager -> { node, key }

function betsOf(shown) {
  const found = new Map();
  const at = (wager) => found.get(wager) ?? found.set(wager, { laid: 0, taken: 0, stake: 0, returned: 0, settled: false }).get(wager);
  const taken = new Set(shown.collected.map(([place, wager]) => `${place}/${wager}`));
  for (const [place, stakes] of Object.entries(shown.stakes)) {
    if (!isMine(place)) continue;
    for (const [wager, amount] of Object.entries(stakes)) at(wager)[taken.has(`${place}/${wager}`) ? "taken" : "laid"] += amount;
  }
  for (const line of shown.lines) {
    if (line.seat !== state.seat || line.reverses) continue;
    const sum = at(line.wager);
    sum.stake += line.stake;
    sum.returned += line.returned;
    sum.settled = true;
  }
  return found;
}

const net = (bet) => bet.returned - bet.stake;
const stateOf = (bet) => (bet.laid ? "live" : !bet.settled ? "counted" : net(bet) > 0 ? "won" : net(bet) < 0 ? "lost" : "push");
const amountSaid = (bet) =>
  ({ live: () => dollars(bet.laid), counted: () => dollars(bet.taken), won: () => `+${dollars(net(bet))}`, lost: () => dollars(net(bet)), push: () => "push" })[stateOf(bet)]();

// The largest chips of an amount, `most` of them.
function chipsOf(cents, most) {
  const values = breakDown(cents).flatMap(([value, count]) => (value >= 25 ? Array(Math.min(count, most)).fill(value) : []));
  return values.slice(0, most).map((value) => element("svg", { class: "chip", viewBox: "0 0 100 100", "aria-hidden": "true" }, element("use", { href: `#chip-${value}` })));
}

function drawBets(shown) {
  const found = betsOf(shown);
  for (const [wager, known] of bets) {
    if (found.has(wager)) continue;
    known.node.remove();
    bets.delete(wager);
  }
  const order = Object.keys(page.names);
  for (const [wager, bet] of found) {
    const is = stateOf(bet);
    const key = `${is}:${amountSaid(bet)}`;
    const known = bets.get(wager);
    if (known?.key === key) continue;
    const node = known?.node ?? make("li", "");
    const chip = chipsOf(bet.laid || bet.taken || bet.stake, 1);
    node.className = `bet ${is}`;
    // What is still played for comes first.
    node.style.setProperty("order", String(order.indexOf(wager) + (is === "live" ? 0 : order.length)));
    node.replaceChildren(...chip, make("span", "of", names(wager)), make("b", "", amountSaid(bet)));
    if (!known) {
      $("bets").append(node);
      bring([node], $("chips"), { lasts: 220 });
    } else if (chip.length && known.is === "live" && is !== "live") {
      // What is lost goes to the dealer, what is won comes from there.
      if (is === "won") chipsOf(net(bet), 3).forEach((paid, at) => send(paid, $("house"), node, 420 + 140 * at));
      else if (is !== "push") send(chip[0], node, $("house"));
    }
    bets.set(wager, { node, key, is });
  }
}

// -- all of it

let coming = false; // whether the stage has moved in, and its cards are on their way

// The table of another round is empty. Where cards move they come when the stage has moved in: one picture for each.
function clearHand(round) {
  fanRound = round;
  cardsKey = "";
  fans.clear();
  for (const known of bets.values()) known.node.remove();
  bets.clear();
  $("house").replaceChildren();
  $("hands").replaceChildren();
  if (!moves() || coming) return;
  coming = true;
  afterDrawing(() => {
    coming = false;
    on.draw();
  });
}

export function drawHand() {
  // Whoever has laid a chip is at the felt, also when it is taken back.
  if (amountOf(state.laying)) state.atFelt = state.frame.last?.round ?? null;
  const found = handShown();
  const isFirst = found && $("hand-view").hidden;
  document.body.classList.toggle("in-hand", Boolean(found));
  document.body.classList.toggle("settled", Boolean(found && state.result?.round === found.round));
  $("hand-view").hidden = !found;
  $("to-felt").hidden = !found || !wagersDue();
  // The others are in one line: between the hands, or with what is to press.
  const home = found ? $("between") : document.querySelector(".dock");
  if ($("others").parentNode !== home) home.prepend($("others"));
  if (!found) return;
  if (isFirst) noteGivesWay();
  if (fanRound !== found.round) clearHand(found.round);
  if (coming) return;
  const moved = { fresh: [], turned: [] };
  drawCards(found.shown, moved);
  drawBets(found.shown);
  bring(moved.fresh, $("shoe"), { turn: -14 });
  moved.turned.forEach(turnOver);
}

$("to-felt").addEventListener("click", goToFelt);
$("rack").addEventListener("click", (event) => event.target.closest("[data-chip]") && goToFelt());
