// Which cards of a view are this player's, which are the table's, and what they are called. Nothing here knows a game: places
// of the own seat begin with its number, and their names come with the page.

import { shortName } from "../art/felt.js";
import { due, myAsk, page, state } from "./seat.js";

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const spelled = (slug) => capital(slug.replaceAll("-", " "));
const partOf = (place) => place.split(".")[1] ?? "";
const isNumbered = (place) => /^\d+$/.test(partOf(place) || "1");

export const isMine = (place) => place.split(".")[0] === String(state.seat);
const isSeat = (place) => /^\d/.test(place);
const laidOut = (cards) => Object.keys(cards).filter((place) => cards[place].length);

// The own hands in the order in which they are played: the hand, those split from it, parts that it was set into.
export const ownPlaces = (cards) => laidOut(cards).filter(isMine).sort((one, other) => Number(isNumbered(other)) - Number(isNumbered(one)) || (isNumbered(one) ? Number(partOf(one) || 1) - Number(partOf(other) || 1) : 0));

// The cards that all play against or share, in the order of the game's own words.
export function housePlaces(cards) {
  const known = Object.keys(page.places);
  const rank = (place) => (known.includes(place) ? known.indexOf(place) : known.length);
  return laidOut(cards)
    .filter((place) => !isSeat(place) && !page.discards.includes(place))
    .sort((one, other) => rank(one) - rank(other));
}

export const houseLabel = (place) => page.places[place] ?? spelled(place);

// The hands made by splitting, the first among them; nothing while there is one hand.
export function splitHands(cards) {
  const numbered = ownPlaces(cards).filter(isNumbered);
  return numbered.length > 1 ? numbered : [];
}

// "Hand 2" after a split, "High" of a hand that was set, nothing for a hand that is the only one.
export function ownLabel(place, cards) {
  if (splitHands(cards).includes(place)) return `Hand ${partOf(place) || 1}`;
  const part = partOf(place);
  return part ? page.parts[part] ?? spelled(part) : "";
}

// The hand that a question is about, also while the answer is on its way.
export const askedPlace = () => {
  const ask = myAsk() ?? due()?.asks?.find((each) => each.seat === state.seat);
  return ask ? ask.hand ?? String(state.seat) : null;
};

// The question in the game's words, with what the hand makes and what it is up against where the game says so; after a split
// with the hand that it is about: "Hand 2 of 3: hard 14, dealer shows 6".
export function askTitle(ask, { cards, reads }) {
  const place = ask.hand ?? String(state.seat);
  const split = splitHands(cards);
  const which = split.includes(place) ? `Hand ${split.indexOf(place) + 1} of ${split.length}` : ask.title;
  if (!ask["shows-hand"] || !reads[place]) return which;
  const theirs = housePlaces(cards).filter((each) => reads[each]);
  const said = [reads[place], ...theirs.map((each) => `${houseLabel(each).toLowerCase()} ${reads[each]}`)].join(", ");
  return `${which}${/[?!.]$/.test(which) ? "" : ":"} ${said}`;
}

// What the table's cards at a place say: "Dealer 20", "Dealer shows 4♦", "Community".
export function houseSays(place, cards, reads) {
  const label = houseLabel(place);
  if (reads[place]) return [label, reads[place]];
  const open = cards[place].filter((text) => text !== "??");
  if (open.length && open.length < cards[place].length) return [label, `shows ${open.map(shortName).join(" ")}`];
  return [label, ""];
}

export const reading = (place, reads) => (reads[place] ? capital(reads[place]) : "");
