// The bar over the table: the round, the jackpot amounts, notices of what goes, the player's money.

import { dollars, exact, runTo } from "../art/chips.js";
import { amountOf } from "../art/felt.js";
import { $, names, page, purse, state, wagersDue } from "./seat.js";

export function drawBar() {
  const { frame } = state;
  const playing = frame.open && !frame.fault && frame.round;
  $("round").textContent = !frame.open ? "Closed" : frame.fault ? "Equipment out of order" : playing ? `Round ${frame.round}` : "Waiting for players";
  // A phone has room for its number alone.
  $("round").dataset.number = playing || "";
  const list = $("amounts");
  for (const [wager, rows] of Object.entries(frame.amounts)) {
    const amounts = Object.values(rows);
    if (!amounts.length && !page.posted[wager]) continue;
    let item = list.querySelector(`[data-wager="${wager}"]`);
    if (!item) {
      item = document.createElement("li");
      item.dataset.wager = wager;
      item.append(Object.assign(document.createElement("small"), { textContent: names(wager) }), document.createElement("strong"));
      list.append(item);
    }
    if (amounts.length && page.still[wager] !== undefined) item.querySelector("strong").textContent = dollars(Math.max(...amounts));
    else if (amounts.length) runTo(item.querySelector("strong"), Math.max(...amounts));
    else item.querySelector("strong").textContent = page.posted[wager];
    item.classList.toggle("pending", frame.hits.some((hit) => hit.wager === wager));
  }
  const closed = Object.entries(frame["closed-spots"]).map(([wager, why]) => `${names(wager)}: ${why}`);
  const going = [...closed, ...Object.entries(frame.removals).map(([wager, { brief }]) => `${names(wager)}: ${brief}`)].join(" ");
  if ($("going").textContent.trim() !== going) $("going").textContent = going;
  $("going").hidden = !going;
  $("purse").hidden = state.seat === null;
  $("chips").textContent = exact(Math.max(0, purse() - (wagersDue() ? amountOf(state.laying) : 0)));
}

// Linked jackpots rise with wagers at other tables: the table's display follows them.
export function takeAmounts({ jackpots }) {
  for (const { wager, amounts, removal } of jackpots) {
    state.frame.amounts[wager] = amounts;
    if (removal) state.frame.removals[wager] = removal;
    else delete state.frame.removals[wager];
  }
  drawBar();
}
