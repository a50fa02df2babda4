// Wagers: chips laid on spots and taken back, what the table would refuse, the bet itself.

import { amountOf } from "../art/felt.js";
import { dollars } from "../art/chips.js";
import { get, post } from "../service/http.js";
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

let noteTimer = 0;
export function noteAt(node, message, clause) {
  const note = $("spot-note");
  note.replaceChildren(message);
  if (clause) {
    const more = document.createElement("button");
    more.type = "button";
    more.textContent = clause;
    more.addEventListener("click", () => openClause(clause, more));
    note.append(" ", more);
  }
  note.hidden = false;
  const stage = note.offsetParent.getBoundingClientRect();
  const at = (node ?? $("say")).getBoundingClientRect();
  const wide = note.offsetWidth;
  const x = Math.min(Math.max(at.left + at.width / 2 - wide / 2, 8), innerWidth - wide - 8);
  const above = at.top - note.offsetHeight - 8;
  const y = above > stage.top + 4 ? above : at.bottom + 8;
  note.style.setProperty("left", `${x - stage.left}px`);
  note.style.setProperty("top", `${y - stage.top}px`);
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => (note.hidden = true), 6500);
}

const spotNode = (wager) => felts[alone() ? "hand" : "felt"]?.spot(state.seat, wager) ?? null;

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
  if (about.fixed !== undefined) {
    if (has) return take(wager);
    more = about.fixed;
  }
  if (has + more > (about.limits?.[1] ?? Infinity)) {
    if (has < about.limits[1]) more = about.limits[1] - has;
    else return noteAt(spotNode(wager), `${names(wager)} is at most ${dollars(about.limits[1])}.`, page.names[wager].limits);
  }
  // The least that is taken, rather than a wager that would be refused.
  if (!has && about.limits && more < about.limits[0]) more = about.limits[0];
  if (amountOf(state.laying) + more > purse()) return noteAt(spotNode(wager), `You have ${dollars(purse())} of play money left.`);
  state.laying[wager] = has + more;
  state.placed.push([wager, more]);
  $("spot-note").hidden = true;
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

export function repeat() {
  const known = remembered();
  const offered = wagersDue();
  if (!known || !offered) return;
  clear();
  for (const [wager, amount] of Object.entries(known)) {
    const about = offered.get(wager);
    if (!about || amountOf(state.laying) + amount > purse()) continue;
    state.laying[wager] = amount;
    state.placed.push([wager, amount]);
  }
  check();
  on.draw();
}

// Whether the table would take these wagers together: it says so before they are given.
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
    } catch {
      // The bet itself will say what is wrong.
    }
  }, 180);
}

const blamed = (message) =>
  Object.keys(state.laying)
    .filter((wager) => message.includes(names(wager)))
    .sort((one, other) => message.indexOf(names(one)) - message.indexOf(names(other)))[0];

export async function bet(wagers) {
  const { round, step } = state.frame;
  const before = { laying: state.laying, placed: state.placed, result: state.result };
  // Before it is sent: the table may have gone on, to the very end of the round, when the answer comes back.
  clearTimeout(checking);
  Object.assign(state, { sent: stamp(), confirmed: { round, wagers }, laying: {}, placed: [], objection: null });
  if (amountOf(wagers)) state.result = null;
  on.draw();
  try {
    await post(`${api}/answers`, { round, step, answer: wagers });
    if (amountOf(wagers)) remember(wagers);
  } catch (error) {
    if (state.frame.round === round) {
      Object.assign(state, before, { sent: "", confirmed: null });
      const wager = blamed(error.message);
      noteAt(wager ? spotNode(wager) : $("rack"), [error.message, error.remedy].filter(Boolean).join(": "), error.clause);
    }
    on.draw();
  }
}
