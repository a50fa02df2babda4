// The others at the table in one line: who they are and what they have. Pressed, one of them shows cards and bets.

import { dollars } from "../art/chips.js";
import { amountOf, card, cardName } from "../art/felt.js";
import { $, due, names, state, view } from "./seat.js";

const make = (name, className, ...inside) => {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...inside);
  return made;
};

const seatOf = (place) => place.split(".")[0];

function others() {
  const shown = view() ?? state.frame.last;
  return Object.entries(state.frame.seats)
    .filter(([seat]) => Number(seat) !== state.seat)
    .map(([seat, who]) => {
      const at = (found) => Object.entries(found ?? {}).filter(([place]) => seatOf(place) === seat);
      const stakes = at(shown?.stakes);
      return {
        seat,
        name: who.name,
        amount: stakes.reduce((sum, [, each]) => sum + amountOf(each), 0),
        stakes,
        turn: (due()?.from ?? []).includes(Number(seat)),
        hands: at(shown?.cards).filter(([, cards]) => cards.length),
        reads: shown?.reads ?? {},
      };
    });
}

let key = "";
export function drawOthers() {
  const found = others();
  const now = JSON.stringify(found);
  if (now === key) return;
  key = now;
  const had = document.activeElement?.closest?.("#others .other")?.dataset.seat;
  $("others").replaceChildren(
    ...found.map(({ seat, name, amount, turn, hands, reads }) => {
      const item = make("button", turn ? "other turn" : "other", make("b", "", seat), make("span", "who", name));
      const made = hands.map(([place]) => reads[place]).filter(Boolean).join(", ");
      if (made || amount) item.append(make("i", made ? "made" : "", made || dollars(amount)));
      item.type = "button";
      item.dataset.seat = seat;
      item.setAttribute("aria-label", `Look at seat ${seat}: ${name}${made ? `, ${made}` : ""}${amount ? `, ${dollars(amount)}` : ""}`);
      return item;
    }),
  );
  if (had) $("others").querySelector(`[data-seat="${had}"]`)?.focus({ preventScroll: true });
  if ($("look").matches(":popover-open")) lookAt($("look").dataset.seat);
}

function lookAt(seat) {
  const found = others().find((each) => each.seat === seat);
  const box = $("look");
  if (!found) return box.hidePopover();
  box.dataset.seat = seat;
  box.replaceChildren(
    make("p", "cite", `Seat ${seat} · ${found.name}`),
    ...found.hands.map(([place, cards]) => {
      const row = make("p", "looked-at", ...cards.map((text) => card(text)));
      row.setAttribute("aria-label", cards.map(cardName).join(", "));
      if (found.reads[place]) row.append(make("span", "", found.reads[place]));
      return row;
    }),
    ...found.stakes.flatMap(([, stakes]) => Object.entries(stakes).map(([wager, amount]) => make("p", "", `${names(wager)}: ${dollars(amount)}`))),
  );
  if (!found.hands.length && !found.stakes.length) box.append(make("p", "", "Not in this round."));
}

$("others").addEventListener("click", (event) => {
  const item = event.target.closest(".other");
  if (!item) return;
  lookAt(item.dataset.seat);
  $("look").showPopover();
  const at = item.getBoundingClientRect();
  const box = $("look").getBoundingClientRect();
  $("look").style.setProperty("left", `${Math.min(Math.max(8, at.left + at.width / 2 - box.width / 2), innerWidth - box.width - 8)}px`);
  $("look").style.setProperty("top", `${Math.max(8, Math.min(at.bottom + 6, innerHeight - box.height - 8))}px`);
});
