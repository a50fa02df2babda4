// What the player can do now beside betting: answer a question, read a result, take a seat, ask for more play money.

import { afterDrawing } from "./after_drawing.js";
import { coach, prepareAdvice } from "./advice.js";
import { decide } from "./choices.js";
import { holdControl } from "./hand_view.js";
import { send } from "./line.js";
import { resultCard } from "./results.js";
import { $, freeSeats, maySit, myAsk, names, on, purse, stamp, state, view, wagersDue } from "./seat.js";
import { broke, moreButton, sitButton } from "./seating.js";
import { noteAt } from "./wagers.js";

async function answer(given, node) {
  const { round, step } = state.frame;
  const speak = coach(given);
  state.sent = stamp();
  state.hint = null;
  try {
    await send({ round, step, answer: given });
    speak();
  } catch (error) {
    state.sent = "";
    on.draw();
    noteAt(node ?? $("acts"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
  }
}

const isUnfocused = () => !document.activeElement || document.activeElement === document.body;

let actsKey = "";
export function drawActs() {
  const acts = $("acts");
  const ask = myAsk();
  if (ask) prepareAdvice();
  const key = JSON.stringify(
    ask
      ? ["ask", stamp(), ask, state.hint]
      : wagersDue() && !state.result
        ? ["bet", state.hint, broke()]
        : state.result
          ? ["result", state.result.round, state.result.lines.map((line) => line.returned), broke()]
          : ["none", maySit() && freeSeats()],
  );
  if (key === actsKey) return;
  actsKey = key;
  acts.replaceChildren();
  acts.className = "acts";
  holdControl(null);
  if (!ask && broke()) acts.append(moreButton());
  else if (ask) {
    const cards = view().cards[ask.hand ?? state.seat] ?? [];
    acts.classList.add("deciding");
    const box = decide(ask, { cards, answer, hinted: state.hint?.stamp === stamp() ? state.hint : null, names, purse: purse() });
    acts.append(box);
    holdControl(box.querySelector(".setting"));
    // A new question gets the focus only from where the last one had it: never from a field somebody writes in.
    if (isUnfocused()) afterDrawing(() => isUnfocused() && document.querySelector("#hands .pick-card, #acts button")?.focus({ preventScroll: true }));
  } else if (state.result) acts.append(resultCard(state.result));
  else if (maySit() && freeSeats().length) acts.append(sitButton());
}
