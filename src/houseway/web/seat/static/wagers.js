// Wagers: chips laid on spots and taken back, what the table would refuse, the bet itself.

import { amountOf } from "../art/felt.js";
import { dollars } from "../art/chips.js";
import { get } from "../service/http.js";
import { send } from "./line.js";
import { openClause } from "./results.js";
import { $, alone, api, names, on, page, purse, stamp, state, wagersDue } from "./seat.js";

// The felts on the page: the whole table, and the seat alone (which one) where the screen is small.
export const felts = { felt: null, hand: null, seat: 0 };

const memory = `wagers:${page.table}`;
export const remembered = () => {
  try {
    return JSON.parse(localStorage.getItem(memory)) || null;
  } catch {
    return null;
  }
};

function remember(wagers) {
  try {
    localStorage.setItem(memory, JSON.stringify(wagers));
  } catch {
    // A browser that keeps nothing has no last wagers.
  }
}

// What others on the page may want to hear or feel: `houseway:laid`, `houseway:bet`, `houseway:refused`.
export const tell = (what, detail) => document.dispatchEvent(new CustomEvent(`houseway:${what}`, { detail }));

let noteTimer = 0;
export function noteAt(node, message, clause) {
  const note = $("spot-note");
  note.replaceChildren(message);
  if (clause) {
    const more = document.createElement("button");
    more.type = "button";
    more.textContent = "Rule";
    more.addEventListener("click", () => openClause(clause, more));
    note.append(" ", more);
  }
  note.hidden = false;
  placeNote(node ?? $("say"));
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => (note.hidden = true), 6500);
}

// What is said at a spot gives way when cards are dealt: it lies at the foot of the stage then, on the own bets.
export const noteGivesWay = () => $("spot-note").classList.add("below");

function placeNote(node) {
  const note = $("spot-note");
  // The answer to a bet may come after the first card.
  note.classList.toggle("below", document.body.classList.contains("in-hand") && Boolean(node.closest(".felt-box, .hand-box, .rack")));
  const stage = note.offsetParent.getBoundingClientRect();
  const at = node.getBoundingClientRect();
  const wide = note.offsetWidth;
  const x = Math.min(Math.max(at.left + at.width / 2 - wide / 2, 8), innerWidth - wide - 8);
  const above = at.top - note.offsetHeight - 8;
  const y = above > stage.top + 4 ? above : at.bottom + 8;
  note.style.setProperty("left", `${x - stage.left}px`);
  note.style.setProperty("top", `${y - stage.top}px`);
}

const spotNode = (wager) => felts[alone() ? "hand" : "felt"]?.spot(state.seat, wager) ?? null;
const said = ({ message, remedy }) => [message, remedy].filter(Boolean).join(": ");

// Why wagers were refused or returned, at the spot of the first of them; the spots are marked until chips move again.
function noteRefused(refused) {
  const wagers = Object.keys(refused);
  if (!wagers.length) return;
  const whole = wagers.map((wager) => said(refused[wager]));
  noteAt(spotNode(wagers[0]) ?? $("rack"), [...new Set(whole)].join(". "), wagers.length === 1 ? refused[wagers[0]].clause : undefined);
  tell("refused", refused);
}

export function markRefused() {
  const refused = state.objection?.returned ?? {};
  for (const each of [felts.felt, felts.hand]) {
    for (const wager of each && state.seat !== null ? Object.keys(page.names) : []) {
      each.spot(state.seat, wager)?.classList.toggle("refused", wager in refused);
    }
  }
}

const atMost = (wager, amount) => `${names(wager)} is at most ${dollars(amount)}`;

export function lay(wager, amount) {
  const offered = wagersDue();
  const about = offered?.get(wager);
  if (!about) {
    if (state.seat !== null && page.names[wager] && wagersDue()) {
      noteAt(spotNode(wager), `${names(wager)} is not placed before the deal.`, page.names[wager].later);
    }
    return;
  }
  const has = state.laying[wager] || 0;
  let more = amount;
  let word = null;
  if (about.fixed !== undefined) {
    if (has) return take(wager);
    more = about.fixed;
  }
  const most = about.limits?.[1] ?? Infinity;
  if (has + more > most) {
    if (has >= most) return noteAt(spotNode(wager), `${atMost(wager, most)}.`, page.names[wager].limits);
    more = most - has;
    word = [`${atMost(wager, most)}: that is laid.`, page.names[wager].limits];
  }
  // The least that is taken, rather than a wager that would be refused.
  if (!has && about.limits && more < about.limits[0]) {
    more = about.limits[0];
    word = [`${names(wager)} is at least ${dollars(more)}: that is laid.`, page.names[wager].limits];
  }
  if (amountOf(state.laying) + more > purse()) return noteAt(spotNode(wager), `You have ${dollars(purse())} of play money left.`);
  state.laying[wager] = has + more;
  state.placed.push([wager, more]);
  $("spot-note").hidden = true;
  if (word) noteAt(spotNode(wager), ...word);
  tell("laid", { wager, amount: more });
  check();
  on.draw();
}

// Chips in place of those that lie there: as [wager, cents], in the order in which they are laid.
export function layAll(wagers) {
  state.laying = Object.fromEntries(wagers);
  state.placed = wagers.map(([wager, amount]) => [wager, amount]);
  tell("laid", { wagers: state.laying });
  check();
  on.draw();
}

export function take(wager) {
  if (!state.laying[wager]) return;
  delete state.laying[wager];
  state.placed = state.placed.filter(([each]) => each !== wager);
  check();
  on.draw();
}

export function undo() {
  const last = state.placed.pop();
  if (!last) return;
  const [wager, amount] = last;
  state.laying[wager] -= amount;
  if (state.laying[wager] <= 0) delete state.laying[wager];
  check();
  on.draw();
}

export function clear() {
  state.laying = {};
  state.placed = [];
  check();
  on.draw();
}

// Whether the table would take these wagers together: it says so at their spots before they are given.
let checking = 0;
function check() {
  clearTimeout(checking);
  state.objection = null;
  if (!wagersDue() || !amountOf(state.laying)) return;
  checking = setTimeout(async () => {
    if (!wagersDue() || !amountOf(state.laying)) return;
    const asked = JSON.stringify(state.laying);
    try {
      const answer = await get(`${api}/check?answer=${encodeURIComponent(asked)}`);
      if (asked !== JSON.stringify(state.laying)) return;
      state.objection = answer.taken ? null : answer;
      on.draw();
      if (state.objection?.returned) noteRefused(state.objection.returned);
    } catch {
      // The bet itself will say what is wrong.
    }
  }, 180);
}

// What a bet would be now: all that is laid, or what the table takes of it.
export const wouldPlace = () => amountOf(state.objection ? state.objection.placed ?? {} : state.laying);

const blamed = (message) =>
  Object.keys(state.laying)
    .filter((wager) => message.includes(names(wager)))
    .sort((one, other) => message.indexOf(names(one)) - message.indexOf(names(other)))[0];

// Place these wagers. What the table refuses comes back with its reason, and the rest stands: whether all was placed.
export async function bet(wagers) {
  const { round, step } = state.frame;
  const before = { laying: state.laying, placed: state.placed, result: state.result };
  // Before it is sent: the table may have gone on, to the very end of the round, when the answer comes back.
  clearTimeout(checking);
  Object.assign(state, { sent: stamp(), confirmed: { round, wagers }, laying: {}, placed: [], objection: null });
  if (amountOf(wagers)) state.result = null;
  try {
    const { closed = {}, returned = {} } = await send({ round, step, answer: wagers, partly: true });
    const back = { ...returned, ...closed };
    const placed = Object.fromEntries(Object.entries(wagers).filter(([wager]) => !(wager in back)));
    if (state.confirmed?.round === round) state.confirmed.wagers = placed;
    if (amountOf(placed)) {
      remember(placed);
      tell("bet", { round, wagers: placed });
    }
    noteRefused(back);
    on.draw();
    return Object.keys(back).length ? said(Object.values(back)[0]) : null;
  } catch (error) {
    if (state.frame.round === round) {
      Object.assign(state, before, { sent: "", confirmed: null });
      const wager = blamed(error.message);
      noteAt(wager ? spotNode(wager) : $("rack"), said(error), error.clause);
    }
    state.refused = { round, why: error.code === "wrong-state" ? "your bet came after time ran out" : said(error) };
    tell("refused", wagers);
    on.draw();
    return said(error);
  }
}

export const betLaid = () => wouldPlace() && bet({ ...state.laying });

// Time is up: what lies there is bet, and what the table refuses of it comes back.
export function timeIsUp() {
  if (wagersDue() && amountOf(state.laying) && state.refused?.round !== state.frame.round) bet({ ...state.laying });
}

// -- who sits out is told why

function missing(round) {
  if (state.refused?.round === round) return `You sat out: ${state.refused.why}.`;
  const { missed } = state.frame;
  return missed?.round === round ? missed.says : "You sat out: no bet when time ran out.";
}
let asked = 0;
let missed = "";

const hasPart = (shown, seat) =>
  Object.entries(shown.stakes).some(([place, stakes]) => place.split(".")[0] === String(seat) && amountOf(stakes)) ||
  shown.lines.some((line) => line.seat === seat);

// Why this seat has no wagers in the round that is on; nothing where it has some, or where they are asked for still.
export function satOut() {
  const { frame, seat, confirmed } = state;
  const now = frame.view;
  if (seat === null || !now || now.due?.what === "place-wagers" || !frame.playing.includes(seat) || hasPart(now, seat)) return null;
  if (confirmed?.round === frame.round) return amountOf(confirmed.wagers) ? null : "You sit this round out.";
  return missing(frame.round);
}

// The same of the round before, until the next bet: alone at a table nothing else shows that one went by.
export const missedLast = () => missed;

export function watchRounds() {
  const { frame, seat, confirmed } = state;
  if (wagersDue()) {
    if (asked && asked < frame.round && confirmed?.round !== asked && !(frame.last?.round === asked && hasPart(frame.last, seat))) missed = missing(asked);
    asked = frame.round;
  }
  if (confirmed?.round === frame.round || seat === null) missed = "";
}
