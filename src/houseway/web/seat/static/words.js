// What is said to the player: whose turn it is, what is asked, what happens if nothing is answered. The rule behind it is
// given along by its clause, for whoever asks.

import { amountOf } from "../art/felt.js";
import { handShown } from "./hand_view.js";
import { askTitle } from "./hands.js";
import { due, freeSeats, isLocked, myAsk, page, purse, stamp, state, view, wagersDue } from "./seat.js";
import { missedLast, satOut } from "./wagers.js";

const person = (who) => {
  if (who === "dealer" || who === "shoe") return "the dealer";
  if (who === "jackpots") return "the jackpot amount";
  if (who === "supervisor") return "a supervisor";
  return who === state.seat ? "you" : state.frame.seats[who]?.name ?? `seat ${who}`;
};

const sentences = (...said) => said.filter(Boolean).map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ");

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
    if (state.objection) return [sentences(state.objection.message, state.objection.remedy), "", state.objection.clause, true];
    const waits = frame.paused === null ? "Chips on the felt when time runs out are bets, while you see this page." : "The table is paused: no clock runs.";
    // Under a result no spot is in sight to tap.
    if (handShown()) return ["Bet again?", voidedLast() || missedLast(), ""];
    return [amountOf(state.laying) ? "Bet when you are ready." : "Place your bets: choose a chip, tap a bright spot.", voidedLast() || missedLast() || waits, now.clause];
  }
  if (ask) {
    const waits = ask.otherwise === null ? "" : `If time runs out: ${ask.otherwise}.`;
    return [askTitle(ask, view()), frame.paused === null ? waits : "The table is paused: no clock runs.", now.clause];
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
    if (state.seat !== null && !inRound) return ["You are in from the next round.", `Waiting for ${listed(others)}.`, ""];
    return [`Waiting for ${listed(others) || "the dealer"}.`, isLocked() && inRound ? "You have nothing more to decide in this round." : doing(now), ""];
  }
  if (state.seat === null) {
    if (page.sheet.cards === "keys" || page.sheet.cards === "reads") return ["A dealer deals real cards here, in the room.", "You see what everybody at the table sees.", ""];
    if (page.sheet.cards === "none") return ["This table is played in the room.", "Its cards are not shown here. Its jackpots are.", ""];
    return freeSeats().length ? ["Take a seat to play.", "You get $1,000 of play money with your first seat.", ""] : ["All seats are taken.", "You may watch.", ""];
  }
  return ["The next round begins in a moment.", voidedLast(), ""];
}

// The round before was voided after this player had bet in it.
function voidedLast() {
  const { voided } = state.frame;
  if (!voided || state.confirmed?.round !== voided.round || !amountOf(state.confirmed.wagers)) return "";
  return `Round ${voided.round} is void${voided.reason ? ` (${voided.reason})` : ""}: your bets came back.`;
}

const pauseOf = (reason) => (reason ? `${reason[0].toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? "" : "."}` : "Nothing runs out until it goes on.");

// What the table waits for, as a player sees it; what only the dealer sees to is left out.
const DEALING = { "read-card": "The next card is being dealt.", "key-card": "The next card is being dealt.", "key-cards": "Cards are being turned.", look: "The dealer looks at the card that lies face down.", "lock-meters": "Somebody hit the jackpot: its amount is being fixed." };
function doing(now) {
  const ask = now.asks?.find((each) => each.seat !== state.seat && typeof each.seat === "number");
  if (!ask) return DEALING[now.what] ?? "";
  if (ask.control !== "buttons") return ask.control === "set" ? "Hands are being set." : "Cards are being selected.";
  const offered = ask.choices.map((choice) => choice.label);
  return `${offered.slice(0, -1).join(", ")} or ${offered.at(-1).toLowerCase()}?`;
}
