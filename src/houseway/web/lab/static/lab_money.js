// Money over time: what the wager should win in a shift, whether a result was luck, what a bankroll must be.

import { Asker } from "./lab_ask.js";
import { make } from "./lab_dom.js";
import { showWrongIn } from "./lab_figures.js";
import { askIn, askedIn } from "./lab_tabs.js";
import { sentence } from "./lab_words.js";

const REST = 250; // milliseconds without a letter before it is asked

const form = document.getElementById("money-form");
const place = document.getElementById("money-found");
const fields = [...form.querySelectorAll("input")];
const usual = new Map(fields.map((field) => [field.name, field.value]));

// What is not as usual.
export function moneyQuery() {
  const words = new URLSearchParams();
  for (const field of fields) if (field.value.trim() !== usual.get(field.name)) words.set(field.name, field.value.trim());
  return words.toString();
}

export function beginMoney(query) {
  let drawn = null;
  let resting = 0;
  const asker = new Asker(
    "/api/lab/money",
    (answer) => {
      place.classList.remove("waits");
      const left = showWrongIn(form, answer.wrong);
      if (left) place.replaceChildren(make("p", { class: "wrong" }, left));
      else if (answer.wrong.length) place.classList.add("waits");
      else place.replaceChildren(...told(answer));
    },
    (error) => {
      drawn = null;
      place.classList.remove("waits");
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    },
  );
  const ask = () => {
    const asked = `${query()}&${moneyQuery()}`;
    if (asked === drawn) return;
    drawn = asked;
    if (place.querySelector("dl")) place.classList.add("waits");
    else place.replaceChildren(make("p", { class: "quiet" }, "Working it out …"));
    asker.ask(asked);
    document.dispatchEvent(new CustomEvent("lab:axis"));
  };
  form.addEventListener("input", () => {
    askIn("money", moneyQuery());
    clearTimeout(resting);
    resting = setTimeout(ask, REST);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  for (const [name, value] of askedIn("money")) if (usual.has(name)) form.elements[name].value = value;
  return ask;
}

function told(answer) {
  const made = [];
  if (answer.says) made.push(make("p", { class: "says" }, answer.says));
  for (const [title, worths] of [["A shift", answer.shift], ["Bankroll", answer.bankroll]]) {
    const facts = make("dl", { class: "facts" });
    for (const each of worths) facts.append(make("dt", {}, each.name), make("dd", {}, each.shown));
    made.push(make("section", {}, make("h3", {}, title), facts));
  }
  return made;
}
