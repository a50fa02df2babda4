// The rack: the chips to bet with, and the buttons beside them.

import { dollars } from "../art/chips.js";
import { byHand } from "./chip_slides.js";
import { goToFelt } from "./hand_view.js";
import { drawRepeating, isRepeating, offers, rebet, startRepeating, twice } from "./rebet.js";
import { $, page, purse, state, wagersDue } from "./seat.js";
import { bet, betLaid, clear, lay, markRefused, undo, wouldPlace } from "./wagers.js";

state.chip = page.chips.find((value) => value === 500) ?? page.chips[0];

export function drawRack() {
  const open = wagersDue();
  const rack = $("rack");
  markRefused();
  drawRepeating();
  const was = rack.hidden;
  rack.hidden = !open;
  if (!open) return;
  const total = wouldPlace();
  const button = (does) => rack.querySelector(`[data-do="${does}"]`);
  const confirm = rack.querySelector(".confirm");
  confirm.disabled = !total;
  confirm.replaceChildren(underlined("Bet", "b"));
  if (total) confirm.append(` ${dollars(total)}`);
  button("undo").disabled = button("clear").disabled = !state.placed.length;
  const { rebet: last, twice: double, laid } = offers();
  offer(button("rebet"), "Rebet", "r", last);
  offer(button("twice"), "×2", "x", double);
  button("repeat").disabled = !isRepeating() && !laid && !last?.total;
  button("repeat").setAttribute("aria-pressed", String(isRepeating()));
  for (const button of rack.querySelectorAll("[data-chip]")) {
    const chosen = Number(button.dataset.chip) === state.chip;
    button.setAttribute("aria-checked", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
  if (was) $("spot-note").hidden = true;
}

// A button with the amount that it would bet; pressed where that is more than there is, it says so.
function offer(button, word, letter, found) {
  const { total, words } = found ?? { total: 0, words: [] };
  button.disabled = !total;
  button.classList.toggle("short", total > purse());
  button.replaceChildren(underlined(word, letter));
  if (total) button.append(" ", Object.assign(document.createElement("b"), { textContent: dollars(total) }));
  button.title = words.length ? words.join(", ") : button.dataset.title;
}

const underlined = (word, letter) => {
  const made = document.createElement("span");
  const at = word.toLowerCase().indexOf(letter);
  if (at < 0) made.textContent = word;
  else made.append(word.slice(0, at), Object.assign(document.createElement("u"), { textContent: word[at] }), word.slice(at + 1));
  return made;
};

// A chip is dragged from the rack to a spot.
function dragging() {
  let drag = null;
  $("rack").addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-chip]");
    if (!button) return;
    drag = { button, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
      drag.ghost = drag.button.querySelector("svg").cloneNode(true);
      drag.ghost.classList.add("ghost");
      document.body.append(drag.ghost);
      state.chip = Number(drag.button.dataset.chip);
      goToFelt();
      drawRack();
    }
    drag.ghost.style.setProperty("left", `${event.clientX}px`);
    drag.ghost.style.setProperty("top", `${event.clientY}px`);
  });
  const end = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { ghost, button } = drag;
    drag = null;
    if (!ghost) return;
    ghost.remove();
    if (event.type === "pointercancel") return;
    const spot = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".spot");
    if (spot && Number(spot.dataset.seat) === state.seat) byHand(() => lay(spot.dataset.wager, Number(button.dataset.chip)));
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

$("rack").addEventListener("click", (event) => {
  const chip = event.target.closest("[data-chip]");
  if (chip) {
    state.chip = Number(chip.dataset.chip);
    return drawRack();
  }
  const button = event.target.closest("[data-do]");
  if (!button) return;
  ({ undo, clear, rebet, twice, repeat: startRepeating, skip: () => bet({}), confirm: betLaid })[button.dataset.do]();
});

dragging();
