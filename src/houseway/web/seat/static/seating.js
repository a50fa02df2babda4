// Taking a seat, getting up, and play money when it is used up.

import { post } from "../service/http.js";
import { $, alone, api, due, freeSeats, page, purse, state, view, wagersDue } from "./seat.js";
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

// In a round nobody gets up: whoever wants to sits the next ones out, and leaves when this one is settled.
export async function leave() {
  if (state.going) return;
  state.going = true;
  try {
    await post(`${api}/leave`);
    location.assign("/");
  } catch (error) {
    if (error.code !== "wrong-state") noteAt($("purse"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
    else if (!state.leaving) {
      state.leaving = true;
      noteAt($("purse"), "You leave as soon as this round is settled.");
    }
  } finally {
    state.going = false;
  }
  // Where only this seat's wagers are waited for, nothing else would move the table.
  if (state.leaving && wagersDue()) bet({});
}

export function leaveSoon() {
  if (!state.leaving) return;
  if (wagersDue()) bet({});
  else if (!view()) leave();
}

export const broke = () => state.seat !== null && purse() < 500 && !due()?.asks && !state.frame.view?.stakes?.[state.seat];

export function moreButton() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "primary big", textContent: "More play money" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { given } = await post("/api/me/chips");
      if (!given) noteAt(button, "Play money is filled up once an hour.");
    } catch (error) {
      noteAt(button, error.message, error.clause);
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
