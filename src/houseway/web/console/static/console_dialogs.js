// What needs a second thought, or a second person: corrections, voids, faults, a new deck.

import { CardKeys } from "./console_cards.js";
import { answerText } from "./console_table.js";
import { button, cards, cents, chips, dollars, h, plain } from "./console_dom.js";

let open = null;

export const dialogOpen = () => Boolean(open?.node.open);
export const dialogKey = (event) => open?.onKey?.(event) ?? false;

export function dialog(title, inside, { onKey = null, kind = "" } = {}) {
  open?.node.close();
  const node = h("dialog", { class: `panel ${kind}`, "aria-label": title }, h("header", {}, h("h2", { tabindex: "-1" }, title), button("Close", () => node.close(), { kind: "quiet", key: "Esc" })), inside);
  node.addEventListener("close", () => {
    node.remove();
    if (open?.node === node) open = null;
  });
  document.body.append(node);
  open = { node, onKey };
  node.showModal();
  // Keys go to what is keyed in the dialog, else to its first field; never to the button that closes it.
  const first = onKey ? null : node.querySelector("form input, form select");
  (first ?? node.querySelector("h2")).focus();
  return node;
}

export const field = (label, input) => h("label", { class: "field" }, h("span", {}, label), input);
const refused = () => h("p", { class: "refusal", role: "alert", hidden: true });

export function showRefusal(node, error) {
  node.hidden = false;
  node.replaceChildren(h("b", {}, error.message), ...[error.clause ? h("cite", {}, error.clause) : null, error.remedy ? h("span", {}, error.remedy) : null].filter(Boolean));
}

// The signature of whoever is called, never kept: badge and PIN as they enrolled them, or login and password. A PIN is
// digits alone, and a password never is.
const PIN = /^[0-9]{6,12}$/;

export function signature(who) {
  const first = h("input", { name: "login", autocomplete: "off", autocapitalize: "none", required: true });
  const secret = h("input", { name: "password", type: "password", autocomplete: "off", required: true });
  // A scanner ends the badge with Enter: the PIN comes next.
  first.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || secret.value) return;
    event.preventDefault();
    secret.focus();
  });
  return {
    node: h("fieldset", { class: "signature" }, h("legend", {}, who), field("Badge or login", first), field("PIN or password", secret)),
    read: () => (PIN.test(secret.value) ? { badge: first.value, pin: secret.value } : { login: first.value, password: secret.value }),
    first,
    secret,
  };
}

// Several who sign: Enter after one goes on to the next.
export function signatures(...who) {
  const made = who.map((each) => signature(each));
  made.slice(0, -1).forEach(({ secret }, place) => {
    const next = made[place + 1];
    secret.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || next.first.value) return;
      event.preventDefault();
      next.first.focus();
    });
  });
  return made;
}

export function form(fields, { go, kind = "primary", onsubmit, propose = null }) {
  const trouble = refused();
  const node = h(
    "form",
    {
      method: "dialog",
      onsubmit: async (event) => {
        event.preventDefault();
        node.classList.add("busy");
        try {
          await onsubmit();
          node.closest("dialog")?.close();
        } catch (error) {
          showRefusal(trouble, error);
        }
        node.classList.remove("busy");
      },
    },
    ...fields,
    trouble,
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: kind }, go),
      propose
        ? button("Send for approval", async () => {
            try {
              await propose();
              node.replaceChildren(h("p", {}, "Sent for approval. It takes effect when a second person approves it in their own session."));
            } catch (error) {
              showRefusal(trouble, error);
            }
          }, { kind: "quiet" })
        : null,
    ),
  );
  return node;
}

// A command that may need somebody else: signed here, proposed, or given by the caller alone.
function signedForm(ctx, { command, fields, go, kind, who = "Supervisor", alone }) {
  const sign = alone ? null : signature(who);
  return form([...fields, ...(sign ? [sign.node] : [])], {
    go,
    kind,
    onsubmit: () => ctx.supervised(command(), sign?.read()),
    propose: alone ? null : () => ctx.propose(command()),
  });
}

// -- voids and faults

// The one reason that a document of a game has a clause of its own for.
const SHUFFLER = /shuffler.*malfunction|malfunction.*shuffler/i;

export function voidDialog(ctx) {
  const { data } = ctx;
  const { frame } = data;
  const reason = h("input", { required: true, maxlength: 200, list: "void-reasons" });
  const reasons = h("datalist", { id: "void-reasons" }, ...["Misdeal", "Card exposed", "Shuffler malfunction", "Fouled deck"].map((each) => h("option", { value: each })));
  const stakes = Object.entries(frame.view?.stakes ?? {}).map(([place, wagers]) => {
    const sum = Object.values(wagers).reduce((all, each) => all + each, 0);
    return h("li", {}, h("b", {}, `Position ${place.split(".")[0]}`), ` ${dollars(sum)} `, chips(sum));
  });
  dialog(
    `Void round ${frame.round}`,
    signedForm(ctx, {
      alone: data.may["void-round"],
      command: () => ({ type: "void-round", table: frame.table, round: frame.round, reason: reason.value, ...(data["void-clause"] && SHUFFLER.test(reason.value) ? { clause: data["void-clause"] } : {}) }),
      fields: [h("p", {}, "Every wager goes back. What was counted stays counted."), stakes.length ? h("ul", { class: "give-back" }, ...stakes) : null, field("Reason", reason), reasons].filter(Boolean),
      go: "Void the round",
      kind: "danger",
    }),
  );
}

export function faultDialog(ctx) {
  const { data } = ctx;
  const { frame } = data;
  const what = h("input", { required: true, maxlength: 200 });
  const failed = frame.fault !== null;
  dialog(
    failed ? "Equipment back in order" : "Equipment out of order",
    signedForm(ctx, {
      alone: data.may[failed ? "restore-table" : "fail-table"],
      command: () => (failed ? { type: "restore-table", table: frame.table, how: what.value } : { type: "fail-table", table: frame.table, what: what.value }),
      fields: [
        h("p", {}, failed ? `Out of order: ${frame.fault}` : "Use the manual procedure: jackpot wagers stay on their spots and you count them by hand. The malfunction goes on the register."),
        field(failed ? "How it was fixed" : "What is wrong", what),
      ],
      go: failed ? "Restore" : "Report the fault",
      kind: failed ? "primary" : "danger",
      who: failed ? "Supervisor or technician" : "Supervisor",
    }),
  );
}

// -- the indicators differ

export function differDialog(ctx, differ) {
  const what = h("input", { required: true, maxlength: 500 });
  const lists = Object.entries(differ).map(([sensor, seats]) => h("li", {}, `Sensor ${sensor}: position ${seats.join(", ")}`));
  const alone = ctx.roles.has("supervisor");
  const sign = alone ? null : signature("Supervisor");
  dialog(
    "Indicators and chips differ",
    form([h("ul", {}, ...lists), h("p", {}, "The chips on the spots count as wagered; a supervisor notes the difference."), field("What was done", what), ...(sign ? [sign.node] : [])], {
      go: "Chips stand",
      onsubmit: () => ctx.indicators(differ, what.value, sign?.read()),
    }),
  );
}

// -- corrections

function answerEditor(given, data) {
  if (given.kind === "cards") {
    const old = [].concat(given.answer);
    let now = null;
    const deck = structuredClone(data.deck.cards);
    for (const text of old) if (deck[text]) deck[text][1] -= 1;
    const keys = new CardKeys(deck, old.length, (texts) => {
      now = texts;
      open?.node.querySelector("[name=login], button[type=submit]").focus();
    });
    return { node: keys.node, read: () => now, onKey: (event) => keys.onKey(event) };
  }
  if (given.kind === "peek") {
    const yes = h("input", { type: "radio", name: "peek", value: "yes", checked: given.answer === false });
    const no = h("input", { type: "radio", name: "peek", value: "no", checked: given.answer === true });
    return { node: h("div", { class: "row" }, h("label", {}, yes, " Yes"), h("label", {}, no, " No")), read: () => yes.checked };
  }
  if (given.kind === "wagers") {
    const limits = data.sheet.postings;
    const offered = [...new Set([...Object.keys(limits.limits), ...Object.keys(limits.fixed), ...Object.keys(given.answer)])];
    const inputs = offered.map((wager) => {
      const amount = given.answer[wager];
      const sum = Array.isArray(amount) ? amount.reduce((a, b) => a + b, 0) : amount;
      return [wager, h("input", { inputmode: "decimal", value: sum ? plain(sum) : "" })];
    });
    return {
      node: h("div", { class: "fields" }, ...inputs.map(([wager, input]) => field(`${data.names[wager] ?? wager}, $`, input))),
      read: () => Object.fromEntries(inputs.map(([wager, input]) => [wager, cents(input.value)]).filter(([, amount]) => amount)),
    };
  }
  if (given.pool) {
    const boxes = Array.from({ length: given.pool }, (_, place) => h("input", { type: "checkbox", checked: [].concat(given.answer).includes(place + 1) }));
    return {
      node: h("div", { class: "row" }, ...boxes.map((box, place) => h("label", {}, box, ` Card ${place + 1}`))),
      read: () => boxes.flatMap((box, place) => (box.checked ? [place + 1] : [])),
    };
  }
  const options = given.choices.flatMap((choice) =>
    choice.least !== null && choice.least !== choice.most && !choice.wager
      ? Array.from({ length: choice.most - choice.least + 1 }, (_, place) => [JSON.stringify([choice.word, choice.least + place]), `${choice.label} ${choice.least + place}`])
      : [[JSON.stringify(choice.word), choice.label]],
  );
  const select = h("select", {}, ...options.map(([value, text]) => h("option", { value, selected: value === JSON.stringify(given.answer) }, text)));
  const amount = h("input", { inputmode: "decimal" });
  const ranged = () => given.choices.find((choice) => JSON.stringify(choice.word) === select.value && choice.wager && choice.least !== choice.most);
  const wrap = field("Amount, $ (empty: the most)", amount);
  const shown = () => {
    wrap.hidden = !ranged();
  };
  select.addEventListener("change", shown);
  shown();
  return {
    node: h("div", { class: "fields" }, field("The answer was", select), wrap),
    read: () => {
      const word = JSON.parse(select.value);
      const typed = cents(amount.value);
      return ranged() && typed !== null ? [word, typed] : word;
    },
  };
}

export function correctDialog(ctx, given) {
  const { data } = ctx;
  const editor = answerEditor(given, data);
  const reason = h("input", { required: true, maxlength: 200, value: given.kind === "cards" ? "Mis-keyed card" : "" });
  const was = answerText(given, data.names);
  dialog(
    `Correct answer ${given.number}`,
    signedForm(ctx, {
      alone: data.may["correct-answer"],
      command: () => ({ type: "correct-answer", table: data.frame.table, round: data.frame.round, number: given.number, answer: editor.read(), reason: reason.value }),
      fields: [
        h("p", {}, `${given.title}. It was `, was === null ? cards([].concat(given.answer)) : h("b", {}, was), ". Later answers are asked again where the question changes."),
        editor.node,
        field("Reason", reason),
      ],
      go: "Correct it",
    }),
    { onKey: (event) => !(event.target instanceof HTMLInputElement) && (editor.onKey?.(event) ?? false), kind: "wide" },
  );
}

export function correctLineDialog(ctx, round, seat, line) {
  const { data } = ctx;
  const returned = h("input", { inputmode: "decimal", required: true, value: plain(line.returned) });
  const reason = h("input", { required: true, maxlength: 200 });
  dialog(
    `Correct a line of round ${round}`,
    signedForm(ctx, {
      alone: false,
      command: () => ({
        type: "correct-line",
        table: data.frame.table,
        round,
        line: line.number,
        seat,
        wager: line.wager,
        was: line.returned,
        returned: cents(returned.value) ?? -1,
        reason: reason.value,
      }),
      fields: [
        h("p", {}, `Position ${seat}, ${line.name}: ${dollars(line.returned)} was returned. The round is closed: two people of different departments must correct it, one of them a supervisor or accounting.`),
        field("Should have returned, $", returned),
        field("Reason", reason),
      ],
      go: "Correct the line",
      who: "The second person",
    }),
  );
}

// -- a new deck

export function deckDialog(ctx) {
  const { data } = ctx;
  const list = data["new-deck"];
  const trouble = refused();
  const items = list.map((item) => {
    const box = h("input", { type: "checkbox" });
    return { item, box, node: h("li", {}, h("label", {}, box, h("span", {}, h("cite", {}, item.clause), ` ${item.rule}`))) };
  });
  const node = h(
    "form",
    {
      method: "dialog",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          for (const { item, box } of items) if (box.checked) await ctx.note(item.clause);
          node.closest("dialog").close();
        } catch (error) {
          showRefusal(trouble, error);
        }
      },
    },
    list.length ? h("ul", { class: "ticks" }, ...items.map((each) => each.node)) : h("p", {}, "The document of this game asks for nothing to be noted with a new deck."),
    trouble,
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, list.length ? "Done with this deck" : "Close")),
  );
  dialog("A new deck", node);
}
