// Chips slide from the rack to the spots that they are laid on. What lies there is counted from the first moment.

import { breakDown } from "../art/chips.js";
import { send } from "./motion.js";
import { $, alone, page, state } from "./seat.js";
import { felts } from "./wagers.js";

let lies = {}; // wager -> cents, when the felt was drawn last
let carried = false;

// What a hand lays down itself does not slide there once more.
export function byHand(lay) {
  carried = true;
  try {
    lay();
  } finally {
    carried = false;
  }
}

// After the felt is drawn: `laying` is what this player lays now, or nothing where no bets are placed.
export function slideChips(laying) {
  const more = Object.entries(laying ?? {}).map(([wager, cents]) => [wager, cents - (lies[wager] ?? 0)]);
  lies = { ...laying };
  if (carried) return;
  for (const [wager, cents] of more) {
    if (cents <= 0) continue;
    const spot = felts[alone() ? "hand" : "felt"]?.spot(state.seat, wager);
    const [value] = breakDown(cents).find(([each]) => page.chips.includes(each)) ?? [page.chips[0]];
    const chip = $("rack").querySelector(`[data-chip="${value}"] svg`);
    // The rack is put away with the bet: chips that go with it come from where the money is.
    if (spot && chip) send(chip, $("rack").hidden ? $("chips") : chip, spot, 300);
  }
}
