// The floor: every table and jackpot as it is now; one press takes a seat.

import { follow } from "../service/feed.js";
import { post } from "../service/http.js";
import { dollars, runTo } from "../art/chips.js";

const cards = new Map([...document.querySelectorAll("[data-table]")].map((node) => [node.dataset.table, node]));
const strip = new Map([...document.querySelectorAll("[data-jackpot]")].map((node) => [node.dataset.jackpot, node]));
const filters = document.querySelector(".filters");
const none = document.querySelector(".none");
const staff = document.body.dataset.kind === "staff";
// Who has a seat goes back to it: nobody sits at two tables.
const seated = Boolean(document.querySelector("[data-seated]"));
const about = JSON.parse(document.getElementById("about").textContent);
let tables = new Map();

function stateOf(table) {
  if (!table.open) return ["closed", "Closed"];
  if (table.fault) return ["fault", "Jackpots out of order"];
  if (table.hits) return ["hit", "Jackpot hit, held for verification"];
  if (table.cards === "none") return ["open", "Jackpots only"];
  if (table.playing) return ["playing", `Round ${table.round} in play`];
  return ["open", table.round ? `Round ${table.round} played` : "Ready for the first round"];
}

const free = (table) => {
  const taken = new Set(table.taken);
  return Array.from({ length: table.positions }, (_, place) => place + 1).filter((seat) => !taken.has(seat));
};

// A seat is taken in the browser where the table deals by itself: at a real table players sit in the room.
const online = (table) => table.cards === "virtual";

function show(frame) {
  if (frame.tables.length !== cards.size || frame.tables.some((table) => !cards.has(table.table))) return location.reload();
  tables = new Map(frame.tables.map((table) => [table.table, table]));
  for (const table of frame.tables) {
    const node = cards.get(table.table);
    const [kind, words] = stateOf(table);
    node.dataset.state = kind;
    node.querySelector("[data-state]").textContent = words;
    const open = free(table);
    const taken = new Set(table.taken);
    for (const seat of node.querySelectorAll("circle[data-seat]")) seat.classList.toggle("taken", taken.has(Number(seat.dataset.seat)));
    const may = table.open && online(table) && open.length > 0 && !staff && !seated;
    node.querySelector("[data-seats]").textContent = online(table)
      ? open.length
        ? `${open.length} of ${table.positions} seats free`
        : "All seats taken"
      : table.cards === "none"
        ? "In the room"
        : "Real cards, in the room";
    const sit = node.querySelector("[data-sit]");
    if (sit) sit.hidden = !may;
    node.querySelector("[data-watch]")?.classList.toggle("quiet", may || seated);
    for (const row of node.querySelectorAll("[data-wager]")) {
      const amounts = Object.values(table.amounts[row.dataset.wager] || {});
      const still = about[table.table].still[row.dataset.wager];
      const shown = row.querySelector("[data-amount]");
      row.hidden = amounts.length === 0 && !still;
      // What only the house changes stands still, and has no cents to run.
      if (still !== undefined) shown.textContent = amounts.length ? dollars(Math.max(...amounts)) : still;
      else if (amounts.length) runTo(shown, Math.max(...amounts));
    }
  }
  for (const jackpot of frame.jackpots) {
    const node = strip.get(jackpot.jackpot);
    if (!node) continue;
    const amounts = Object.values(jackpot.amounts);
    const shown = node.querySelector("[data-amount]");
    if (amounts.length && jackpot.scheme === "bonus") shown.textContent = dollars(Math.max(...amounts));
    else if (amounts.length) runTo(shown, Math.max(...amounts));
    else shown.textContent = Object.values(jackpot.posted)[0] || "";
    node.querySelector("[data-state]").textContent = jackpot.pending ? "Hit, held for verification" : jackpot.status === "stopped" ? "Stopped" : "";
    node.classList.toggle("pending", jackpot.pending > 0);
    const ends = node.querySelector("[data-ends]");
    ends.textContent = jackpot.removal?.brief ?? "";
    ends.hidden = !jackpot.removal;
  }
  filter();
}

function filter() {
  const game = filters.elements.game.value;
  const onlyFree = filters.elements.free.checked;
  const onlyOnline = filters.elements.online.checked;
  let seen = 0;
  for (const [id, node] of cards) {
    const table = tables.get(id);
    const fits = table && (!game || table.game === game) && (!onlyFree || (table.open && free(table).length)) && (!onlyOnline || online(table));
    node.hidden = !fits;
    seen += fits ? 1 : 0;
  }
  none.hidden = seen > 0;
}

async function sit(node) {
  const id = node.dataset.table;
  const button = node.querySelector("[data-sit]");
  const refusal = node.querySelector(".refusal");
  refusal.hidden = true;
  button.disabled = true;
  try {
    // The seat in the middle of those that are free sees the table best.
    const open = free(tables.get(id));
    const middle = (tables.get(id).positions + 1) / 2;
    open.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    // Who is not known yet becomes somebody first: a seat whose answer gets lost is then asked for again by the same one.
    if (document.body.dataset.kind === "nobody") await post("/api/guest");
    await post(`/api/tables/${encodeURIComponent(id)}/sit`, { seat: open[0] });
    location.assign(`/tables/${encodeURIComponent(id)}`);
  } catch (error) {
    refusal.textContent = [error.message, error.remedy].filter(Boolean).map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ");
    refusal.hidden = false;
    button.disabled = false;
  }
}

filters.addEventListener("input", filter);
filters.addEventListener("submit", (event) => event.preventDefault());
document.querySelector("[data-all]").addEventListener("click", () => {
  filters.reset();
  filter();
});
document.querySelector(".tables").addEventListener("click", (event) => {
  const button = event.target.closest("[data-sit]");
  if (button) sit(button.closest("[data-table]"));
});

show(JSON.parse(document.getElementById("floor").textContent));
const mark = document.querySelector("[data-feed-state]");
follow(["floor"], (_, frame) => show(frame), {
  onState(state) {
    mark.dataset.feedState = state;
    mark.querySelector("span").textContent = state === "stale" ? "Not up to date: the connection is lost" : "Live";
  },
});
