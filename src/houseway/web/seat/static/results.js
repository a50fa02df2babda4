// What became of a round: its lines, each opening to the clause that it rests on.

import { clauseSaid, dollars, paysSaid } from "../art/chips.js";
import { showClause } from "./drawer.js";
import { eventName, names, on, page, state } from "./seat.js";

export function resultCard({ round, lines }) {
  const net = lines.reduce((sum, line) => sum + line.returned - line.stake, 0);
  const box = document.createElement("section");
  box.className = `result ${net > 0 ? "won" : net < 0 ? "lost" : "even"}`;
  box.setAttribute("aria-label", `Result of round ${round}`);
  const head = document.createElement("header");
  const title = document.createElement("p");
  title.setAttribute("role", "status");
  title.append(
    Object.assign(document.createElement("small"), { textContent: `Round ${round}` }),
    Object.assign(document.createElement("strong"), { textContent: net > 0 ? `You won ${dollars(net)}` : net < 0 ? `You lost ${dollars(-net)}` : "Even" }),
  );
  // Where there is little room the lines wait behind the sum.
  const more = Object.assign(document.createElement("button"), { type: "button", className: "quiet more", textContent: "Lines" });
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => more.setAttribute("aria-expanded", String(box.classList.toggle("open"))));
  const close = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: "✕" });
  close.setAttribute("aria-label", "Put the result away");
  close.addEventListener("click", () => {
    state.result = null;
    on.draw();
  });
  head.append(title, more, close);
  box.append(head, lineList(lines));
  return box;
}

// Settlement lines, each a button that opens the clause it rests on.
export function lineList(lines, withSeat = false) {
  const list = document.createElement("ul");
  list.className = "lines";
  for (const line of lines) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const net = line.returned - line.stake;
    const what = document.createElement("span");
    what.className = "what";
    const which = line.hand > 1 ? ` (hand ${line.hand})` : "";
    what.append(
      Object.assign(document.createElement("b"), { textContent: `${withSeat ? `${line.seat} · ` : ""}${names(line.wager)}${which}` }),
      Object.assign(document.createElement("small"), { textContent: `${eventName(line.wager, line.event)} · ${clauseSaid(page.sheet, line.clause)}` }),
    );
    const money = document.createElement("span");
    money.className = `money ${net > 0 ? "won" : net < 0 ? "lost" : ""}`;
    money.textContent = net > 0 ? `+${dollars(net)}` : net < 0 ? dollars(net) : "push";
    button.append(what, money);
    button.setAttribute("aria-label", `${names(line.wager)}, ${eventName(line.wager, line.event)}, ${money.textContent}: read clause ${line.clause}`);
    button.addEventListener("click", () => openClause(line.clause, button, `${names(line.wager)}: staked ${dollars(line.stake)}, returned ${dollars(line.returned)} (${paysSaid(line.pays)})`));
    item.append(button);
    list.append(item);
  }
  return list;
}

export const openClause = (cite, node, more = "") => showClause(page.sheet, cite, node, more);
