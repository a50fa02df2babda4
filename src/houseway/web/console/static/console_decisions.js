// What players decide, as the dealer enters it: one key an answer, in rotation, and one for all who answer alike.

import { shortName } from "../art/felt.js";
import { button, cents, chips, dollars, h, letterFor } from "./console_dom.js";

const range = (last) => Array.from({ length: last }, (_, place) => place + 1);
const digit = (event) => (/^[0-9]$/.test(event.key) ? Number(event.key) : null);
const isRanged = (choice) => choice.least !== undefined && Boolean(choice.wager) && choice.least < choice.most;

// An amount other than the most: typed, then Enter.
function amountInput(choice, send, cancel, start = "") {
  let typed = start;
  const now = () => (typed ? cents(typed) : choice.most);
  const shown = h("output", { class: "amount" });
  const pile = h("span", { class: "pile-of" });
  const draw = () => {
    const amount = now();
    shown.textContent = amount === null ? "?" : dollars(amount);
    pile.replaceChildren(amount ? chips(amount) : "");
  };
  const press = (key) => {
    if (key === "⌫") typed = typed.slice(0, -1);
    else if (cents(typed + key) === null) return { message: `“${typed}${key}” is no amount.`, remedy: "Type dollars, such as 25 or 2.50, then Enter." };
    else typed += key;
    draw();
    return true;
  };
  const node = h(
    "div",
    { class: "amount-input" },
    h("div", { class: "amount-line" }, h("span", {}, `${choice.label}: ${dollars(choice.least)} to ${dollars(choice.most)}`), shown, pile),
    h("div", { class: "pad" }, ...["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "⌫"].map((key) => button(key, () => press(key), { kind: "quiet" }))),
    h("div", { class: "row" }, button("Confirm", () => now() !== null && send(now()), { key: "Enter", kind: "primary" }), button("Back", cancel, { key: "Esc", kind: "quiet" })),
  );
  draw();
  return {
    node,
    onKey(event) {
      if (event.key === "Enter") {
        if (now() !== null) send(now());
      } else if (event.key === "Escape") cancel();
      else if (event.key === "Backspace") press("⌫");
      else if (/^[\d.]$/.test(event.key)) return press(event.key);
      else return false;
      return true;
    },
  };
}

// Cards selected from a hand: a digit selects that card, + first where several are meant.
function pickInput(ask, send) {
  const { pool, says } = ask.pick;
  const chosen = new Set();
  let several = false;
  const marks = range(pool).map((place) => button(`Card ${place}`, () => flip(place), { key: String(place), pressed: false, kind: "choice" }));
  const go = button("Confirm", () => finish(), { key: "Enter", kind: "primary" });
  const flip = (place) => {
    if (chosen.has(place)) chosen.delete(place);
    else chosen.add(place);
    marks[place - 1].setAttribute("aria-pressed", String(chosen.has(place)));
  };
  const finish = () => chosen.size > 0 && (send([...chosen].sort()), true);
  return {
    node: h(
      "div",
      {},
      h("p", { class: "says" }, says.replace(/^./, (letter) => letter.toUpperCase())),
      h("div", { class: "choices" }, ...marks, go),
      h("p", { class: "key-legend" }, h("span", {}, h("kbd", {}, `1–${pool}`), " that card"), h("span", {}, h("kbd", {}, "+"), " several, then Enter")),
    ),
    onKey(event) {
      const place = digit(event);
      if (place && place <= pool) {
        if (several) flip(place);
        else send([place]);
      } else if (place !== null) return { message: `There is no card ${place} to select from.`, remedy: `Key 1 to ${pool}.` };
      else if (event.key === "+") several = true;
      else if (event.key === "Enter") return finish() || { message: "No card is selected yet.", remedy: `Key 1 to ${pool}.` };
      else return false;
      return true;
    },
  };
}

function choicesInput(ask, view, send) {
  const taken = new Set();
  const keys = new Map();
  const stage = h("div", {});
  let inner = null;
  const other = (choice, start) => {
    inner = amountInput(
      choice,
      (amount) => send([choice.word, amount]),
      () => {
        inner = null;
        stage.replaceChildren(list);
      },
      start,
    );
    stage.replaceChildren(inner.node);
  };
  const buttons = ask.choices.flatMap((choice) => {
    if (choice.least !== undefined && !choice.wager) {
      // A number of a card: one button each, by its digit.
      return range(choice.most).filter((each) => each >= choice.least).map((each) => {
        const press = () => send([choice.word, each]);
        keys.set(String(each), press);
        const known = view.cards[ask.hand ?? String(ask.seat)]?.[each - 1];
        return button(`${known && known !== "??" ? shortName(known) : `Card ${each}`} ${choice.label}`, press, { key: String(each), kind: "choice" });
      });
    }
    const letter = letterFor(choice.label, taken);
    const press = () => send(choice.word);
    if (letter) keys.set(letter, press);
    const amount = choice.wager && choice.most ? ` ${dollars(choice.most)}` : "";
    const made = button(`${choice.label}${amount}`, press, { key: letter, kind: "choice" });
    made.append(h("small", {}, isRanged(choice) ? `${choice.says}; for less type the amount` : choice.says));
    return isRanged(choice) ? [made, button(`${choice.label} less`, () => other(choice, ""), { key: "0–9", kind: "choice quiet" })] : [made];
  });
  const ranged = ask.choices.filter(isRanged);
  const list = h("div", { class: "choices" }, ...buttons);
  stage.append(list);
  return {
    node: stage,
    onKey(event) {
      if (inner) return inner.onKey(event);
      const press = keys.get(event.key.length === 1 ? event.key.toUpperCase() : event.key);
      if (press) {
        press();
        return true;
      }
      if (event.key === "Enter" && ask.choices.length === 1) {
        send(ask.choices[0].word);
        return true;
      }
      if (digit(event) !== null && ranged.length === 1) {
        other(ranged[0], event.key);
        return true;
      }
      return false;
    },
  };
}

export function askInput(data, act) {
  const asks = data.frame.view.due.asks;
  let at = 0;
  const node = h("div", { class: "ask" });
  let inner = null;
  const same = button("The same for all the rest", () => act.same(asks.slice(at)), { key: "=", kind: "quiet same" });
  const show = () => {
    const ask = asks[at];
    const send = (answer) => act.answer(ask, answer);
    inner = ask.pick ? pickInput(ask, send) : choicesInput(ask, data.frame.view, send);
    const tabs =
      asks.length > 1
        ? h(
            "div",
            { class: "seat-tabs", role: "group", "aria-label": "Position" },
            ...asks.map((each, place) =>
              button(`Position ${each.seat}`, () => {
                at = place;
                show();
              }, { pressed: place === at, kind: "quiet" }),
            ),
          )
        : null;
    node.replaceChildren(...[tabs, inner.node, act.said(ask) ? h("div", { class: "row" }, same) : null].filter(Boolean));
  };
  show();
  return {
    node,
    onKey(event) {
      if (asks.length > 1 && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
        at = (at + (event.key === "ArrowLeft" ? asks.length - 1 : 1)) % asks.length;
        show();
        return true;
      }
      if (event.key === "=") return act.same(asks.slice(at));
      return inner.onKey(event);
    },
    again: show,
  };
}
