// What is said between the stage and the choices: whose turn it is, what is asked, by which clause.

import { card } from "../art/felt.js";
import { openClause } from "./results.js";
import { $, mineIsDue, myAsk, narrow, view } from "./seat.js";
import { words } from "./words.js";

// On a phone the dock may lie over hands that were split: those that a decision hangs on, once more and small.
let miniKey = "";
function drawMini() {
  const now = view();
  const ask = myAsk();
  const shown = ask?.hand?.includes(".") && narrow.matches;
  const middle = Object.keys(now?.cards ?? {}).find((place) => !/^\d/.test(place));
  const groups = shown ? [now.cards[ask.hand], now.cards[middle] ?? []] : [];
  const key = JSON.stringify(groups);
  if (key === miniKey) return;
  miniKey = key;
  $("mini").replaceChildren(
    ...groups
      .filter((texts) => texts.length)
      .map((texts) => {
        const group = document.createElement("span");
        group.className = "group";
        group.append(...texts.map((text) => card(text)));
        return group;
      }),
  );
}

export function drawSay() {
  drawMini();
  const [prompt, rule, clause, warn] = words();
  const say = $("say");
  say.classList.toggle("warn", Boolean(warn));
  say.classList.toggle("mine", mineIsDue());
  if ($("prompt").textContent !== prompt) $("prompt").textContent = prompt;
  const key = `${rule}|${clause}`;
  if ($("rule").dataset.key === key) return;
  $("rule").dataset.key = key;
  $("rule").replaceChildren(rule);
  if (clause) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "cite";
    more.textContent = "Rule";
    more.setAttribute("aria-label", "Read the rule behind this");
    more.addEventListener("click", () => openClause(clause, more));
    $("rule").append(" ", more);
  }
}
