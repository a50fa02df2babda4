// What opens the sheet about a wager: a spot held down, one tapped that takes no chip now, the key I on a spot, and
// whatever carries `data-wager-info`.

import { state, wagersDue } from "./seat.js";
import { showWager } from "./spot_info.js";

const HOLD = 450; // milliseconds that a spot is held until it tells about itself
const SLIP = 10; // pixels that a finger may move meanwhile
let pressed = null;
let told = false; // whether the press has opened the sheet: the click that ends it lays no chip

const spotAt = (event) => event.target.closest?.(".spot[data-wager]");

function release() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

addEventListener("pointerdown", (event) => {
  release();
  told = false;
  const spot = spotAt(event);
  if (!spot || event.button) return;
  pressed = { x: event.clientX, y: event.clientY, touch: event.pointerType === "touch" };
  pressed.timer = setTimeout(() => {
    told = true;
    showWager(spot.dataset.wager, spot);
  }, HOLD);
});
addEventListener("pointermove", (event) => {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) release();
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release);

// A finger that is held down asks for a menu too: it is this sheet, and takes no chips back.
addEventListener(
  "contextmenu",
  (event) => {
    if (!spotAt(event) || !(told || pressed?.touch)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
addEventListener(
  "click",
  (event) => {
    const asked = event.target.closest?.("[data-wager-info]");
    const spot = spotAt(event);
    if (asked) showWager(asked.dataset.wagerInfo, asked);
    else if (told && spot) event.stopImmediatePropagation();
    else if (spot && !(wagersDue() && Number(spot.dataset.seat) === state.seat)) showWager(spot.dataset.wager, spot);
    told = false;
  },
  { capture: true },
);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "i") return;
  const spot = spotAt(event);
  if (!spot || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  showWager(spot.dataset.wager, spot);
});
