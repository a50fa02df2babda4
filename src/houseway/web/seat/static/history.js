// The rounds played at this table, and what the player's session came to beside what was expected.

import { card } from "../art/felt.js";
import { dollars } from "../art/chips.js";
import { get } from "../service/http.js";
import { page, state } from "./seat.js";

const make = (name, className, ...inside) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...inside);
  return made;
};

const api = `/api/tables/${encodeURIComponent(page.table)}`;
const signed = (cents) => `${cents > 0 ? "+" : cents < 0 ? "−" : ""}${dollars(Math.abs(cents))}`;

function sessionBox(session) {
  const box = make("section", "session", make("h3", "", "This session"), ...session.says.map((text) => make("p", "", text)));
  if (session.decisions.length) {
    const head = make("tr", "", ...["Decision", "Best", "Not the best", "Gave up"].map((text) => Object.assign(make("th", "", text), { scope: "col" })));
    const rows = session.decisions.map((each) =>
      make("tr", "", Object.assign(make("th", "", each.title), { scope: "row" }), make("td", "", String(each.right)), make("td", "", String(each.wrong)), make("td", "", each["gave-up"] ? dollars(Math.round(each["gave-up"])) : "–")),
    );
    box.append(make("table", "", make("thead", "", head), make("tbody", "", ...rows)));
  }
  if (!session.graded) box.append(make("p", "", "The figures of some decisions are still being worked out."));
  return box;
}

// Of a round that is opened: its cards, its decisions with their grades, a way to step through it.
async function own(round, into) {
  try {
    const replay = await get(`${api}/rounds/${round.round}/replay`);
    const last = replay.steps.at(-1).view;
    const mine = Object.entries(last.cards).filter(([place]) => Number(place.split(".")[0]) === replay.seat);
    const marks = replay.steps
      .map((step) => step.decision)
      .filter(Boolean)
      .map((decision) => make("li", "", `${decision.answer}: ${decision.grade ? decision.grade.says : "not graded"}`));
    const link = Object.assign(make("a", "button quiet", "Step through this round"), { href: `/rounds/${encodeURIComponent(page.table)}/${round.round}` });
    into.prepend(
      make("p", "", make("span", "history-cards", ...mine.flatMap(([, cards]) => cards.map((text) => card(text)))), " ", link),
      make("ul", "", ...marks),
    );
  } catch {
    // Somebody else's round, or one that was played before: its lines are all there is.
  }
}

function roundItem(round, lineList) {
  const made = document.createElement("details");
  made.dataset.round = String(round.round);
  const lines = round.lines.filter((line) => line.seat === state.seat);
  const net = lines.reduce((sum, line) => sum + line.returned - line.stake, 0);
  const when = new Date(round.at / 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  const told = round.void ? "void" : `${round.lines.length} ${round.lines.length === 1 ? "line" : "lines"}${lines.length ? ` · you ${signed(net)}` : ""}`;
  made.append(make("summary", "", make("b", "", `Round ${round.round}`), make("time", "", when), make("span", "", told)));
  made.addEventListener(
    "toggle",
    () => {
      if (!made.open || made.children.length > 1) return;
      const inside = make("div", "", lineList(round.lines, true));
      made.append(inside);
      if (lines.length) own(round, inside);
    },
    { once: true },
  );
  return made;
}

export async function showHistory(lineList) {
  document.getElementById("history").textContent = "Looking…";
  listed = lineList;
  await draw();
}

// Something in it has changed: where it is open it is drawn anew, with the same rounds open.
export function refreshHistory() {
  if (listed && document.getElementById("drawer").open && !document.getElementById("panel-history").hidden) draw();
}

let listed = null;

async function draw() {
  const box = document.getElementById("history");
  try {
    const session = state.seat === null ? null : get(`${api}/session`).catch(() => null);
    const found = await get(`${api}/history?rounds=25`);
    const told = await session;
    const open = new Set([...box.querySelectorAll("details[open]")].map((each) => each.dataset.round));
    const rounds = found.rounds.map((round) => roundItem(round, listed));
    for (const each of rounds) each.open = open.has(each.dataset.round);
    box.replaceChildren(...(told ? [sessionBox(told)] : []), ...rounds);
    if (!found.rounds.length) box.append("No round was played here yet.");
  } catch (error) {
    box.textContent = error.message;
  }
}
