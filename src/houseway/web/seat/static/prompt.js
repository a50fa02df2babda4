// What is said between the stage and the choices: whose turn it is, what is asked, by which clause.

import { openClause } from "./results.js";
import { $, mineIsDue } from "./seat.js";
import { words } from "./words.js";

// Whether there is more to read than what is asked: on a small phone the rest gives way to it.
export function drawCrowded() {
  const hinted = Boolean(document.querySelector("#acts .says"));
  document.body.classList.toggle("hinted", hinted);
  document.body.classList.toggle("crowded", hinted || !$("leaving").hidden || !$("repeating").hidden);
}

export function drawSay() {
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
