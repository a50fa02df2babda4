// What the keyboard does at a seat.

import { hint } from "./advice.js";
import { rebet, startRepeating, twice } from "./rebet.js";
import { myAsk, wagersDue } from "./seat.js";
import { bet, betLaid, clear, undo } from "./wagers.js";

// A key that is held down is pressed once: the next question is not answered by it. Only going and taking back repeat.
addEventListener(
  "keydown",
  (event) => {
    if (!event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    const presses = event.key === "Enter" || event.key === " ";
    if (!presses && event.key !== "Delete" && event.key.length > 1) return;
    event.stopImmediatePropagation();
    if (presses && event.target.closest?.("button, a, summary, [role=button]")) event.preventDefault();
  },
  { capture: true },
);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "?" && (myAsk() || wagersDue())) {
    event.preventDefault();
    return hint();
  }
  if (wagersDue()) {
    const chips = [...document.querySelectorAll("[data-chip]")];
    const moves = { backspace: undo, delete: clear, r: rebet, x: twice, e: startRepeating, o: () => bet({}), b: betLaid };
    if (/^[1-9]$/.test(key) && chips[key - 1]) chips[key - 1].click();
    else if (key.startsWith("arrow") && event.target.closest?.("[data-chip]")) {
      const step = key === "arrowright" || key === "arrowdown" ? 1 : -1;
      const next = chips[(chips.indexOf(event.target.closest("[data-chip]")) + step + chips.length) % chips.length];
      next.click();
      next.focus();
    } else if (moves[key]) moves[key]();
    else return;
    event.preventDefault();
    return;
  }
  const button = myAsk() && [...document.querySelectorAll("#acts [data-key], #hands [data-key]")].find((each) => each.dataset.key === key);
  if (button) {
    event.preventDefault();
    button.click();
  }
});
