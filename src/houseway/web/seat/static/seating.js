// Taking a seat, getting up, and play money when it is used up.

import { post } from "../service/http.js";
import { $, alone, api, due, freeSeats, on, page, purse, state, wagersDue } from "./seat.js";
import { bet, felts, noteAt } from "./wagers.js";

export async function sit(seat) {
  try {
    // Who is not known yet becomes somebody first: a seat whose answer gets lost is then asked for again by the same one.
    if (!page.me.id) await post("/api/guest");
    await post(`${api}/sit`, { seat });
    location.reload();
  } catch (error) {
    noteAt($("acts"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
  }
}

const troubled = (node, error) => noteAt(node, [error.message, error.remedy].filter(Boolean).join(": "), error.clause);

// Getting up: at once between rounds; in a round when it is over, the hand played on by the player or, of one who is gone,
// by the default of each question. Until then it can be taken back.
export async function leave() {
  if (state.going) return;
  state.going = true;
  try {
    await post(`${api}/leave`);
    location.assign("/");
  } catch (error) {
    if (error.code === "wrong-state") await leaveAfterRound();
    else troubled($("purse"), error);
  }
  state.going = false;
  on.draw();
}

async function leaveAfterRound() {
  try {
    await post(`${api}/leaving`);
    state.leaving = true;
    // Where nothing is at stake yet there is nothing to wait for.
    if (wagersDue()) bet({});
  } catch (error) {
    troubled($("purse"), error);
  }
}

async function stay() {
  try {
    await post(`${api}/leaving`, { stays: true });
    state.leaving = false;
  } catch (error) {
    troubled($("purse"), error);
  }
  on.draw();
}

// After each frame, before the seat is looked for in it: whoever meant to leave and has no seat any more goes.
export function leaveSoon() {
  const { frame, seat } = state;
  const mine = seat !== null ? frame.seats[seat]?.player === page.me.id : false;
  if (state.leaving && !mine && page.me.id) location.assign("/");
  state.leaving = mine && frame.leaving.includes(seat);
  if (state.leaving && wagersDue()) bet({});
}

export function drawLeaving() {
  $("leaving").hidden = !state.leaving;
  $("leave").hidden = Boolean(state.leaving);
}

export const least = () => {
  const main = due()?.wagers?.filter(({ kind }) => kind === "primary") ?? [];
  return Math.min(...main.map(({ fixed, limits }) => fixed ?? limits?.[0] ?? 1), Infinity);
};

// Whether the chips do not suffice for any main wager that is due.
export const broke = () => state.seat !== null && Boolean(wagersDue()) && purse() < least() && !state.frame.view?.stakes?.[state.seat];

export function moreButton() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "primary big", textContent: "More chips" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { given, again } = await post("/api/me/chips");
      const time = again && new Date(again / 1000).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
      if (!given) noteAt(button, time ? `You get more play money at ${time}: it is filled up once an hour.` : "You have chips enough to play.");
    } catch (error) {
      troubled(button, error);
    }
    button.disabled = false;
  });
  return button;
}

export function sitButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "primary big";
  button.textContent = "Take a seat";
  const middle = (page.sheet.positions + 1) / 2;
  const seat = alone() ? felts.seat : freeSeats().sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  button.addEventListener("click", () => {
    button.disabled = true;
    sit(seat).finally(() => (button.disabled = false));
  });
  return button;
}

$("leave").addEventListener("click", leave);
$("leave-stay").addEventListener("click", stay);
// Said before it is done.
let warned = false;
$("leave-now").addEventListener("click", (event) => {
  if (warned) return location.assign("/");
  warned = true;
  noteAt(event.target, "The rest of your hand is then decided as if time ran out; your chips stay yours. Press again to leave.");
});
