// While bets are placed on a phone the seat is drawn around its open spots, as much of it as there is room for above the chips:
// what is bet on must lie in sight.

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

const dock = document.querySelector(".dock");
let box = null;
let under = 0; // how high the chips and the words under the seat were when it was drawn

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
  // Where they become less the seat stays as it is: nothing moves away under a finger.
  const shape = `${innerWidth} ${innerHeight}`;
  const now = Math.ceil(dock.offsetHeight);
  if (svg.dataset.cropped === shape && now <= under) return;
  box = svg.dataset.cropped ? box : around(svg);
  if (!box) return;
  const [x, y, wide, whole] = svg.dataset.whole.split(" ").map(Number);
  const least = box.bottom - box.top + 2 * EDGE;
  // What lies above the seat and the chips below leave so much: its width gives way where that is too little.
  const room = innerHeight - (svg.getBoundingClientRect().top + scrollY) - now;
  const high = Math.min(whole, Math.max(least, (wide * room) / innerWidth));
  const top = Math.min(Math.max(y, box.top - EDGE - (high - least) / 2), y + whole - high);
  svg.dataset.cropped = shape;
  under = now;
  svg.setAttribute("viewBox", `${x} ${top} ${wide} ${high}`);
  document.body.style.setProperty("--seat", `${Math.floor((room * wide) / high)}px`);
}

const again = () => document.body.classList.contains("betting") && drawBettingView();
new ResizeObserver(again).observe(dock);
addEventListener("resize", again);
