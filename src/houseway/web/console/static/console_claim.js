// Hits at a table with the tabulator alone: each winner's position and row, and the cards as evidence. Every winner of
// the round is claimed together, because a prize may be divided among them.

import { CardKeys } from "./console_cards.js";
import { button, dollars, h } from "./console_dom.js";

export function claimInput(data, act) {
  const { frame, sheet } = data;
  const wagers = Object.keys(sheet.jackpots).filter((wager) => (frame.indicators[String(sheet.sensors[wager])] ?? []).length);
  if (!wagers.length) return null;
  const named = (wager) => data.names[wager] ?? wager;
  const wager = h("select", {}, ...wagers.map((each) => h("option", { value: each }, named(each))));
  const seat = h("select", {});
  const row = h("select", {});
  const rowsOf = (slug) => sheet.postings.paytables[slug].rows.filter((each) => each.pays !== "loss");
  const fill = () => {
    const counted = frame.indicators[String(sheet.sensors[wager.value])] ?? [];
    seat.replaceChildren(...counted.map((each) => h("option", { value: each }, `Position ${each}`)));
    row.replaceChildren(...rowsOf(wager.value).map((each) => h("option", { value: each.event }, `${each.name}: ${each.pays}`)));
  };
  wager.addEventListener("change", fill);
  fill();

  const winners = [];
  const list = h("ul", { class: "claims", "aria-label": "Winners", "aria-live": "polite" });
  const stage = h("details", { class: "claim" });
  const chosen = () => ({ seat: Number(seat.value), wager: wager.value, event: row.value });
  const same = (one, other) => one.seat === other.seat && one.wager === other.wager;
  const add = () => {
    const known = winners.findIndex((each) => same(each, chosen()));
    if (known >= 0) winners.splice(known, 1);
    winners.push(chosen());
    draw();
  };
  const keys = new CardKeys(data.deck.cards, 7, () => {}, { hint: "Rank, then suit: Q H." });
  const send = () => act.claim(winners, keys.texts.join(" "));
  const lock = button("", send, { kind: "danger" });
  const draw = () => {
    list.replaceChildren(
      ...winners.map((each) => {
        const name = rowsOf(each.wager).find((known) => known.event === each.event)?.name ?? each.event;
        const drop = () => {
          winners.splice(winners.indexOf(each), 1);
          draw();
        };
        return h("li", {}, h("b", {}, `Position ${each.seat}`), ` ${named(each.wager)}: ${name} `, button("Remove", drop, { kind: "quiet small", label: `Remove position ${each.seat}` }));
      }),
    );
    lock.disabled = !winners.length || !keys.texts.length;
    lock.firstChild.textContent = !winners.length ? "Add every winner first" : !keys.texts.length ? "Key the cards first" : winners.length > 1 ? `Hold the prizes of ${winners.length}` : "Hold the prize";
  };
  keys.changed = draw;
  draw();
  const amounts = Object.entries(frame.amounts).flatMap(([name, rows]) => Object.values(rows).map((amount) => `${named(name)} ${dollars(amount)}`));
  stage.append(
    h("summary", {}, "Claim a hit"),
    h("p", { class: "quiet" }, `${amounts.join(" · ")}. Every winner of this round is claimed together.`),
    h("div", { class: "fields" }, h("label", { class: "field" }, h("span", {}, "Jackpot"), wager), h("label", { class: "field" }, h("span", {}, "Position"), seat), h("label", { class: "field" }, h("span", {}, "Row"), row)),
    h("div", { class: "row" }, button("Add this winner", add, { kind: "choice" })),
    list,
    h("p", {}, "The winning cards, as evidence:"),
    keys.node,
    lock,
  );
  return {
    node: stage,
    // While a claim is made the keys are its own: a press of Enter must not count another round.
    onKey: (event) => stage.open && (keys.onKey(event) || event.key === "Enter"),
    again() {},
  };
}
