// What is said to the player: whose turn it is, what is asked, what happens if nothing is answered.

import { amountOf, shortName } from "../art/felt.js";
import { due, freeSeats, isLocked, myAsk, narrow, page, purse, stamp, state, view, wagersDue } from "./seat.js";
import { missedLast, satOut } from "./wagers.js";

const person = (who) => {
  if (who === "dealer") return "the dealer";
  if (who === "jackpots") return "the jackpot amounts";
  if (who === "shoe") return "the shoe";
  if (who === "supervisor") return "a supervisor";
  return who === state.seat ? "you" : state.frame.seats[who]?.name ?? `seat ${who}`;
};

function listed(found) {
  return found.length < 2 ? found.join("") : `${found.slice(0, -1).join(", ")} and ${found.at(-1)}`;
}

export function words() {
  const { frame } = state;
  const now = due();
  const ask = myAsk();
  if (state.out) return ["You are signed out.", "You look on as everybody may. Sign in, or load the page again.", "", true];
  if (!frame.open) return ["This table is closed.", "", ""];
  if (wagersDue()) {
    if (purse() < 100 && !amountOf(state.laying)) return ["Your play money is used up.", "Ask for more, or watch.", ""];
    if (state.objection) return [[state.objection.message, state.objection.remedy].filter(Boolean).join(": ") + ".", "", state.objection.clause, true];
    const last = missedLast() || (frame.paused === null ? "Chips on the felt when time runs out are bets, while you see this page." : "The table is paused: no clock runs.");
    return [amountOf(state.laying) ? "Bet when you are ready." : "Place your bets: choose a chip, tap a spot.", last, now.clause];
  }
  if (ask) {
    const waits = ask.otherwise === null ? "" : `If time runs out: ${ask.otherwise}.`;
    return [titleOf(ask), frame.paused === null ? waits : "The table is paused: no clock runs.", now.clause];
  }
  if (frame.paused !== null) return ["The table is paused.", pauseOf(frame.paused), ""];
  if (now && state.sent === stamp()) return [state.sending ? "Sending…" : "Done.", "", ""];
  if (now) {
    const others = now.from.filter((who) => who !== state.seat).map(person);
    const inRound = state.frame.playing.includes(state.seat);
    if (now.what === "place-wagers" && state.confirmed?.round === frame.round && inRound) {
      return [amountOf(state.confirmed.wagers) ? "Your bets are down." : "You sit this round out.", `Waiting for ${listed(others)}.`, ""];
    }
    const missed = satOut();
    if (missed) return [missed, `Waiting for ${listed(others) || "the dealer"}.`, ""];
    if (state.seat !== null && !inRound) return ["You are in from the next round.", `Waiting for ${listed(others)}.`, now.clause];
    return [`Waiting for ${listed(others) || "the dealer"}.`, isLocked() ? "Your hand is locked: only the dealer touches cards and chips." : now.rule, now.clause];
  }
  if (state.seat === null) {
    if (page.sheet.cards === "keys" || page.sheet.cards === "reads") return ["Real cards are dealt here by a dealer in the room.", "You see what everybody at the table sees.", ""];
    if (page.sheet.cards === "none") return ["This table runs with the tabulator alone.", "Its cards are not entered; the jackpots are live.", ""];
    return freeSeats().length ? ["Take a seat to play.", "You get $1,000 of play money with your first seat.", ""] : ["All seats are taken.", "You may watch.", ""];
  }
  return ["The next round begins in a moment.", "", ""];
}

const pauseOf = (reason) => (reason ? `${reason[0].toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? "" : "."}` : "Nothing runs out until it goes on.");
// The question in the game's words, with the hand that it is about where the game says so and there is room.
function titleOf(ask) {
  const place = ask.hand ?? String(state.seat);
  const which = place.includes(".") ? `Hand ${place.split(".")[1]}` : ask.title;
  const cards = view().cards[place];
  if (!ask["shows-hand"]) return ask.title;
  if (!cards || narrow.matches) return which;
  const reads = view().reads[place];
  return `${which}${/[?!.]$/.test(which) ? "" : ":"} ${cards.map(shortName).join(" ")}${reads ? `, ${reads}` : ""}`;
}
