// The sheet about a wager: what it is, what it pays and how often, its house edge, what it costs an hour.

import { get } from "../service/http.js";
import { openClause } from "./results.js";
import { api } from "./seat.js";

const AGAIN = 1500; // milliseconds until figures that are being worked out are asked for again

const make = (name, options = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), options);
  made.append(...inside);
  return made;
};

let sheet = null;
let shown = "";
let back = null;

function made() {
  if (sheet) return sheet;
  const close = make("button", { type: "button", className: "quiet", textContent: "✕" });
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => sheet.close());
  sheet = make("dialog", { className: "wager-info", id: "wager-info" }, make("header", {}, make("h2", { id: "wager-info-name" }), close), make("div", { className: "body" }));
  sheet.setAttribute("aria-labelledby", "wager-info-name");
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.addEventListener("close", () => {
    // This is told a moment later: by then another wager may be shown, or the player may have gone to another spot.
    if (sheet.open) return;
    shown = "";
    if (document.activeElement === document.body) back?.focus?.({ preventScroll: true });
  });
  document.body.append(sheet);
  return sheet;
}

export function showWager(wager, from) {
  back = from;
  shown = wager;
  made().querySelector(".body").replaceChildren(make("p", { textContent: "Looking…" }));
  if (!sheet.open) sheet.showModal();
  load(wager);
}

async function load(wager) {
  let found;
  try {
    found = await get(`${api}/wagers/${encodeURIComponent(wager)}`);
  } catch (error) {
    if (shown === wager) sheet.querySelector(".body").replaceChildren(make("p", { textContent: error.message }));
    return;
  }
  if (shown !== wager) return;
  draw(found);
  if (!found.ready) setTimeout(() => shown === wager && load(wager), AGAIN);
}

function draw(found) {
  sheet.querySelector("h2").textContent = found.name;
  const body = sheet.querySelector(".body");
  const clause = make("button", { type: "button", className: "cite", textContent: "The rule" });
  clause.addEventListener("click", () => openClause(found.clause, clause));
  const says = found.says[0].toUpperCase() + found.says.slice(1);
  body.replaceChildren(make("p", { className: "what", textContent: says }));
  if (found.limits) body.append(make("p", { className: "limits", textContent: `Limits: ${found.limits}` }));
  for (const each of found.cases) body.append(caseOf(each));
  if (found.note) body.append(make("p", { className: "note", textContent: found.note }));
  if (!found.ready) body.setAttribute("aria-busy", "true");
  else body.removeAttribute("aria-busy");
  body.append(clause);
}

function caseOf(one) {
  const box = make("section");
  if (one.case) box.append(make("h3", { textContent: one.case[0].toUpperCase() + one.case.slice(1) }));
  box.append(make("ul", { className: "says" }, ...one.says.map((text) => make("li", { textContent: text }))));
  const rows = one.rows.map((row) => {
    const name = make("th", { textContent: row.name });
    name.scope = "row";
    return make("tr", {}, name, make("td", { textContent: row.pays }), make("td", { textContent: row.often }));
  });
  const heads = ["Result", "Pays", "How often"].map((text) => {
    const head = make("th", { textContent: text });
    head.scope = "col";
    return head;
  });
  box.append(make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)));
  return box;
}
