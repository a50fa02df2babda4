// How fast: at a private table the dealing itself, at a shared one the movement on this screen alone.

import { post } from "../service/http.js";
import { noteAt } from "./wagers.js";
import { $, api, page } from "./seat.js";

const KEY = "speed";
const choice = $("speed");

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "normal";
  } catch {
    return "normal";
  }
}

function show(speed) {
  choice.value = speed;
  document.documentElement.dataset.speed = speed;
}

async function choose(speed) {
  show(speed);
  try {
    localStorage.setItem(KEY, speed);
  } catch {
    // A browser that keeps nothing has it for this page.
  }
  if (page.speed === null) return;
  try {
    await post(`${api}/speed`, { speed });
  } catch (error) {
    noteAt(choice, [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
  }
}

choice.addEventListener("change", () => choose(choice.value));
show(page.speed ?? kept());
// A new private table is dealt as the last one was.
if (page.speed !== null && page.seat !== null && page.speed !== kept() && page.frame.round <= 1) choose(kept());
