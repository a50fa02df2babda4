// The last bet again, once or twice as high, in one tap; and the same bet every round until somebody or something stops it.

import { dollars } from "../art/chips.js";
import { amountOf } from "../art/felt.js";
import { $, names, on, purse, state, wagersDue } from "./seat.js";
import { bet, layAll, noteAt, remembered } from "./wagers.js";

// How long a result can be read before the same bet is placed again.
const READING = 1500;

// These wagers `times` over as the table takes them now, and in words what it does not take so.
function asOffered(wagers, times) {
  const offered = wagersDue();
  const found = [];
  const words = [];
  for (const [wager, amount] of Object.entries(wagers)) {
    const about = offered.get(wager);
    if (!about || state.frame["closed-spots"][wager]) {
      words.push(`${names(wager)} is not open now`);
      continue;
    }
    const [least, most] = about.limits ?? [0, Infinity];
    const wanted = about.fixed ?? amount * times;
    const laid = about.fixed ?? Math.min(most, Math.max(least, wanted));
    if (laid < wanted) words.push(`${names(wager)} is at most ${dollars(most)}`);
    else if (laid > wanted) words.push(`${names(wager)} is at least ${dollars(least)}`);
    found.push([wager, laid]);
  }
  return { wagers: found, total: found.reduce((sum, [, amount]) => sum + amount, 0), words };
}

// What the two buttons offer: the last bet, and twice what lies there or, where nothing does, twice the last bet.
export function offers() {
  const known = remembered();
  const laid = amountOf(state.laying) ? state.laying : null;
  return {
    rebet: known && !laid ? asOffered(known, 1) : null,
    twice: known || laid ? asOffered(laid ?? known, 2) : null,
    laid,
  };
}

const short = (total) => `That is ${dollars(total)}, and you have ${dollars(purse())} left.`;

// Placed at once where it is what the button says; where the table has another limit, offered with a word about it.
function place({ wagers, total, words }, node, confirm) {
  if (!wagers.length) return;
  if (total > purse()) return noteAt(node, short(total));
  if (confirm && !words.length) return bet(Object.fromEntries(wagers));
  layAll(wagers);
  if (words.length) noteAt(node, `${words.join(", ")}: ${dollars(total)} is laid. Bet when you are ready.`);
}

export function rebet() {
  const { rebet: offer } = offers();
  if (offer) place(offer, $("rack"), true);
}

export function twice() {
  const { twice: offer, laid } = offers();
  if (offer) place(offer, $("rack"), !laid);
}

// -- every round

let repeating = null;
let waiting = 0;
let tried = "";
let told = "";

const terms = () => JSON.stringify([...wagersDue().values()].map(({ wager, fixed, limits }) => [wager, fixed, limits]));

export const isRepeating = () => repeating !== null;

export function startRepeating() {
  if (repeating) return stopRepeating();
  const { rebet: last, laid } = offers();
  const wagers = laid ? { ...laid } : last && Object.fromEntries(last.wagers);
  if (!wagers || !amountOf(wagers)) return;
  repeating = { wagers, terms: terms() };
  told = "";
  again();
}

export function stopRepeating(why = "") {
  clearTimeout(waiting);
  repeating = null;
  tried = "";
  told = why && `Repeat stopped: ${why}`;
  on.draw();
}

async function again() {
  const due = `${state.frame.round}:${state.frame.step}`;
  tried = due;
  if (terms() !== repeating.terms) return stopRepeating("the limits of this table have changed.");
  const total = amountOf(repeating.wagers);
  if (total > purse()) return stopRepeating(`the bet is ${dollars(total)}, and you have ${dollars(purse())} left.`);
  if (document.hidden) return stopRepeating("you had left the page.");
  const refused = await bet({ ...repeating.wagers });
  if (refused && repeating) stopRepeating(`${refused}.`);
}

// After each frame: the same bet where wagers are due and nobody is changing it.
export function repeatSoon() {
  if (!repeating || !wagersDue() || tried === `${state.frame.round}:${state.frame.step}`) return;
  if (amountOf(state.laying)) return stopRepeating("you are changing the bet.");
  if (state.leaving) return stopRepeating("you are leaving.");
  tried = `${state.frame.round}:${state.frame.step}`;
  waiting = setTimeout(() => {
    if (repeating && wagersDue()) again();
  }, READING);
}

export function drawRepeating() {
  const box = $("repeating");
  // Nothing is repeated by who gets up after this hand.
  box.hidden = (!repeating && !told) || Boolean(state.leaving);
  const words = repeating ? `Repeating ${dollars(amountOf(repeating.wagers))}` : told;
  const every = repeating ? Object.assign(document.createElement("span"), { className: "every", textContent: " every round" }) : "";
  if (box.dataset.words !== words) box.firstElementChild.replaceChildren(words, every);
  box.dataset.words = words;
  const button = box.lastElementChild;
  button.textContent = repeating ? "Stop" : "✕";
  button.setAttribute("aria-label", repeating ? "Stop repeating the bet" : "Put this away");
}

$("repeating").lastElementChild.addEventListener("click", () => {
  if (repeating) stopRepeating("you stopped it.");
  else {
    told = "";
    on.draw();
  }
});
