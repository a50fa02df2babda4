// What became of a round: the total, and a sentence with its money for every hand and side bet. A press on one shows its
// lines, the row of its paytable and the rule behind it.

import { clauseSaid, dollars, paysSaid } from "../art/chips.js";
import { get } from "../service/http.js";
import { showClause } from "./drawer.js";
import { api, eventName, names, on, page, state } from "./seat.js";

const make = (name, options = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), options);
  made.append(...inside);
  return made;
};

const sum = (lines, of) => lines.reduce((all, line) => all + of(line), 0);
const netOf = (lines) => sum(lines, (line) => line.returned - line.stake);
const signed = (net) => (net > 0 ? `+${dollars(net)}` : dollars(net));
const mood = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "even");

export function resultCard({ round, lines }) {
  const net = netOf(lines);
  const box = make("section", { className: `result ${mood(net)}` });
  box.setAttribute("aria-label", `Result of round ${round}`);
  const title = make(
    "p",
    {},
    make("strong", { textContent: net > 0 ? `You won ${dollars(net)}` : net < 0 ? `You lost ${dollars(-net)}` : "Even" }),
    make("small", { textContent: `Round ${round} · ${lines.length} ${lines.length === 1 ? "line" : "lines"}` }),
  );
  title.setAttribute("role", "status");
  const close = make("button", { type: "button", className: "quiet close", textContent: "✕" });
  close.setAttribute("aria-label", "Close the result");
  close.addEventListener("click", () => {
    state.result = null;
    on.draw();
  });
  box.append(make("header", {}, title, close), outcomes(together(lines)));
  return box;
}

// Settlement lines one by one, each of which opens to why it ended so.
export function lineList(lines, withSeat = false) {
  return outcomes(
    lines.map((line) => [line]),
    withSeat,
  );
}

// The lines of a hand that ended for one reason are one result; the main wagers come first, as on the layout.
function together(lines) {
  const found = new Map();
  for (const line of lines) {
    const key = line.reason ? `${line.hand ?? 1} ${line.reason}` : found.size;
    found.set(key, [...(found.get(key) ?? []), line]);
  }
  const order = Object.keys(page.names);
  const place = ([line]) => order.indexOf(line.wager) + (line.hand ?? 1) / 10;
  return [...found.values()].sort((one, other) => place(one) - place(other));
}

function outcomes(groups, withSeat = false) {
  const several = new Set(groups.flat().map((line) => line.hand ?? 1)).size > 1;
  const list = make("ul", { className: "outcomes" });
  for (const lines of groups) {
    const net = netOf(lines);
    const told = reasonOf(lines);
    const who = [withSeat ? `Seat ${lines[0].seat}` : "", several && mainHand(lines) ? `Hand ${lines[0].hand ?? 1}` : ""];
    const name = [...who, namesOf(lines)].filter(Boolean).join(" · ");
    const button = make(
      "button",
      { type: "button" },
      make("b", { textContent: name }),
      make("span", { className: `money ${mood(net)}`, textContent: signed(net) }),
      make("span", { className: "reason", textContent: told }),
    );
    button.setAttribute("aria-haspopup", "dialog");
    button.addEventListener("click", () => showWhy(lines, name, told));
    list.append(make("li", {}, button));
  }
  return list;
}

// Where there are several hands each has its number: those that a split made, and the one with the first wager.
const mainHand = (lines) => lines.some((line) => line.hand > 1 || line.wager === Object.keys(page.names)[0]);

// What all names end with is said once: "Red and Blue Bet".
function namesOf(lines) {
  const all = lines.map((line) => names(line.wager));
  const last = all[0].split(" ").at(-1);
  const short = all.length > 1 && all.every((name) => name.endsWith(` ${last}`)) ? all.map((name, place) => (place < all.length - 1 ? name.slice(0, -last.length - 1) : name)) : all;
  return short.length < 2 ? short.join("") : `${short.slice(0, -1).join(", ")} and ${short.at(-1)}`;
}

// Why it ended so, and what comes back where that is neither a plain win nor a plain loss.
function reasonOf(lines) {
  const [line] = lines;
  const reason = line.reason ?? `${eventName(line.wager, line.event)}${line.note ? ` (${line.note})` : ""}`;
  const back = sum(lines, (each) => each.returned);
  const stake = sum(lines, (each) => each.stake);
  if (!stake || back > stake || !back) return reason;
  if (back === stake) return `${reason}: your ${dollars(stake)} comes back`;
  return `${reason}: ${2 * back === stake ? "you get half back" : `${dollars(back)} of your ${dollars(stake)} comes back`}`;
}

// -- why: the lines of a result, its row in the paytable, its rule

let sheet = null;
const posted = () => (sheet ??= get(`${api}/`));

async function showWhy(lines, name, told) {
  const box = make("dialog", { className: "why" });
  const close = make("button", { type: "button", className: "quiet close", textContent: "✕" });
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => box.close());
  const title = make("h2", { id: "why-title", textContent: name });
  box.setAttribute("aria-labelledby", "why-title");
  const rows = lines.map((line) => {
    const pays = ["push", "loss"].includes(line.pays) ? "" : `, pays ${paysSaid(line.pays)}`;
    const bet = line.stake ? `${dollars(line.stake)} bet, ` : "";
    return make(
      "li",
      {},
      make("span", { textContent: names(line.wager) }),
      make("span", { textContent: `${bet}${dollars(line.returned)} back${pays}` }),
      make("span", { className: `money ${mood(line.returned - line.stake)}`, textContent: signed(line.returned - line.stake) }),
    );
  });
  const table = make("div", { className: "pays" });
  const rule = make("div", { className: "rule-text" });
  box.append(make("header", {}, title, close), make("p", { className: "told", textContent: told }), make("ul", { className: "bets" }, ...rows), table, rule);
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  const cites = [...new Set(lines.map((line) => line.clause))];
  const [paytables, ...texts] = await Promise.all([posted().catch(() => null), ...cites.map(clauseText)]);
  table.replaceChildren(...paytableOf(paytables, lines));
  rule.replaceChildren(...cites.flatMap((cite, place) => [make("h3", { textContent: `The rule: ${clauseSaid(page.sheet, cite)}` }), make("p", { textContent: texts[place] })]));
}

const clauseText = (cite) => get(`/api/games/${page.sheet.game}/${page.sheet.edition}/clauses/${cite.split("/").map(encodeURIComponent).join("/")}`).then((found) => found.text).catch((error) => error.message);

// The paytable of a result, with the rows that its lines were paid by.
function paytableOf(paytables, lines) {
  const table = paytables?.postings.paytables[lines[0].wager];
  if (!table) return [];
  const made = new Set(lines.flatMap((line) => line.event.split("+")));
  const body = table.rows.map((row) => {
    const item = make("tr", {}, make("th", { textContent: row.name }), make("td", { textContent: paysSaid(row.pays) }));
    item.firstChild.setAttribute("scope", "row");
    if (made.has(row.event)) {
      item.className = "made";
      item.setAttribute("aria-current", "true");
    }
    return item;
  });
  return [make("h3", { textContent: "What it pays" }), make("table", {}, make("tbody", {}, ...body))];
}

export const openClause = (cite, node, more = "") => showClause(page.sheet, cite, node, more);
