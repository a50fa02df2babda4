// What is heard, felt and announced when the table moves: cards dealt, chips laid and paid, the player's turn, a result,
// a jackpot. All of it follows from two frames, the one before and the one now.

import { amountOf, cardName } from "../art/felt.js";
import { dollars } from "../art/chips.js";
import { celebrate } from "./celebration.js";
import { $, mineIsDue, state, view } from "./seat.js";
import { play, shake } from "./sound.js";

const APART = 0.11; // seconds between the sounds of cards that come together
const MOST = 5;

const owner = (place) => place.split(".")[0];
const cardsOf = (shown) => Object.entries(shown?.cards ?? {}).flatMap(([place, cards]) => cards.map((card, at) => `${place}/${at}/${card}`));
const staked = (shown) => Object.values(shown?.stakes ?? {}).reduce((sum, stakes) => sum + amountOf(stakes), 0);

const net = (lines) => lines.reduce((sum, line) => sum + line.returned - line.stake, 0);
const turned = (card) => !card.includes("?");

// The cards of a place as somebody would say them, and what they make.
function said(shown, place) {
  const cards = (shown.cards[place] ?? []).filter(turned).map((card) => cardName(card).toLowerCase());
  const reads = shown.reads?.[place];
  return cards.length ? `${cards.join(", ")}${reads ? `: ${reads}` : ""}` : "";
}

const announced = { cards: "", result: 0 };

// Told to whoever listens to the page: own cards and those of the house, when they have changed.
function announceCards(shown) {
  if (state.seat === null || !shown) return;
  const places = Object.keys(shown.cards);
  const mine = places.filter((place) => owner(place) === String(state.seat)).map((place) => said(shown, place));
  const house = places.filter((place) => !/^\d/.test(place)).map((place) => [place, said(shown, place)]);
  const words = [
    ...mine.filter(Boolean).map((text) => `You have ${text}.`),
    ...house.filter(([, text]) => text).map(([place, text]) => `${place[0].toUpperCase()}${place.slice(1).replaceAll("-", " ")}: ${text}.`),
  ].join(" ");
  if (words === announced.cards) return;
  announced.cards = words;
  if (words) $("announce").textContent = words;
}

export function sense(before, after) {
  const was = before.round === after.round ? before.view : null;
  const now = after.view ?? (after.last?.round === before.round ? after.last : null);
  const known = new Set(cardsOf(was ?? before.view));
  const fresh = cardsOf(now).filter((each) => !known.has(each)).length;
  for (let each = 0; each < Math.min(fresh, MOST); each += 1) play("card", each * APART);
  if (after.view && staked(after.view) > staked(was)) play("chip");
  announceCards(now);
  hits(before, after);
}

// The turn has come to this player.
let asked = "";
export function senseTurn() {
  const key = mineIsDue() ? `${state.frame.round}:${state.frame.step}` : "";
  if (key && key !== asked && view()?.due?.what !== "place-wagers") {
    play("turn");
    shake(30);
  }
  asked = key || asked;
}

// A result is shown: how it sounds hangs on what it brought.
export function senseResult(result) {
  if (announced.result === result.round) return;
  announced.result = result.round;
  const sum = net(result.lines);
  play(sum > 0 ? "win" : sum < 0 ? "lose" : "push");
  if (sum > 0) shake([20, 40, 20]);
  const came = sum > 0 ? `You won ${dollars(sum)}.` : sum < 0 ? `You lost ${dollars(-sum)}.` : "Even.";
  const cards = announced.cards;
  $("announce").textContent = [cards, came, ...result.lines.map((line) => line.says).filter(Boolean)].join(" ");
}

// A hit that was not there before stops the room for a moment.
const told = new Set();
function hits(before, after) {
  const known = new Set(before.hits.map((hit) => hit.id));
  for (const hit of after.hits) {
    if (known.has(hit.id) || told.has(hit.id)) continue;
    told.add(hit.id);
    celebrate(hit, after.seats[hit.seat]?.name ?? `seat ${hit.seat}`, hit.seat === state.seat);
    play("jackpot", 0.2);
    shake([60, 60, 60, 60, 200]);
  }
}
