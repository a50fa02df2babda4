// How fast: at a private table the dealing itself, at a shared one the movement on this screen alone.

import { post } from "../service/http.js";
import { noteAt } from "./wagers.js";
import { $, api, narrow, page } from "./seat.js";

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

// At a private table it is at hand wherever the bar has room; else with the other settings.
const label = choice.closest("label");
function place() {
  if (page.speed !== null && !narrow.matches) $("purse").before(label);
  else $("settings").querySelector("legend").after(label);
}
place();
narrow.addEventListener("change", place);

choice.addEventListener("change", () => choose(choice.value));
show(page.speed ?? kept());
// A new private table is dealt as the last one was.
if (page.speed !== null && page.seat !== null && page.speed !== kept() && page.frame.round <= 1) choose(kept());
