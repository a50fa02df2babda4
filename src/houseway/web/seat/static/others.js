// The others at the table, in one line.

import { dollars } from "../art/chips.js";
import { amountOf } from "../art/felt.js";
import { $, due, state, view } from "./seat.js";

let othersKey = "";
export function drawOthers() {
  const box = $("others");
  const shown = view() ?? state.frame.last;
  const rows = Object.entries(state.frame.seats)
    .filter(([seat]) => Number(seat) !== state.seat)
    .map(([seat, who]) => {
      const stakes = Object.entries(shown?.stakes ?? {}).filter(([place]) => place.split(".")[0] === seat);
      return [seat, who.name, stakes.reduce((sum, [, each]) => sum + amountOf(each), 0), (due()?.from ?? []).includes(Number(seat)), (shown?.cards[seat] ?? []).join(" ")];
    });
  const key = JSON.stringify(rows);
  if (key === othersKey) return;
  othersKey = key;
  box.replaceChildren(
    ...rows.map(([seat, name, amount, turn]) => {
      const item = document.createElement("span");
      item.className = turn ? "other turn" : "other";
      item.append(Object.assign(document.createElement("b"), { textContent: seat }), name);
      if (amount) item.append(Object.assign(document.createElement("i"), { textContent: dollars(amount) }));
      return item;
    }),
  );
}
