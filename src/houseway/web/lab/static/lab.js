// The Lab: cells, controls and figures, and the link that every state of the page has.

import { Asker } from "./lab_ask.js";
import { wireCells } from "./lab_cells.js";
import { beginApproved } from "./lab_approved.js";
import { beginCurve, chooseAxis, showAxes } from "./lab_curve.js";
import { beginDesigns, comparedQuery } from "./lab_designs.js";
import { showAnswer, showFault, showWrong, stale } from "./lab_figures.js";
import { showMeters, wireMeters } from "./lab_meters.js";
import { beginRules } from "./lab_rules.js";
import { beginOwnStrategy } from "./lab_own_strategy.js";
import { beginSheet } from "./lab_sheet.js";
import { beginMoney, moneyQuery } from "./lab_money.js";
import { State } from "./lab_state.js";
import { beginStrategy } from "./lab_strategy.js";
import { beginTabs, refresh, whenShown } from "./lab_tabs.js";
import { beginTake } from "./lab_take.js";
import { beginTarget, targetQuery } from "./lab_target.js";
import { beginWagers } from "./lab_wagers.js";
import { learnNames, sentence } from "./lab_words.js";

document.documentElement.classList.add("scripted");
const first = JSON.parse(document.getElementById("answer").textContent);
learnNames(first);
const state = new State(first.link);
for (const name of ["game", "edition", "wager", "paytable"]) state.set(name, first[name]);
const past = [state.query()];
const query = () => state.query();
const axis = document.getElementById("axis");
let newest = first;

const figures = new Asker(
  "/api/lab/figures",
  (answer, asked, last) => {
    showWrong(answer.wrong);
    if (answer.wrong.length === 0) {
      newest = answer;
      showMeters(answer.meters);
      showAxes(answer.axes);
      showAnswer(answer);
      document.querySelector(".results").dataset.asked = asked;
      document.dispatchEvent(new CustomEvent("lab:answer"));
      if (last) refresh();
    }
    if (last) fresh(answer.wrong.length > 0);
  },
  (error) => {
    stale(true);
    showFault(sentence(error));
  },
);

// Figures are greyed where new ones do not come at once: a page that dims with every step of a drag only flickers.
const AT_ONCE = 90; // milliseconds
let dimming = 0;

function staleSoon() {
  if (!dimming) dimming = setTimeout(() => stale(true), AT_ONCE);
}

function fresh(wrong) {
  clearTimeout(dimming);
  dimming = 0;
  stale(wrong);
}

let typing = ""; // the field of which each letter was heard: to undo is to undo the whole of it

function changed(done = true, typed = "") {
  const now = query();
  if (typed && typed === typing && past.length > 1) past[past.length - 1] = now;
  else if (done && past.at(-1) !== now) past.push(now);
  if (done) typing = typed;
  history.replaceState(null, "", `/lab?${now}${location.hash}`);
  document.querySelector('[data-do="undo"]').disabled = past.length < 2;
  staleSoon();
  figures.ask(now);
}

document.addEventListener("focusout", () => (typing = ""));

wireCells(document, (field, text, done, typed) => {
  const input = document.getElementById(field);
  state.set(field, text === input.dataset.printed ? "" : text);
  chooseAxis(field);
  changed(done, typed ? field : "");
});

// What the page is made of changes with these: the server makes it anew, with everything else as it is.
for (const choice of document.querySelectorAll("[data-choose]")) {
  choice.addEventListener("change", () => {
    const name = choice.name;
    const clears = { game: ["edition", "wager", "paytable", "strategy", "case"], edition: ["paytable"], wager: ["paytable", "case"] }[name] || [];
    for (const other of clears) state.set(other, "");
    if (name === "game" || name === "edition") state.clear();
    state.set(name, choice.value);
    location.assign(`/lab?${state.query()}${location.hash}`);
  });
}

for (const option of document.querySelectorAll("[data-option]")) {
  option.addEventListener("change", () => {
    const value = option.value.slice(option.value.indexOf("=") + 1);
    state.set(option.id, value === option.dataset.approved ? "" : value);
    changed();
  });
}

wireMeters((field, text) => {
  state.set(field, text);
  changed(true, field);
});

const DOES = {
  undo() {
    past.pop();
    state.load(past.at(-1));
    for (const input of document.querySelectorAll("[data-cell]")) input.value = state.get(input.id) || input.dataset.printed;
    for (const amount of document.querySelectorAll("[data-amount]")) amount.value = state.get(amount.id);
    for (const option of document.querySelectorAll("[data-option]")) {
      option.value = `${option.id.slice(option.id.indexOf(":") + 1)}=${state.get(option.id) || option.dataset.approved}`;
    }
    changed(false);
  },
  reset() {
    state.clear();
    for (const name of ["strategy", "case"]) state.set(name, "");
    location.assign(`/lab?${state.query()}${location.hash}`);
  },
  async share(button) {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Link copied";
      button.addEventListener("blur", () => (button.textContent = "Copy link"), { once: true });
    } catch {
      globalThis.prompt("The link of this state", location.href);
    }
  },
};

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  if (button) DOES[button.dataset.do](button);
});

// An option or a rule chosen elsewhere.
function choose(field, value) {
  const option = document.getElementById(field);
  option.value = `${field.slice(field.indexOf(":") + 1)}=${value}`;
  option.dispatchEvent(new Event("change"));
}

// Pays found elsewhere, put into the cells.
function fill(pays) {
  for (const [field, pay] of Object.entries(pays)) {
    const input = document.getElementById(field);
    input.value = pay;
    state.set(field, pay === input.dataset.printed ? "" : pay);
  }
  changed();
  document.getElementById("tab-paytable").click();
}

showAnswer(first);
showWrong(first.wrong);
document.querySelector(".results").dataset.asked = location.search.slice(1);
stale(first.wrong.length > 0);
whenShown("target", beginTarget(query, fill));
whenShown("designs", beginDesigns(() => ({ link: query(), says: `${newest["game-name"]}, ${newest["wager-name"]}: ${newest.figures[0].shown}` })));
const curve = beginCurve(query);
const approved = first.paytables.length > 1 ? beginApproved(query, first.paytables, () => newest) : () => {};
whenShown("paytable", () => {
  curve();
  approved();
});
whenShown("money", beginMoney(query));
beginTake(query, {
  money: (now) => `${now}&${moneyQuery()}`,
  curve: (now) => `${now}&axis=${encodeURIComponent(axis.value)}`,
  target: (now) => `${now}&${targetQuery()}`,
  compare: () => comparedQuery(),
});
whenShown("wagers", beginWagers(query, first.wagers));
if (document.getElementById("worth")) whenShown("rules", beginRules(query, first.rules, choose));
if (document.getElementById("charts")) {
  whenShown("strategy", beginStrategy(query));
  beginOwnStrategy(query);
}
beginSheet(query);
beginTabs();
