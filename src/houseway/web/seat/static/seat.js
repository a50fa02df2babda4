// Who sits here, what the table shows them, and what is due: the state that the seat page is drawn from.

import { amountOf } from "../art/felt.js";

export const page = JSON.parse(document.getElementById("page").textContent);
export const api = `/api/tables/${encodeURIComponent(page.table)}`;
export const $ = (id) => document.getElementById(id);
// A phone shows one seat alone. Where the whole table would be too small to read, the seat stands large beside it.
export const narrow = matchMedia("(max-width: 47.5rem), (orientation: portrait) and (max-width: 64rem)");
const low = document.querySelector(".bonus-notice, .going:not([hidden])") ? "47.4rem" : "45.2rem";
export const small = matchMedia(`(max-width: 75rem), (max-height: ${low})`);
export const alone = () => narrow.matches || small.matches;

export const state = {
  frame: page.frame,
  seat: page.seat,
  chip: 500,
  laying: {}, // wager -> cents, before it is confirmed
  placed: [], // the chips as they were laid, to be taken back one by one
  sent: "", // round:step that was answered, until the table has moved on
  sending: 0, // answers under way: neither taken nor refused yet
  result: null, // the last round in which this player had wagers, until the next bet
  atFelt: null, // the settled round whose result no longer holds the stage: its player went back to the felt
  objection: null, // why the table would refuse what is laid
  hint: null,
  barred: false, // whether the seat is refused to this browser
  out: false, // whether that is so although it is this player's: nobody is signed in here any more
};

// What draws the page again; the page sets it.
export const on = { draw() {} };

export const names = (wager) => page.names[wager]?.name ?? wager;
const sentence = (slug) => slug[0].toUpperCase() + slug.slice(1).replaceAll("-", " ");
export const eventName = (wager, event) =>
  event
    .split("+")
    .map((part) => page.names[wager]?.events[part] ?? sentence(part))
    .join(" and ");

// -- what is so

export const view = () => state.frame.view;
export const due = () => view()?.due ?? null;
export const mineIsDue = () => state.seat !== null && (due()?.from ?? []).includes(state.seat) && state.sent !== stamp();
export const stamp = () => `${state.frame.round}:${state.frame.step}`;
export const wagersDue = () => (mineIsDue() && due().what === "place-wagers" ? new Map(due().wagers.map((wager) => [wager.wager, wager])) : null);
export const myAsk = () => (mineIsDue() ? due().asks?.find((ask) => ask.seat === state.seat) ?? null : null);

export function purse() {
  const person = state.frame.seats[state.seat];
  if (!person) return 0;
  const now = view();
  if (!now) return person.chips;
  const mine = (place) => Number(String(place).split(".")[0]) === state.seat;
  const laid = Object.entries(now.stakes)
    .filter(([place]) => mine(place))
    .reduce((sum, [, stakes]) => sum + amountOf(stakes), 0);
  const settled = now.lines.filter((line) => line.seat === state.seat).reduce((sum, line) => sum + line.returned - line.stake, 0);
  return person.chips - laid + settled;
}

// Whether no question can come to this seat any more in this round; the table knows.
export const isLocked = () => Boolean(view()?.through.includes(state.seat));

export const freeSeats = () =>
  Array.from({ length: page.sheet.positions }, (_, place) => place + 1).filter((seat) => !state.frame.seats[seat]);
export const maySit = () =>
  state.seat === null && !state.barred && page.me.plays && state.frame.open && page.sheet.cards === "virtual";
