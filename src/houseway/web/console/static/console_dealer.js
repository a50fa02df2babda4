// Dealers at the table: they sign on, relieve each other and sign off, by their own login or by badge and PIN.

import { dialog, form, signature } from "./console_dialogs.js";
import { h } from "./console_dom.js";

export const dealerSaid = (dealer) => (dealer ? `Dealer: ${dealer.name}` : "No dealer signed on");

export function dealerDialog(ctx) {
  const { dealer } = ctx.data;
  const sign = signature(dealer ? `Relieve ${dealer.name}` : "Sign on with a badge");
  const node = dialog(
    dealerSaid(dealer),
    h(
      "div",
      {},
      form([h("p", {}, dealer ? `${dealer.name} has dealt since round ${dealer.first}. Whoever signs on deals from the next round.` : "Rounds name the dealer who has signed on."), sign.node], {
        go: dealer ? "Relieve" : "Sign on",
        onsubmit: () => ctx.dealer("on", sign.read()),
      }),
      ...ownForms(ctx, dealer),
    ),
  );
  sign.first.focus();
  return node;
}

// What whoever is signed in may do without a secret: sign on, and sign off what they may.
function ownForms(ctx, dealer) {
  const { person, name } = ctx.me;
  const made = [];
  if (dealer?.dealer !== person) made.push(form([], { go: `${dealer ? "Relieve" : "Sign on"} as ${name}`, onsubmit: () => ctx.dealer("on") }));
  if (dealer && (dealer.dealer === person || ctx.roles.has("supervisor"))) made.push(form([], { go: `Sign off ${dealer.name}`, kind: "quiet", onsubmit: () => ctx.dealer("off") }));
  return made;
}
