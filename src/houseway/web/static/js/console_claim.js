// A hit at a table with the tabulator alone: the position, the row, and the cards as evidence.

import { CardKeys } from "./console_cards.js";
import { button, dollars, h } from "./console_dom.js";

export function claimInput(data, act) {
  const { frame, sheet } = data;
  const wagers = Object.keys(sheet.jackpots).filter((wager) => (frame.indicators[String(sheet.sensors[wager])] ?? []).length);
  if (!wagers.length) return null;
  const wager = h("select", {}, ...wagers.map((each) => h("option", { value: each }, data.names[each] ?? each)));
  const seat = h("select", {});
  const row = h("select", {});
  const fill = () => {
    const counted = frame.indicators[String(sheet.sensors[wager.value])] ?? [];
    seat.replaceChildren(...counted.map((each) => h("option", { value: each }, `Position ${each}`)));
    const rows = sheet.postings.paytables[wager.value].rows.filter((each) => each.pays !== "loss");
    row.replaceChildren(...rows.map((each) => h("option", { value: each.event }, `${each.name}: ${each.pays}`)));
  };
  wager.addEventListener("change", fill);
  fill();
  const keys = new CardKeys(data.deck.cards, 7, () => {});
  const stage = h("details", { class: "claim" });
  const send = () => act.claim([{ seat: Number(seat.value), wager: wager.value, event: row.value }], keys.texts.join(" "));
  const amounts = Object.entries(frame.amounts).flatMap(([name, rows]) => Object.values(rows).map((amount) => `${data.names[name] ?? name} ${dollars(amount)}`));
  stage.append(
    h("summary", {}, "Claim a hit"),
    h("p", { class: "quiet" }, amounts.join(" · ")),
    h("div", { class: "fields" }, h("label", { class: "field" }, h("span", {}, "Jackpot"), wager), h("label", { class: "field" }, h("span", {}, "Position"), seat), h("label", { class: "field" }, h("span", {}, "Row"), row)),
    h("p", {}, "The cards of the hand, as evidence:"),
    keys.node,
    button("Lock the prize", send, { kind: "danger" }),
  );
  return {
    node: stage,
    // While a claim is made the keys are its own: a press of Enter must not count another round.
    onKey: (event) => stage.open && (keys.onKey(event) || event.key === "Enter"),
    again() {},
  };
}
