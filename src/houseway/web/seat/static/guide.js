// A guided first round: at each moment one line says what to do now and why. It is offered once, and may be left.
// It knows no game: the texts are the game's own, the moment is read off the table.

import { amountOf } from "../art/felt.js";
import { hint } from "./advice.js";
import { $, myAsk, on, page, stamp, state, view, wagersDue } from "./seat.js";

const key = `guide:${page.sheet.game}`;
const texts = page.guide;
let mode = texts ? read() : "done"; // "": not offered yet, "on": it speaks, "done"
let advised = ""; // the question whose best answer was asked for
let drawn = "";
let ended = false; // whether the round of the guide is over: it goes with the next one

function read() {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "done";
  }
}

function become(next) {
  mode = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // A browser that keeps nothing is offered a guide again.
  }
  on.draw();
}

// What the player should look at now.
function moment() {
  if (state.seat === null) return "";
  if (wagersDue()) return amountOf(state.laying) ? "confirm" : state.result ? "result" : "bet";
  if (myAsk()) return "question";
  if (state.result) return "result";
  return view()?.cards[state.seat]?.length ? "cards" : "";
}

const again = document.getElementById("guide-again");
again?.addEventListener("click", () => {
  document.getElementById("drawer").close();
  state.result = null;
  become("on");
});

function button(label, does) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: label });
  made.addEventListener("click", does);
  return made;
}

const skip = (label) => button(label, () => become("done"));

function offer() {
  return ["First time at this game? ", button("Guide me", () => become("on")), button("How to play", () => document.querySelector('.tool[data-drawer="play"]').click()), skip("No, thanks")];
}

function said(now) {
  if (now === "confirm") return ["That is your bet. Press Bet, and the cards are dealt. ", skip("Skip the guide")];
  if (now === "result") return [`${texts.result} `, skip("Done")];
  if (now === "question") {
    return [`${texts.question[myAsk().ask] ?? "The best choice is marked, with what each is worth."} `, skip("Skip the guide")];
  }
  const more = now === "bet" ? " Hold a spot to see what it pays and costs." : "";
  return [`${texts[now]}${more} `, skip("Skip the guide")];
}

export function drawGuide() {
  const now = mode === "done" ? "" : moment();
  if (mode === "" && (now === "confirm" || now === "result")) return become("done");
  if (mode === "on" && ended && now && now !== "result") return become("done");
  ended = mode === "on" && (ended || now === "result");
  const shown = mode === "on" ? now : now === "bet" ? "offer" : "";
  document.body.dataset.guide = mode === "on" ? now : "";
  if (mode === "on" && now === "question" && advised !== stamp()) {
    advised = stamp();
    hint();
  }
  const id = `${shown}|${now === "question" ? stamp() : ""}`;
  if (id === drawn) return;
  drawn = id;
  const line = $("guide");
  line.hidden = !shown;
  line.replaceChildren(...(!shown ? [] : shown === "offer" ? offer() : said(now)));
}
