// A seat: the felt, what is due from this player, chips, decisions, results.

import { follow, serverNow } from "../service/feed.js";
import { get, post } from "../service/http.js";
import { dollars, exact, runTo } from "../art/chips.js";
import { FeltView, amountOf, card } from "../art/felt.js";
import { decide } from "./choices.js";
import { Drawer } from "./drawer.js";
import { lineList, openClause, resultCard } from "./results.js";
import { $, alone, api, due, freeSeats, isLocked, maySit, mineIsDue, myAsk, names, narrow, on, page, purse, small, stamp, state, view, wagersDue } from "./seat.js";
import { bet, clear, felts, lay, noteAt, remembered, repeat, take, undo } from "./wagers.js";
import { words } from "./words.js";

const felt = new FeltView($("felt").querySelector("svg"));
// Wild cards carry their badge in the panels too, not on the felt alone.
document.body.classList.add(...[...felt.svg.classList].filter((name) => name.startsWith("wild-")));
let hand = null;
felts.felt = felt;
let handSeat = 0;

// -- decisions

async function answer(given, node) {
  const { round, step } = state.frame;
  state.sent = stamp();
  state.hint = null;
  draw();
  try {
    await post(`${api}/answers`, { round, step, answer: given });
  } catch (error) {
    state.sent = "";
    draw();
    noteAt(node ?? $("acts"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
  }
}

async function hint() {
  const asked = stamp();
  try {
    const found = await get(`${api}/hint`);
    if (asked === stamp()) state.hint = { stamp: asked, ...found };
  } catch (error) {
    state.hint = { stamp: asked, ready: false, says: error.message };
  }
  draw();
}

// -- sitting down and getting up

async function sit(seat) {
  try {
    // Who is not known yet becomes somebody first: a seat whose answer gets lost is then asked for again by the same one.
    if (!page.me.id) await post("/api/guest");
    await post(`${api}/sit`, { seat });
    location.reload();
  } catch (error) {
    noteAt($("acts"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
  }
}

// In a round nobody gets up: whoever wants to sits the next ones out, and leaves when this one is settled.
async function leave() {
  if (state.going) return;
  state.going = true;
  try {
    await post(`${api}/leave`);
    location.assign("/");
  } catch (error) {
    if (error.code !== "wrong-state") noteAt($("purse"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
    else if (!state.leaving) {
      state.leaving = true;
      noteAt($("purse"), "You leave as soon as this round is settled.");
    }
  } finally {
    state.going = false;
  }
  // Where only this seat's wagers are waited for, nothing else would move the table.
  if (state.leaving && wagersDue()) bet({});
}

function leaveSoon() {
  if (!state.leaving) return;
  if (wagersDue()) bet({});
  else if (!view()) leave();
}

// -- drawing

function draw() {
  const shown = view() ?? state.frame.last ?? state.kept?.view ?? null;
  const round = state.frame.round;
  drawFelts(shown, round);
  drawBar();
  drawRack();
  drawSay();
  drawActs();
  drawOthers();
}

// The spots whose light is lit: from one press to the next.
const lit = () => new Set(Object.entries(page.sheet.sensors).flatMap(([wager, sensor]) => (state.frame.indicators[String(sensor)] ?? []).map((seat) => `${seat}/${wager}`)));

function drawFelts(shown, round) {
  const open = wagersDue();
  const others = state.frame.open ? due()?.from ?? [] : [];
  const pending = state.confirmed?.round === round && !shown?.stakes?.[state.seat] && due()?.what === "place-wagers" ? state.confirmed.wagers : null;
  const laying = open ? state.laying : pending;
  const fresh = view() && due()?.what === "place-wagers";
  const laid = fresh ? {} : shown;
  for (const each of [felt, hand]) {
    if (!each) continue;
    each.cards(laid?.cards ?? {}, round);
    each.chips({ stakes: laid?.stakes, lines: laid?.lines, collected: laid?.collected, lit: lit(), laying, mine: state.seat });
    // Both may be pressed; the keys go to the one that is large.
    each.open(state.seat, new Set(open?.keys() ?? []), each === (alone() ? hand : felt));
    each.people({
      seats: state.frame.seats,
      playing: view() ? state.frame.playing : Object.keys(state.frame.seats).map(Number),
      due: others,
      mine: state.seat,
      maySit: maySit(),
      locked: isLocked(),
      onSit: sit,
    });
  }
}

function drawBar() {
  const { frame } = state;
  $("round").textContent = !frame.open ? "Closed" : frame.fault ? "Equipment out of order" : frame.round ? `Round ${frame.round}` : "Waiting for players";
  const list = $("amounts");
  for (const [wager, rows] of Object.entries(frame.amounts)) {
    const amounts = Object.values(rows);
    if (!amounts.length && !page.posted[wager]) continue;
    let item = list.querySelector(`[data-wager="${wager}"]`);
    if (!item) {
      item = document.createElement("li");
      item.dataset.wager = wager;
      item.append(Object.assign(document.createElement("small"), { textContent: names(wager) }), document.createElement("strong"));
      list.append(item);
    }
    if (amounts.length && page.still[wager] !== undefined) item.querySelector("strong").textContent = dollars(Math.max(...amounts));
    else if (amounts.length) runTo(item.querySelector("strong"), Math.max(...amounts));
    else item.querySelector("strong").textContent = page.posted[wager];
    item.classList.toggle("pending", frame.hits.some((hit) => hit.wager === wager));
  }
  const closed = Object.entries(frame["closed-spots"]).map(([wager, why]) => `${names(wager)}: ${why}`);
  const going = [...closed, ...Object.entries(frame.removals).map(([wager, { brief }]) => `${names(wager)}: ${brief}`)].join(" ");
  if ($("going").textContent.trim() !== going) $("going").textContent = going;
  $("going").hidden = !going;
  $("purse").hidden = state.seat === null;
  $("chips").textContent = exact(Math.max(0, purse() - (wagersDue() ? amountOf(state.laying) : 0)));
}

function drawRack() {
  const open = wagersDue();
  const rack = $("rack");
  const was = rack.hidden;
  rack.hidden = !open;
  if (!open) return;
  const total = amountOf(state.laying);
  const confirm = rack.querySelector(".confirm");
  confirm.disabled = !total || Boolean(state.objection);
  confirm.replaceChildren();
  confirm.append(underlined("Bet", "b"));
  if (total) confirm.append(` ${dollars(total)}`);
  rack.querySelector('[data-do="undo"]').disabled = !state.placed.length;
  rack.querySelector('[data-do="clear"]').disabled = !state.placed.length;
  rack.querySelector('[data-do="repeat"]').disabled = !remembered();
  for (const button of rack.querySelectorAll("[data-chip]")) {
    const chosen = Number(button.dataset.chip) === state.chip;
    button.setAttribute("aria-checked", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
  if (was) $("spot-note").hidden = true;
}

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

function drawSay() {
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
    more.textContent = clause;
    more.setAttribute("aria-label", `Clause ${clause}: read it`);
    more.addEventListener("click", () => openClause(clause, more));
    $("rule").append(" ", more);
  }
}

const underlined = (word, letter) => {
  const made = document.createElement("span");
  const at = word.toLowerCase().indexOf(letter);
  if (at < 0) made.textContent = word;
  else made.append(word.slice(0, at), Object.assign(document.createElement("u"), { textContent: word[at] }), word.slice(at + 1));
  return made;
};

let actsKey = "";
function drawActs() {
  const acts = $("acts");
  const ask = myAsk();
  const key = JSON.stringify(
    ask
      ? ["ask", stamp(), ask, state.hint]
      : wagersDue() && !state.result
        ? ["bet", state.hint]
        : state.result
          ? ["result", state.result.round, broke()]
          : ["none", maySit() && freeSeats()],
  );
  if (key === actsKey) return;
  actsKey = key;
  acts.replaceChildren();
  acts.className = "acts";
  if (!ask && broke()) acts.append(moreButton());
  else if (ask) {
    const cards = view().cards[ask.hand ?? state.seat] ?? [];
    acts.classList.add("deciding");
    acts.append(decide(ask, { cards, answer, hint, hinted: state.hint?.stamp === stamp() ? state.hint : null, names, purse: purse() }));
    // A new question gets the focus only from where the last one had it: never from a field somebody writes in.
    if (!document.activeElement || document.activeElement === document.body) acts.querySelector("button")?.focus({ preventScroll: true });
  } else if (state.result) acts.append(resultCard(state.result));
  else if (maySit() && freeSeats().length) acts.append(sitButton());
}

const broke = () => state.seat !== null && purse() < 500 && !due()?.asks && !state.frame.view?.stakes?.[state.seat];

function moreButton() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "primary big", textContent: "More play money" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { given } = await post("/api/me/chips");
      if (!given) noteAt(button, "Play money is filled up once an hour.");
    } catch (error) {
      noteAt(button, error.message, error.clause);
    }
    button.disabled = false;
  });
  return button;
}

function sitButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "primary big";
  button.textContent = "Take a seat";
  const middle = (page.sheet.positions + 1) / 2;
  const seat = alone() ? handSeat : freeSeats().sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  button.addEventListener("click", () => {
    button.disabled = true;
    sit(seat).finally(() => (button.disabled = false));
  });
  return button;
}

let othersKey = "";
function drawOthers() {
  const box = $("others");
  const shown = view() ?? state.frame.last;
  const rows = Object.entries(state.frame.seats)
    .filter(([seat]) => Number(seat) !== state.seat)
    .map(([seat, who]) => {
      const stakes = Object.entries(shown?.stakes ?? {}).filter(([place]) => place.split(".")[0] === seat);
      return [seat, who.name, stakes.reduce((sum, [, each]) => sum + amountOf(each), 0), (due()?.from ?? []).includes(Number(seat)), (shown?.cards[seat] ?? []).join(" ")];
    });
  const key = JSON.stringify(rows);
  if (key === othersKey) return;
  othersKey = key;
  box.replaceChildren(
    ...rows.map(([seat, name, amount, turn]) => {
      const item = document.createElement("span");
      item.className = turn ? "other turn" : "other";
      item.append(Object.assign(document.createElement("b"), { textContent: seat }), name);
      if (amount) item.append(Object.assign(document.createElement("i"), { textContent: dollars(amount) }));
      return item;
    }),
  );
}

// -- time

function tick() {
  const ring = $("ring");
  const until = state.frame.deadline;
  const live = until && due() && (mineIsDue() || state.seat === null || (due().from ?? []).some((who) => typeof who === "number"));
  ring.hidden = !live;
  if (!live) return;
  const left = until / 1000 - serverNow();
  if (state.total?.until !== until) state.total = { until, all: Math.max(left, 1000) };
  const share = Math.max(0, Math.min(1, left / state.total.all));
  ring.style.setProperty("--left", String(Math.round(share * 100)));
  ring.classList.toggle("soon", left < 6000);
  const seconds = String(Math.max(0, Math.ceil(left / 1000)));
  if ($("seconds").textContent !== seconds) $("seconds").textContent = seconds;
  // A browser looks at the clock of a page that nobody sees once a second only.
  const late = left < (document.hidden ? 2500 : 900);
  if (late && wagersDue() && amountOf(state.laying) && !state.objection) bet({ ...state.laying });
}

// -- one seat alone, on a phone or beside a table that is small

async function useHand() {
  document.body.classList.toggle("on-phone", narrow.matches);
  document.body.classList.toggle("beside", !narrow.matches && small.matches);
  if (!alone()) return draw();
  const wanted = state.seat ?? freeSeats()[0] ?? 1;
  if (hand && handSeat === wanted) return draw();
  handSeat = wanted;
  const answer = await fetch(`${api}/hand.svg?seat=${wanted}`);
  if (!answer.ok) return;
  $("hand").innerHTML = await answer.text();
  const svg = $("hand").querySelector("svg");
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  document.body.style.setProperty("--shape", String(wide / Number(svg.dataset.main)));
  document.body.style.setProperty("--whole", String(wide / high));
  hand = felts.hand = new FeltView(svg);
  listen(svg);
  draw();
}

// -- listening

function listen(svg) {
  svg.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (spot && Number(spot.dataset.seat) === state.seat) lay(spot.dataset.wager, state.chip);
  });
  svg.addEventListener("contextmenu", (event) => {
    const spot = event.target.closest(".spot");
    if (!spot || Number(spot.dataset.seat) !== state.seat || !wagersDue()) return;
    event.preventDefault();
    take(spot.dataset.wager);
  });
  svg.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.(".spot");
    if (!spot || Number(spot.dataset.seat) !== state.seat) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      lay(spot.dataset.wager, state.chip);
    } else if (event.key === "Delete") {
      event.preventDefault();
      event.stopPropagation();
      take(spot.dataset.wager);
    }
  });
}

// A chip is dragged from the rack to a spot.
function dragging() {
  let drag = null;
  $("rack").addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-chip]");
    if (!button) return;
    drag = { button, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
      drag.ghost = drag.button.querySelector("svg").cloneNode(true);
      drag.ghost.classList.add("ghost");
      document.body.append(drag.ghost);
      state.chip = Number(drag.button.dataset.chip);
      drawRack();
    }
    drag.ghost.style.setProperty("left", `${event.clientX}px`);
    drag.ghost.style.setProperty("top", `${event.clientY}px`);
  });
  const end = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { ghost, button } = drag;
    drag = null;
    if (!ghost) return;
    ghost.remove();
    if (event.type === "pointercancel") return;
    const spot = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".spot");
    if (spot && Number(spot.dataset.seat) === state.seat) lay(spot.dataset.wager, Number(button.dataset.chip));
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

$("rack").addEventListener("click", (event) => {
  const chip = event.target.closest("[data-chip]");
  if (chip) {
    state.chip = Number(chip.dataset.chip);
    return drawRack();
  }
  const button = event.target.closest("[data-do]");
  if (!button) return;
  ({ undo, clear, repeat, skip: () => bet({}), confirm: () => bet({ ...state.laying }) })[button.dataset.do]();
});
$("leave").addEventListener("click", leave);

// A key that is held down is pressed once: the next question is not answered by it. Only going and taking back repeat.
addEventListener(
  "keydown",
  (event) => {
    if (!event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    const presses = event.key === "Enter" || event.key === " ";
    if (!presses && event.key !== "Delete" && event.key.length > 1) return;
    event.stopImmediatePropagation();
    if (presses && event.target.closest?.("button, a, summary, [role=button]")) event.preventDefault();
  },
  { capture: true },
);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "?" && (myAsk() || wagersDue())) {
    event.preventDefault();
    return hint();
  }
  if (wagersDue()) {
    const chips = [...document.querySelectorAll("[data-chip]")];
    const moves = { backspace: undo, delete: clear, r: repeat, o: () => bet({}), b: () => amountOf(state.laying) && !state.objection && bet({ ...state.laying }) };
    if (/^[1-9]$/.test(key) && chips[key - 1]) chips[key - 1].click();
    else if (key.startsWith("arrow") && event.target.closest?.("[data-chip]")) {
      const step = key === "arrowright" || key === "arrowdown" ? 1 : -1;
      const next = chips[(chips.indexOf(event.target.closest("[data-chip]")) + step + chips.length) % chips.length];
      next.click();
      next.focus();
    } else if (moves[key]) moves[key]();
    else return;
    event.preventDefault();
    return;
  }
  const button = myAsk() && [...document.querySelectorAll("#acts [data-key]")].find((each) => each.dataset.key === key);
  if (button) {
    event.preventDefault();
    button.click();
  }
});

const drawer = new Drawer(page, { lineList });
for (const button of document.querySelectorAll("[data-drawer]")) button.addEventListener("click", () => drawer.open(button.dataset.drawer));

// -- frames

function take_in(frame) {
  const before = state.frame;
  if (frame.round !== before.round) {
    state.hint = null;
    state.sent = "";
  }
  if (state.sent && state.sent !== `${frame.round}:${frame.step}`) state.sent = "";
  state.frame = frame;
  // The seat may have been taken or left in another tab.
  const seat = Object.entries(frame.seats).find(([, who]) => who.player === page.me.id)?.[0];
  if (!seat) state.barred = false;
  state.out = state.barred;
  if (!state.barred && (seat ? Number(seat) : null) !== state.seat && page.me.id) {
    state.seat = seat ? Number(seat) : null;
    stream.set(topics());
    useHand();
  }
  if (before.round !== frame.round && !wagersDue()) Object.assign(state, { laying: {}, placed: [], objection: null });
  const ended = frame.last;
  const own = ended?.lines.filter((line) => line.seat === state.seat && !line.reverses) ?? [];
  if (own.length && state.shown !== ended.round) {
    state.shown = ended.round;
    state.result = { round: ended.round, lines: own };
  }
  draw();
  tick();
  leaveSoon();
}

// Linked jackpots rise with wagers at other tables: the table's display follows them.
const shows = `vision/${page.table}`;
const topics = () => [state.seat === null ? `table/${page.table}/public` : `table/${page.table}/seat/${state.seat}`, shows];

function takeAmounts({ jackpots }) {
  for (const { wager, amounts, removal } of jackpots) {
    state.frame.amounts[wager] = amounts;
    if (removal) state.frame.removals[wager] = removal;
    else delete state.frame.removals[wager];
  }
  drawBar();
}

// The seat is refused. Where it is still this player's the session has ended: the page looks on as everybody may, says so,
// and asks who is signed in after a while, each time a longer one, and when somebody comes back to it.
const LONGEST = 120_000;
let wait = 15_000;
function bar() {
  state.seat = null;
  state.barred = true;
  stream.set(topics());
  useHand();
  setTimeout(whoIsThere, wait);
  wait = Math.min(2 * wait, LONGEST);
}

async function whoIsThere() {
  if (!state.barred) return;
  try {
    const { kind, id } = await get("/api/me");
    if (kind !== "nobody" && id !== page.me.id) return location.reload();
    if (kind !== "nobody") {
      state.barred = false;
      return take_in(state.frame);
    }
  } catch {
    // The feed itself tells whether the server is there.
  }
  setTimeout(whoIsThere, wait);
  wait = Math.min(2 * wait, LONGEST);
}

on.draw = draw;
listen(felt.svg);
dragging();
for (const size of [narrow, small]) size.addEventListener("change", useHand);
useHand();
draw();
const stream = follow(topics(), (topic, frame) => (topic === shows ? takeAmounts(frame) : take_in(frame)), {
  onState(is) {
    $("feed").className = is;
    $("feed").textContent = is === "stale" ? "STALE: the connection is lost" : "";
  },
  onRefused(topic) {
    if (topic.includes("/seat/") && !state.barred) bar();
  },
});
setInterval(tick, 200);
document.addEventListener("visibilitychange", () => document.hidden || (state.out && whoIsThere()));
