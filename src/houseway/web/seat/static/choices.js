// What a player is asked, as something to press: big buttons with a letter and an amount, the control of
// `amounts.js` where an amount is chosen, cards to tap or drag where cards are.

import { dollars } from "../art/chips.js";
import { card, cardName } from "../art/felt.js";
import { advicePanel, markWorth } from "./advice.js";
import { amountControl } from "./amounts.js";
import { view } from "./seat.js";

const make = (name, options = {}, ...inside) => {
  const { data = {}, ...rest } = options;
  const made = Object.assign(document.createElement(name), rest);
  Object.assign(made.dataset, data);
  made.append(...inside);
  return made;
};

// The first letter of each word that no other choice has.
function letters(words) {
  const taken = new Set();
  return words.map((word) => {
    const found = [...word.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !taken.has(letter)) ?? "";
    taken.add(found);
    return found;
  });
}

function marked(word, letter) {
  const at = letter ? word.toLowerCase().indexOf(letter) : -1;
  const text = make("span", { className: "word" });
  if (at < 0) text.append(word);
  else text.append(word.slice(0, at), make("u", {}, word[at]), word.slice(at + 1));
  return text;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// What a question is answered with, by its control.
const CONTROLS = { pick: ["picks", picking], set: ["sets", setting], buttons: ["", buttons] };

export function decide(ask, { cards, answer, hinted, purse }) {
  const [kind, control] = CONTROLS[ask.control];
  const box = make("div", { className: `choices ${kind}` });
  box.append(...control(ask, { cards, answer, hinted, purse }));
  box.append(advicePanel(ask, hinted));
  return box;
}

function buttons(ask, { answer, hinted, purse }) {
  const row = make("div", { className: "buttons" });
  const more = [];
  const keys = letters(ask.choices.map((choice) => choice.label));
  ask.choices.forEach((choice, place) => {
    const key = keys[place];
    const button = make("button", { type: "button", className: "choice", title: choice.says, data: { key, word: choice.word } });
    button.append(marked(choice.label, key));
    const ranged = choice.least !== undefined && choice.least !== choice.most && choice.wager;
    const least = choice.least ?? 0;
    if (choice.wager && least > purse) button.disabled = true;
    if (ranged) {
      const amount = amountControl(choice, purse);
      button.append(amount.output);
      button.addEventListener("click", () => answer([choice.word, amount.take()], button));
      if (amount.row) more.push(amount.row);
    } else {
      if (choice.wager) button.append(make("span", { className: "sum", textContent: dollars(choice.most) }));
      button.addEventListener("click", () => answer(choice.word, button));
    }
    markWorth(button, choice, hinted);
    row.append(button);
  });
  row.dataset.count = String(ask.choices.length);
  return [row, ...more];
}

// A hand to set: the card in the second box changes places with the one tapped, or dragged there. Choices that name no
// card set it otherwise.
function setting(ask, { cards, answer, hinted }) {
  const [first, second] = ask.boxes;
  const placing = ask.choices.find((choice) => choice.least !== undefined);
  let chosen = hinted?.ready && hinted.best?.[0] === placing.word ? hinted.best[1] : 0;
  const box = make("div", { className: "setting" });
  const rest = make("div", { className: `box rest ${first.part}`, data: { box: first.part } });
  const target = make("div", { className: `box ${second.part}`, data: { box: second.part } });
  const others = ask.choices.filter((choice) => choice !== placing);
  const [key, ...keys] = letters([ask.confirm, ...others.map((choice) => choice.label)]);
  const confirm = make("button", { type: "button", className: "choice primary", disabled: true, data: { key } }, marked(ask.confirm, key));
  const draw = () => {
    rest.replaceChildren(make("span", { className: "label", textContent: first.label }));
    target.replaceChildren(make("span", { className: "label", textContent: second.label }));
    cards.forEach((text, place) => {
      const on = chosen === place + 1;
      const button = make("button", { type: "button", className: "pick-card", draggable: true, data: { key: String(place + 1) } }, card(text));
      const label = second.label.toLowerCase();
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-label", `${cardName(text)}: ${on ? label : `put it ${label}`}, key ${place + 1}`);
      button.addEventListener("click", () => choose(place + 1));
      button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", String(place + 1)));
      (on ? target : rest).append(button);
    });
    if (!chosen) target.append(make("span", { className: "slot" }));
    confirm.disabled = !chosen;
    // The plate is there once the box lies in the hand.
    queueMicrotask(tell);
  };
  const tell = () => {
    const plate = box.closest(".own-hand")?.querySelector(".plate b");
    if (!plate) return;
    plate.dataset.whole ??= plate.textContent;
    const [made, other] = view()?.placings?.[chosen - 1] ?? [];
    plate.textContent = made ? `${first.label}: ${made}, ${second.label.toLowerCase()}: ${other}` : plate.dataset.whole;
  };
  const choose = (place) => {
    chosen = chosen === place ? 0 : place;
    draw();
    box.querySelector(`[data-key="${place}"]`)?.focus({ preventScroll: true });
  };
  for (const onto of [rest, target]) {
    onto.addEventListener("dragover", (event) => event.preventDefault());
    onto.addEventListener("drop", (event) => {
      event.preventDefault();
      const place = Number(event.dataTransfer.getData("text/plain"));
      chosen = onto === target ? place : chosen === place ? 0 : chosen;
      draw();
    });
  }
  draw();
  box.append(rest, target);
  confirm.addEventListener("click", () => answer([placing.word, chosen], confirm));
  const more = others.map((choice, place) => {
    const button = make("button", { type: "button", className: "choice quiet", title: choice.says, data: { key: keys[place] } }, marked(choice.label, keys[place]));
    button.addEventListener("click", () => answer(choice.word, button));
    return button;
  });
  return [box, make("div", { className: "buttons", data: { count: String(1 + more.length) } }, ...more, confirm)];
}

// Cards to pick: one, or several that go together; the table says so where they do not.
function picking(ask, { cards, answer, hinted }) {
  const chosen = new Set(hinted?.ready && Array.isArray(hinted.best) ? hinted.best : []);
  const row = make("div", { className: "setting picking" });
  row.style.setProperty("--count", String(ask.pick.pool));
  const [key] = letters([ask.confirm]);
  const confirm = make("button", { type: "button", className: "choice primary", disabled: true, data: { key } }, marked(ask.confirm, key));
  const together = (each) => ask.pick.together.includes(cards[each - 1][0]);
  const draw = () => {
    row.replaceChildren();
    cards.slice(0, ask.pick.pool).forEach((text, place) => {
      const on = chosen.has(place + 1);
      const button = make("button", { type: "button", className: "pick-card", data: { key: String(place + 1) } }, card(text));
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-label", `${cardName(text)}, key ${place + 1}`);
      button.addEventListener("click", () => {
        if (on) chosen.delete(place + 1);
        else {
          // A card that goes with no other stands alone.
          if (!together(place + 1) || ![...chosen].every(together)) chosen.clear();
          chosen.add(place + 1);
        }
        draw();
        row.querySelector(`[data-key="${place + 1}"]`)?.focus({ preventScroll: true });
      });
      row.append(button);
    });
    confirm.disabled = !chosen.size;
  };
  draw();
  confirm.addEventListener("click", () => answer([...chosen].sort(), confirm));
  return [make("p", { className: "pick-says", textContent: `${capital(ask.pick.says)}.` }), row, make("div", { className: "buttons", data: { count: "1" } }, confirm)];
}
