// A round once more, step by step, as one seat saw it; what each decision was worth; a link and a file of it.

import { dollars } from "../art/chips.js";
import { amountOf, card } from "../art/felt.js";
import { get } from "../service/http.js";

const $ = (id) => document.getElementById(id);
const { table, number, seat, share } = $("replay").dataset;

const make = (name, className, ...inside) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...inside);
  return made;
};

const capital = (text) => text[0].toUpperCase() + text.slice(1).replaceAll("-", " ");
const owner = (place) => place.split(".")[0];

function labelOf(place, mine) {
  const [who, part] = place.split(".");
  if (!/^\d+$/.test(who)) return capital(who);
  const name = Number(who) === mine ? "You" : `Seat ${who}`;
  return part === undefined ? name : `${name}, ${/^\d+$/.test(part) ? `hand ${part}` : part.replaceAll("-", " ")}`;
}

let replay = null;
let at = 0;

function drawCloth(view) {
  const places = Object.keys(view.cards).filter((place) => view.cards[place].length);
  const rank = (place) => (!/^\d/.test(place) ? 0 : Number(owner(place)) === replay.seat ? 1 : 2);
  places.sort((one, other) => rank(one) - rank(other));
  $("cloth").replaceChildren(
    ...places.map((place) => {
      const kind = ["house", "mine", "other"][rank(place)];
      const stakes = amountOf(view.stakes[place] ?? {});
      const label = make("figcaption", "", make("b", "", labelOf(place, replay.seat)));
      if (view.reads[place]) label.append(make("span", "reads", view.reads[place]));
      if (stakes) label.append(make("span", "stake", dollars(stakes)));
      return make("figure", kind, make("div", "cards", ...view.cards[place].map((text) => card(text))), label);
    }),
  );
}

function drawDecision(decision) {
  const box = $("decision");
  box.hidden = !decision;
  if (!decision) return;
  const { grade } = decision;
  box.className = !grade ? "" : grade.right ? "right" : "wrong";
  box.replaceChildren(make("p", "asked", decision.title), make("p", "answered", `You chose: ${decision.answer}`));
  if (grade) box.append(make("p", "grade", `${grade.right ? "✓ " : ""}${grade.says}`), make("p", "base", grade.base));
  else box.append(make("p", "base", replay.graded ? "No figure is known for this decision." : "The figures are being worked out: look again in a moment."));
}

function drawLines(view) {
  const own = view.lines.filter((line) => line.seat === replay.seat);
  $("lines").hidden = !own.length;
  $("lines").replaceChildren(...own.map((line) => make("li", "", line.says ?? "")));
}

function draw() {
  const step = replay.steps[at];
  drawCloth(step.view);
  drawDecision(step.decision);
  drawLines(step.view);
  $("says").textContent = `${at + 1} of ${replay.steps.length}: ${step.says}`;
  $("step").value = String(at);
  $("step").setAttribute("aria-valuetext", `Step ${at + 1} of ${replay.steps.length}`);
  for (const button of document.querySelectorAll("[data-go]")) {
    const back = button.dataset.go === "first" || button.dataset.go === "back";
    button.disabled = back ? at === 0 : at === replay.steps.length - 1;
  }
}

function go(to) {
  if (!replay) return;
  const moves = { first: 0, back: at - 1, on: at + 1, last: replay.steps.length - 1 };
  at = Math.min(Math.max(moves[to] ?? Number(to), 0), replay.steps.length - 1);
  draw();
}

function about() {
  const { net } = replay;
  const ended = replay.void ? `Void: ${replay.void}.` : net > 0 ? `Won ${dollars(net)}.` : net < 0 ? `Lost ${dollars(-net)}.` : "Even.";
  const graded = replay.steps.map((step) => step.decision?.grade).filter(Boolean);
  const wrong = graded.filter((grade) => !grade.right).length;
  const played = !graded.length ? "" : wrong ? ` ${graded.length - wrong} of ${graded.length} decisions were the best.` : ` Every decision was the best: ${graded.length}.`;
  return `${replay.name}, table ${replay.table}, seat ${replay.seat}. ${ended}${played}`;
}

for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => go(button.dataset.go));
$("step").addEventListener("input", () => go($("step").value));
addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (!to) return;
  event.preventDefault();
  go(to);
});

$("share").addEventListener("click", async () => {
  const link = new URL(`/rounds/${encodeURIComponent(table)}/${number}?seat=${replay.seat}&share=${replay.share}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    $("copied").textContent = "Copied: whoever has the link sees the round as you saw it.";
  } catch {
    $("copied").textContent = link;
  }
});

try {
  const asked = new URLSearchParams(Object.entries({ seat, share }).filter(([, value]) => value));
  replay = await get(`/api/tables/${encodeURIComponent(table)}/rounds/${number}/replay?${asked}`);
  $("about").textContent = about();
  $("step").max = String(replay.steps.length - 1);
  $("record").href = `/api/tables/${encodeURIComponent(table)}/rounds/${number}/record`;
  $("share").hidden = !replay.share;
  for (const id of ["cloth", "steps", "keep"]) $(id).hidden = false;
  draw();
} catch (error) {
  $("about").textContent = [error.message, error.remedy].filter(Boolean).join(": ");
}
