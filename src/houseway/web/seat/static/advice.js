// Help with a decision: the best choice marked, what each one is worth in money at the stake, the reason in a sentence.
// It is fetched when it is asked for, or with every question where the player wants hints always or a coach.

import { exact } from "../art/chips.js";
import { get } from "../service/http.js";
import { amountsBetween } from "./amounts.js";
import { speakUp } from "./coach.js";
import { switchFor, wants } from "./help_switches.js";
import { api, myAsk, on, page, purse, stamp, state } from "./seat.js";

const AGAIN = 2000;
let known = null; // the advice on one question, with its stamp
let fetching = "";

const make = (name, options = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), options);
  made.append(...inside);
  return made;
};

const minus = (text) => text.replace("-", "−");

async function fetchAdvice() {
  const asked = stamp();
  if (known?.stamp === asked && known.ready) return known;
  fetching = asked;
  let found;
  try {
    found = { stamp: asked, ...(await get(`${api}/hint`)) };
  } catch (error) {
    found = { stamp: asked, ready: false, says: error.message };
  }
  if (asked === stamp()) known = found;
  return found;
}

// The player asks for it.
export async function hint() {
  const found = await fetchAdvice();
  if (found.stamp !== stamp()) return;
  state.hint = found;
  on.draw();
  later(found, hint);
}

// A question has come: who wants hints always, or a coach, need not ask.
export async function prepareAdvice() {
  if (!myAsk() || fetching === stamp() || !(wants("hints") || wants("coach"))) return;
  const found = await fetchAdvice();
  if (found.stamp !== stamp()) return;
  later(found, () => {
    fetching = "";
    prepareAdvice();
  });
  if (found.ready && wants("hints")) {
    state.hint = found;
    on.draw();
  }
}

// The figures may still be worked out: they are asked for again while the question stands.
function later(found, again) {
  if (!found.ready && myAsk()) setTimeout(() => found.stamp === stamp() && again(), AGAIN);
}

// What is to be done when an answer has been taken: whoever wants a coach hears of it where it gave money away.
// Nobody is blamed for what the chips did not allow.
export function coach(given) {
  const advice = wants("coach") && known?.ready && known.stamp === stamp() && known.choices.length ? known : null;
  const best = advice?.choices.find((each) => each.best);
  const raise = best && myAsk().choices?.find((each) => each.word === best.word && each.wager);
  if (raise && raise.least > purse()) return () => {};
  if (raise && Array.isArray(given) && given[0] === raise.word && given[1] >= mostOf(raise)) return () => {};
  return () => advice && speakUp(advice, given);
}

const mostOf = (choice) => amountsBetween(choice.least, Math.max(choice.least, Math.min(choice.most, purse())), page.chips[0]).at(-1);

const signed = (cents) => (Math.round(cents) ? `${cents > 0 ? "+" : "−"}${exact(Math.abs(Math.round(cents)))}` : "$0");

// A button's worth, and whether it is the best. With a hint the others step back; without one all weigh the same.
export function markWorth(button, choice, hinted) {
  const found = hinted?.ready ? hinted.choices?.find((each) => each.word === choice.word) : null;
  if (!found) return;
  button.classList.add(found.best ? "best" : "quiet");
  const worth = make("span", { className: "worth" });
  const say = (cents) => {
    worth.textContent = signed(cents);
    worth.setAttribute("aria-label", `${found.best ? "best, " : ""}${cents < 0 ? "loses" : "wins"} ${worth.textContent.replace(/^[+−]/, "")} on average`);
  };
  const amount = button.querySelector("[data-cents]");
  // Each cent of an amount that may be chosen wins the same.
  const at = () => (amount && found.each !== null ? found.cents - found.each * (found.answer[1] - Number(amount.dataset.cents)) : found.cents);
  say(at());
  button.addEventListener("input", () => say(at()));
  button.append(worth);
}

export function advicePanel(ask, hinted) {
  const box = make("div", { className: "advice" });
  if (!hinted) {
    const button = make("button", { type: "button", className: "quiet", title: "The best play, and what each choice is worth (?)" }, "Hint");
    button.addEventListener("click", hint);
    box.append(button);
    return box;
  }
  box.append(make("p", { className: "says", textContent: hinted.says }));
  if (hinted.choices?.length && ask.control !== "buttons") {
    const list = make("ul");
    for (const each of hinted.choices) {
      const name = each.remark ? `${each.name} (${each.remark})` : each.name;
      list.append(make("li", { className: each.best ? "best" : "" }, make("span", { textContent: name }), make("b", { textContent: minus(each.worth) })));
    }
    box.append(list);
  }
  const foot = make("div", { className: "advice-foot" });
  if (hinted.base) foot.append(make("details", {}, make("summary", { textContent: "How it is counted" }), make("small", { textContent: hinted.base })));
  foot.append(switchFor("hints", "Hints always on", on.draw));
  box.append(foot);
  return box;
}
