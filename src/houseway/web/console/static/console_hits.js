// The small hits of a round: verified and paid together, with two signatures.

import { dialog, field, form, signatures } from "./console_dialogs.js";
import { chips, dollars, h } from "./console_dom.js";

const DECK = "Complete";

export function hitsDialog(ctx) {
  const [due] = ctx.data["small-hits"];
  const deck = h("input", { required: true, maxlength: 200, value: DECK });
  const method = h("select", {}, h("option", { value: "chips" }, "Chips"), h("option", { value: "cash" }, "Cash"));
  const alone = ctx.roles.has("supervisor");
  const signs = signatures(...(alone ? [] : ["Supervisor"]), "Second person, of another department");
  const list = due.hits.map((hit) => h("li", {}, h("b", {}, `Position ${hit.seat}`), h("span", {}, hit.hand), h("b", {}, dollars(hit.amount)), chips(hit.amount)));
  const node = dialog(
    `Verify and pay the hits of round ${due.round}`,
    form(
      [
        h("ul", { class: "give-back small-hits" }, ...list),
        h("p", {}, h("b", {}, `${dollars(due.amount)} in all. `), "Look at the hands, the wagers and the deck. All are paid, or none."),
        h("div", { class: "fields" }, field("The deck was found", deck), field("Paid in", method)),
        ...signs.map((each) => each.node),
      ],
      {
        go: `Verify and pay ${dollars(due.amount)}`,
        onsubmit: () => ctx.supervised({ type: "pay-small-hits", table: ctx.data.frame.table, round: due.round, deck: deck.value, method: method.value }, ...signs.map((each) => each.read())),
      },
    ),
  );
  signs[0].first.focus();
  return node;
}
