// The line to the card room: what is on its way there, whether it is up, and what was done for a player who was away.

import { post } from "../service/http.js";
import { $, api, on, state } from "./seat.js";
import { noteAt } from "./wagers.js";

// Send an answer. It counts as under way until the card room has taken or refused it: the page says "Sending" until then.
export async function send(body) {
  state.sending += 1;
  on.draw();
  try {
    return await post(`${api}/answers`, body);
  } finally {
    state.sending -= 1;
    on.draw();
  }
}

let line = "up";
let feed = "live";

const AWAY = "Reconnecting…";
const LOST = "No connection: this is not up to date";

function say() {
  const text = feed === "stale" ? LOST : line === "away" ? AWAY : "";
  if ($("feed").textContent !== text) $("feed").textContent = text;
}

export function lineIs(now) {
  line = now;
  say();
}

export function feedIs(now) {
  feed = now;
  say();
}

// What was done for this seat unasked, told once: when time ran out, or while nobody was there.
let told = "";
export function tellMissed() {
  const missed = state.frame.missed;
  const key = missed ? `${missed.round}:${missed.says}` : "";
  // Who sits out reads why where bets are asked for.
  if (missed && !missed["sat-out"] && key !== told) noteAt($("say"), missed.says);
  told = key;
}
