// While bets are placed on a phone the seat is drawn up to its open spots: cards have no place there yet, and what is bet
// on must lie in sight, above the chips.

import { felts } from "./wagers.js";
import { narrow, state, wagersDue } from "./seat.js";

const EDGE = 10;

// The box around everything that chips can be laid on, in the drawing's own measure.
function around(svg) {
  const back = svg.getCTM()?.inverse();
  const spots = [...svg.querySelectorAll(`.spot.open[data-seat="${state.seat}"]`)];
  if (!back || !spots.length) return null;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const spot of spots) {
    const own = spot.getBBox();
    const here = back.multiply(spot.getCTM());
    for (const [x, y] of [[own.x, own.y], [own.x + own.width, own.y], [own.x, own.y + own.height], [own.x + own.width, own.y + own.height]]) {
      const at = new DOMPoint(x, y).matrixTransform(here);
      box.left = Math.min(box.left, at.x);
      box.top = Math.min(box.top, at.y);
      box.right = Math.max(box.right, at.x);
      box.bottom = Math.max(box.bottom, at.y);
    }
  }
  return box;
}

export function drawBettingView() {
  const svg = felts.hand?.svg;
  if (!svg) return;
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const betting = Boolean(narrow.matches && wagersDue());
  document.body.classList.toggle("betting", betting);
  if (!betting) {
    if (svg.getAttribute("viewBox") !== svg.dataset.whole) svg.setAttribute("viewBox", svg.dataset.whole);
    delete svg.dataset.cropped;
    return;
  }
  if (svg.dataset.cropped) return;
  const box = around(svg);
  if (!box) return;
  const [x, , wide] = svg.dataset.whole.split(" ").map(Number);
  const high = box.bottom - box.top + 2 * EDGE;
  svg.dataset.cropped = "yes";
  svg.setAttribute("viewBox", `${x} ${box.top - EDGE} ${wide} ${high}`);
  document.body.style.setProperty("--crop", String(wide / high));
}
