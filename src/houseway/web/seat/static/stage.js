// The felts of the page: the whole table, and the own seat alone where the screen is small. Cards, chips and people on them.

import { FeltView } from "../art/felt.js";
import { slideChips } from "./chip_slides.js";
import { ARROWS } from "./roving.js";
import { sit } from "./seating.js";
import { $, alone, api, due, freeSeats, isLocked, maySit, narrow, on, page, small, state, view, wagersDue } from "./seat.js";
import { felts, lay, take } from "./wagers.js";

const felt = new FeltView($("felt").querySelector("svg"));
felts.felt = felt;
// Wild cards carry their badge in the panels too, not on the felt alone; the hand lies on the same cloth.
document.body.classList.add(...[...felt.svg.classList].filter((name) => /^(wild|cloth)-/.test(name)));
let hand = null;

// The spots whose light is lit: from one press to the next.
const lit = () => new Set(Object.entries(page.sheet.sensors).flatMap(([wager, sensor]) => (state.frame.indicators[String(sensor)] ?? []).map((seat) => `${seat}/${wager}`)));

export function drawFelts() {
  const shown = view() ?? state.frame.last ?? state.kept?.view ?? null;
  const round = state.frame.round;
  const open = wagersDue();
  const others = state.frame.open ? due()?.from ?? [] : [];
  const pending = state.confirmed?.round === round && !shown?.stakes?.[state.seat] && due()?.what === "place-wagers" ? state.confirmed.wagers : null;
  const laying = open ? state.laying : pending;
  // A bet begins with a main wager: its spots are bright until one of them has chips.
  const main = [...(open?.values() ?? [])].filter(({ kind }) => kind === "primary").map(({ wager }) => wager);
  const first = new Set(main.some((wager) => state.laying[wager]) ? [] : main);
  const fresh = view() && due()?.what === "place-wagers";
  const laid = fresh ? {} : shown;
  for (const each of [felt, hand]) {
    if (!each) continue;
    each.cards(laid?.cards ?? {}, round);
    each.chips({ stakes: laid?.stakes, lines: laid?.lines, collected: laid?.collected, lit: lit(), laying, mine: state.seat });
    // Both may be pressed; the keys go to the one that is large.
    each.open(state.seat, new Set(open?.keys() ?? []), { keys: each === (alone() ? hand : felt), first });
    each.people({
      seats: state.frame.seats,
      playing: view() ? state.frame.playing : Object.keys(state.frame.seats).map(Number),
      due: others,
      mine: state.seat,
      maySit: maySit(),
      locked: isLocked(),
      onSit: sit,
    });
  }
  slideChips(laying);
}

// -- one seat alone, on a phone or beside a table that is small

export async function useHand() {
  document.body.classList.toggle("on-phone", narrow.matches);
  document.body.classList.toggle("beside", !narrow.matches && small.matches);
  if (!alone()) return on.draw();
  const wanted = state.seat ?? freeSeats()[0] ?? 1;
  if (hand && felts.seat === wanted) return on.draw();
  felts.seat = wanted;
  const answer = await fetch(`${api}/hand.svg?seat=${wanted}`);
  if (!answer.ok) return;
  $("hand").innerHTML = await answer.text();
  const svg = $("hand").querySelector("svg");
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  document.body.style.setProperty("--shape", String(wide / Number(svg.dataset.main)));
  document.body.style.setProperty("--whole", String(wide / high));
  hand = felts.hand = new FeltView(svg);
  listen(hand);
  on.draw();
}

function listen(drawn) {
  const { svg } = drawn;
  svg.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (spot && Number(spot.dataset.seat) === state.seat) lay(spot.dataset.wager, state.chip);
  });
  svg.addEventListener("contextmenu", (event) => {
    const spot = event.target.closest(".spot");
    if (!spot || Number(spot.dataset.seat) !== state.seat || !wagersDue()) return;
    event.preventDefault();
    take(spot.dataset.wager);
  });
  svg.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.(".spot");
    if (!spot || Number(spot.dataset.seat) !== state.seat) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      lay(spot.dataset.wager, state.chip);
    } else if (event.key === "Delete") {
      event.preventDefault();
      event.stopPropagation();
      take(spot.dataset.wager);
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      drawn.step(spot, ARROWS[event.key]);
    }
  });
}

listen(felt);
for (const size of [narrow, small]) size.addEventListener("change", useHand);
