// The dealer's console: one thing to do at a time, in the document's order.

import { follow } from "../service/feed.js";
import { get, post } from "../service/http.js";
import { clauseSaid } from "../art/chips.js";
import { button, cards, clause, dollars, h } from "./console_dom.js";
import { INPUTS, beginInput } from "./console_inputs.js";
import { indicatorsInput, tabulateInput } from "./console_count.js";
import { claimInput } from "./console_claim.js";
import { Keys, heldDown } from "./console_keys.js";
import { HANDS, HandsWork } from "./console_hands.js";
import { answersNode, lastTitle, payNode, pendingNode, promotionsNode, surveillanceNode, tableNode } from "./console_table.js";
import { correctDialog, correctLineDialog, deckDialog, dialogKey, dialogOpen, differDialog, faultDialog, showRefusal, voidDialog } from "./console_dialogs.js";
import { dealerDialog, dealerSaid } from "./console_dealer.js";
import { keysDialog } from "./console_help.js";
import { hitsDialog } from "./console_hits.js";

const root = document.querySelector(".console");
const table = root.dataset.table;
const works = root.dataset.works === "yes";
const roles = new Set(document.body.dataset.roles.split(" "));
const at = (name) => root.querySelector(`[data-part="${name}"]`);

let data = null;
let input = null;
let inputKey = "";
let stateKey = "";
let tab = "table";

// -- asking and telling the server

let asking = null;
let again = false;

async function refresh() {
  if (asking) {
    again = true;
    return asking;
  }
  asking = (async () => {
    do {
      again = false;
      try {
        const next = await get(`/api/tables/${table}/console`);
        if (!data || next.frame.version >= data.frame.version) take(next);
      } catch (error) {
        say(error);
      }
    } while (again);
    asking = null;
  })();
  return asking;
}

function take(next) {
  data = next;
  draw();
}

const alertNode = at("alert");
const say = (error) => showRefusal(alertNode, error);

// What became of a key that was not used; the next one that is takes it away.
const noticeNode = at("notice");

function tell(found) {
  if (found) showRefusal(noticeNode, found);
  else noticeNode.hidden = true;
}

// One command after another. What has been sent is not sent twice, however often a key is pressed; a step that came up
// meanwhile takes its keys at once, so that a fast dealer or a scanner loses none.
let sent = "";
let before = Promise.resolve();
let pausing = false;

const sending = () => sent !== "" && sent === stateKey;

// Send what was entered, after the ticks of what was done before it: whoever goes on has done it.
function send(steps, { ticks = true } = {}) {
  if (sending()) return Promise.resolve(false);
  const own = stateKey;
  const noted = ticks ? hands.finish() : [];
  sent = own;
  root.classList.add("busy");
  alertNode.hidden = true;
  const work = before.then(async () => {
    try {
      for (const [url, body] of [...noted.map((cite) => ["note", { clause: cite }]), ...steps]) await post(`/api/tables/${table}/${url}`, body);
      await refresh();
      return true;
    } catch (error) {
      rest = null;
      const dropped = keys.drop();
      say(error);
      if (dropped) tell({ message: `Not used after that: ${dropped}.` });
      if (stateKey === own) input?.again?.();
      await refresh();
      return false;
    } finally {
      if (sent === own) {
        sent = "";
        if (!goOn()) root.classList.remove("busy");
      }
      keys.resume(sending);
    }
  });
  before = work;
  return work;
}

// -- the same answer for several positions

let repeats = 0;
let rest = null;
const said = { round: 0, by: {} };

// What was answered to a question in this round: the last answer to it.
const saidTo = (ask) => (said.round === data.frame.round ? said.by[ask.ask] : undefined);

function keepSaid(ask, answer) {
  if (said.round !== data.frame.round) Object.assign(said, { round: data.frame.round, by: {} });
  if (typeof ask.seat === "number") said.by[ask.ask] = answer;
}

const offers = (ask, answer) => (ask.pick ? Array.isArray(answer) : ask.choices.some((choice) => choice.word === [].concat(answer)[0]));

const answerOf = (seat, answer) => ["answers", { round: data.frame.round, step: data.frame.step, seat, answer }];

// The others who are asked the same in rotation answer alike, until something else is due.
function goOn() {
  const asks = rest && data.now?.kind === "ask" && !hands.blocked() ? data.frame.view.due.asks : [];
  const [ask] = asks;
  if (!ask || ask.ask !== rest.question || typeof ask.seat !== "number" || !offers(ask, rest.answer)) {
    rest = null;
    return false;
  }
  send([answerOf(ask.seat, rest.answer)]);
  return true;
}

const act = {
  begin: (seats, repeat = false) => {
    repeats = repeat ? data.frame.round + 1 : 0;
    return send([["begin", { round: data.frame.round + 1, seats }]]);
  },
  repeats: () => repeats === data.frame.round,
  answers: (given) => send(given.map(([seat, answer]) => answerOf(seat, answer))),
  answer: (ask, answer) => {
    keepSaid(ask, answer);
    return send([answerOf(ask.seat, answer)]);
  },
  said: saidTo,
  same: (asks) => {
    const answer = saidTo(asks[0]);
    if (answer === undefined) return { message: "Nobody has answered this question yet.", remedy: "Key the first answer, then = for all the rest." };
    if (!offers(asks[0], answer)) return { message: `Position ${asks[0].seat} cannot answer so.`, remedy: "Key the answer." };
    rest = { question: asks[0].ask, answer };
    send(asks.map((ask) => answerOf(ask.seat, answer)));
    return true;
  },
  tabulate: (picture, manual) => send([["tabulate", { round: data.frame.view ? data.frame.round : data.frame.round + 1, picture, manual }]]),
  indicators: (differ) => {
    const called = data.frame.view?.due?.from.includes("supervisor");
    if (called || Object.keys(differ).length) differDialog(ctx, differ);
    else send([["indicators", { round: data.frame.round, step: data.frame.step ?? 0 }]]);
  },
  house: () => send([["house", {}]]),
  claim: (claims, evidence) => send([["claim", { round: data.frame.round, claims, cards: evidence }]]),
  note: (cite) => send([["note", { clause: cite }]], { ticks: false }),
};

const hands = new HandsWork({ table, send, draw, data: () => data, keyed: () => keyed() });

const ctx = {
  get data() {
    return data;
  },
  roles,
  me: { person: document.body.dataset.me, name: root.querySelector(".me").textContent },
  dealer: (sign, signed) => post(`/api/tables/${table}/dealer`, { sign, ...(signed ? { signed } : {}) }).then(refresh),
  note: (cite) => post(`/api/tables/${table}/note`, { clause: cite }).then(refresh),
  supervised: (asked, signed, also) => post(`/api/tables/${table}/supervised`, { command: asked, ...(signed ? { signed } : {}), ...(also ? { also } : {}) }).then(refresh),
  propose: (asked) => post("/api/proposals", { command: asked }),
  indicators: (differ, resolved, signed) =>
    post(`/api/tables/${table}/indicators`, { round: data.frame.round, step: data.frame.step ?? 0, differ, resolved, ...(signed ? { signed } : {}) }).then(refresh),
};

// -- now and next

const keyed = () => data.sheet.cards === "keys" || data.sheet.cards === "reads";

function houseNode() {
  const { house, now } = data;
  if (!house || !["ask", "cards"].includes(now.kind)) return null;
  const concerns = now.kind === "ask" ? data.frame.view.due.from.includes("dealer") : now.places.includes(house.place);
  if (!concerns) return null;
  return h(
    "div",
    { class: "worked" },
    h("b", {}, house.says),
    h("span", { class: "set" }, ...Object.entries(house.cards).flatMap(([part, texts]) => [h("small", {}, part), cards(texts)])),
    clause(house.clause, house.rule),
  );
}

const WAITS = { wagers: "Players place their wagers", ask: "A player decides", tabulate: "The count", cards: "A card is dealt", peek: "The look", lock: "A hit is held for verification", close: "The round is settled" };

function state() {
  const { frame, sheet } = data;
  if (!frame.open) return { key: "closed", over: "Closed", title: "This table is closed", node: null };
  if (sheet.cards === "none") return tabulatorState();
  if (!frame.view) {
    if (!keyed()) return { key: `idle:${frame.paused}`, over: "Between rounds", title: "The table deals by itself", node: null };
    const deck = data["new-deck"].find((item) => !item.done);
    if (deck && works) return { key: `deck:${deck.clause}`, over: "New deck", title: deck.rule, clause: [deck.clause, ""], tick: deck.clause };
    return { key: `begin:${frame.round}:${Object.keys(frame.seats)}`, over: "Between rounds", title: `Round ${frame.round + 1}: positions in play`, make: () => beginInput(data, act) };
  }
  const due = dueState();
  const items = hands.waiting();
  const [item] = items;
  if (!item) return due;
  return { key: `item:${item.key}`, over: HANDS[item.kind], title: hands.title(item), sub: item.kind === "tick" ? item.says : "", clause: [item.clause, item.kind === "tick" || item.kind === "settle" ? "" : item.rule], items, due: hands.blocked() ? null : due };
}

// What is entered next, once the hands have done what comes before it.
function dueState() {
  const { frame, now } = data;
  if (!keyed()) return { key: `auto:${frame.step}`, over: WAITS[now.kind], title: now.title, clause: [now.clause, now.rule], node: null };
  const indicators = now.kind === "ask" && frame.view.due.what === "indicators";
  const deck = `${frame.round}:${frame.step}:${frame.answers}:${frame.fault}`;
  return {
    key: `${now.kind}:${deck}`,
    over: now.kind === "close" ? "Round settled" : "Now",
    title: now.title,
    clause: [now.clause, now.rule],
    along: now.along,
    make: () => (indicators ? indicatorsInput(data, act) : INPUTS[now.kind](data, act)),
  };
}

// A table with the tabulator alone: the press, the indicators, a claim.
function tabulatorState() {
  const { frame } = data;
  const counted = frame.phase === "tabulated";
  if (counted && !frame.confirmed) return { key: `lights:${frame.round}`, over: `Round ${frame.round}`, title: "Check the indicators against the chips", clause: ["S-7", "The dealer checks each light against its chip; where they disagree a supervisor decides."], make: () => indicatorsInput(data, act) };
  const make = () => {
    const press = tabulateInput(data, act);
    const claim = counted ? claimInput(data, act) : null;
    return {
      node: h("div", { class: "alone" }, press.node, claim?.node ?? ""),
      onKey: (event) => claim?.onKey(event) || press.onKey(event),
      again: () => claim?.again(),
    };
  };
  return { key: `press:${frame.round}:${frame.phase}:${frame.hits.length}:${frame.fault}`, over: counted ? `Round ${frame.round} counted` : "Tabulator alone", title: `Round ${frame.round + 1}: press tabulate when the wagers are down`, clause: ["S-6", "One press counts every wager that lies on its sensor, once in a round."], make };
}

function draw() {
  const { frame, sheet } = data;
  const now = state();
  root.dataset.version = frame.version;
  root.dataset.kind = now.key.split(":")[0];
  at("round").textContent = frame.view ? `Round ${frame.round}` : frame.round ? `After round ${frame.round}` : "No round yet";
  at("shoe").textContent = data.deck && sheet.cards !== "none" ? `${data.deck.dealt} of ${data.deck.size} cards dealt` : "";
  at("over").textContent = now.over;
  at("title").textContent = now.title;
  const sub = at("sub");
  sub.textContent = now.sub ?? "";
  at("clause").replaceChildren(...[now.clause ? clause(clauseSaid(data.sheet, now.clause[0]), now.clause[1]) : null].filter(Boolean));
  drawInput(now);
  drawNext(now);
  drawSide();
  drawBar();
}

// What the hands do stands above what is entered next: whoever enters it has done the one, and need not say so.
function drawInput(now) {
  stateKey = now.key;
  const place = at("hands");
  const due = now.items ? now.due : now;
  if (now.tick) place.replaceChildren(tickNode(now.tick));
  else place.replaceChildren(works && now.items ? hands.node(now.items, now.due) : "");
  const entry = at("entry");
  if (!due?.make || !works) {
    input = null;
    inputKey = "";
    entry.replaceChildren(now.items || now.tick ? "" : waitingNode());
    return;
  }
  if (inputKey === due.key) return;
  if (inputKey.startsWith("wagers:") && due.key.startsWith("wagers:") && input?.keep?.(data)) {
    inputKey = due.key;
    return;
  }
  inputKey = due.key;
  input = due.make();
  const along = (due.along ?? []).map((each) => h("li", {}, h("cite", {}, each.clause), ` ${each.rule}`));
  entry.replaceChildren(...[houseNode(), along.length ? h("ul", { class: "along", "aria-label": "Along with it" }, ...along) : null, input.node].filter(Boolean));
}

function tickNode(cite) {
  return h("div", { class: "hands" }, button("Done, tick it", () => act.note(cite), { key: "Space", kind: "primary big" }));
}

function waitingNode() {
  const { frame } = data;
  const due = frame.view?.due;
  const asks = due?.asks?.flatMap((ask) => ask.choices.map((choice) => `${choice.label}${choice.most ? ` ${choice.wager ? dollars(choice.most) : ""}` : ""}`)) ?? [];
  return h(
    "div",
    { class: "waiting" },
    due ? h("p", {}, `Waiting for ${due.from.map((who) => (typeof who === "number" ? `position ${who}` : who)).join(", ")}.`) : null,
    asks.length ? h("p", { class: "quiet" }, [...new Set(asks)].join(" · ")) : null,
    !due && frame.open && !keyed() ? h("p", { class: "quiet" }, "A round begins when a player sits down. Pause stops the table and its clock.") : null,
    frame.paused !== null && frame.paused !== undefined ? h("p", { class: "pending" }, h("b", {}, "PAUSED"), ` ${frame.paused}`) : null,
  );
}

function drawNext(now) {
  const list = [];
  if (data.frame.view) {
    if (now.items && !now.due?.make) list.push([data.now.title, data.now.clause]);
    for (const each of data.next ?? []) list.push([each.title, each.clause]);
  } else if (now.tick) {
    list.push(["Begin the round", ""]);
  }
  at("next").replaceChildren(...list.slice(0, 4).map(([title, cite]) => h("li", {}, h("span", {}, title), cite ? h("cite", {}, cite) : null)));
  at("next").parentElement.hidden = list.length === 0;
}

function drawSide() {
  const { frame } = data;
  for (const each of root.querySelectorAll("[role=tab]")) {
    const own = each.dataset.tab === tab;
    each.setAttribute("aria-selected", String(own));
    each.tabIndex = own ? 0 : -1;
  }
  at("pending").replaceChildren(...surveillanceNode(data.surveillance), ...pendingNode(frame.hits), ...promotionsNode(data.promotions));
  const panel = at("panel");
  panel.setAttribute("aria-labelledby", `tab-${tab}`);
  const corrects = roles.has("supervisor") || roles.has("accounting");
  if (tab === "pay") {
    const live = frame.view && data.positions?.length;
    const last = data.last;
    panel.replaceChildren(
      live || !last
        ? payNode(data.positions)
        : payNode(last.positions, {
            title: lastTitle(last),
            onLine: corrects && !last.void ? (seat, line) => correctLineDialog(ctx, last.round, seat, line) : null,
          }),
      ...(last && !live && works && !corrects && !last.void ? [h("p", { class: "quiet" }, "A supervisor or accounting corrects a line of a closed round, with a second person.")] : []),
      ...(last && !live && last.corrected.length ? [h("p", { class: "quiet" }, `${last.corrected.length} line${last.corrected.length > 1 ? "s" : ""} of this round corrected.`)] : []),
    );
  } else if (tab === "answers") {
    panel.replaceChildren(answersNode(data.given, data.names, works && keyed() ? (given) => correctDialog(ctx, given) : null));
  } else {
    panel.replaceChildren(tableNode(data));
  }
}

function drawBar() {
  const { frame, sheet } = data;
  const on = (name, may) => {
    at(name).disabled = !may || !works;
  };
  on("correct", Boolean(data.given?.length) && keyed());
  on("void", Boolean(frame.view) || frame.phase === "playing");
  at("hits").hidden = !data["small-hits"]?.length;
  on("hits", Boolean(data["small-hits"]?.length));
  on("dealer", frame.open && sheet.cards !== "virtual");
  at("dealer").hidden = sheet.cards === "virtual";
  at("dealer").firstElementChild.textContent = dealerSaid(data.dealer);
  at("dealer").classList.toggle("warn", frame.open && !data.dealer);
  on("deck", Boolean(data["new-deck"]?.length));
  on("fault", frame.open);
  at("fault").firstElementChild.textContent = frame.fault === null ? "Fault" : "Restore";
  const pause = at("pause");
  pause.hidden = sheet.cards !== "virtual";
  const paused = frame.paused !== null && frame.paused !== undefined;
  pause.firstElementChild.textContent = paused ? "Go on" : "Pause";
  pause.disabled = !works || !frame.open || pausing;
  const banner = at("banner");
  const closed = Object.values(frame["closed-spots"]);
  banner.hidden = frame.fault === null && !closed.length;
  const fault = frame.fault === null ? [] : [`Equipment out of order: ${frame.fault}. Count by hand; jackpot wagers stay on their spots.`];
  banner.textContent = [...fault, ...closed].join(" ");
}

// -- keys and buttons

const actions = {
  keys: () => keysDialog(),
  correct: () => {
    const given = [...(data.given ?? [])].reverse().find((each) => each.kind !== "house");
    if (given) correctDialog(ctx, given);
  },
  void: () => voidDialog(ctx),
  hits: () => hitsDialog(ctx),
  dealer: () => dealerDialog(ctx),
  deck: () => deckDialog(ctx),
  fault: () => faultDialog(ctx),
  // Whatever else is being sent: the button waits for its own answer, and no press of it is lost.
  pause: () => {
    const paused = data.frame.paused !== null && data.frame.paused !== undefined;
    pausing = true;
    at("pause").disabled = true;
    before = before.then(async () => {
      try {
        await post(`/api/tables/${table}/supervised`, { command: { type: "pause-table", table, paused: !paused } });
      } catch (error) {
        say(error);
      } finally {
        pausing = false;
        await refresh();
      }
    });
  },
};
const FUNCTIONS = { F1: "keys", "?": "keys", F2: "correct", F4: "void", F6: "hits", F7: "dealer", F8: "deck", F9: "fault" };

root.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-act]");
  if (pressed && !pressed.disabled && data) actions[pressed.dataset.act]();
  const tabbed = event.target.closest("[role=tab]");
  if (tabbed) {
    tab = tabbed.dataset.tab;
    if (data) drawSide();
  }
});

root.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const tabs = [...root.querySelectorAll("[role=tab]")];
  const next = tabs[(tabs.findIndex((each) => each.dataset.tab === tab) + (event.key === "ArrowLeft" ? tabs.length - 1 : 1)) % tabs.length];
  next.click();
  next.focus();
  event.stopPropagation();
});

// Why a function key does nothing now.
const NOTHING = { correct: "There is no answer of this round to correct yet.", void: "There is no round in progress to void.", deck: "This game notes nothing with a new deck.", hits: "There is no small hit to verify and pay.", dealer: "Nobody deals at this table by hand.", fault: "This table is closed." };

// A key of what is due: first of what is entered next, then of the hands.
function used(event) {
  const items = data.frame.view ? hands.waiting() : [];
  const tick = items.length ? null : state().tick;
  if (tick && (event.key === " " || event.key === "Enter")) return act.note(tick), true;
  if (items.length && event.key === " ") return hands.pass(items[0]), true;
  const found = input?.onKey?.(event) ?? false;
  if (found) return found;
  if (items.length && event.key === "Enter") return hands.passAll(), true;
  if (items.length && hands.blocked()) return { message: `First: ${hands.title(items[0])}.`, remedy: "Press Space when it is done." };
  return false;
}

const keys = new Keys(used, tell);

document.addEventListener("keydown", (event) => {
  if (heldDown(event)) {
    event.preventDefault();
    return;
  }
  if (!data || event.defaultPrevented || event.isComposing) return;
  if (dialogOpen()) {
    if (dialogKey(event)) event.preventDefault();
    return;
  }
  if (event.altKey && ["1", "2", "3"].includes(event.key)) {
    tab = ["table", "pay", "answers"][Number(event.key) - 1];
    drawSide();
    event.preventDefault();
    return;
  }
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
  const name = FUNCTIONS[event.key];
  if (name) {
    event.preventDefault();
    if (!at(name)?.disabled) actions[name]();
    else tell({ message: works ? NOTHING[name] : "You are looking on: dealers and supervisors work at this console." });
    return;
  }
  // A focused button is pressed by its own keys.
  const focused = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement || event.target.closest?.("summary");
  if (focused && (event.key === "Enter" || event.key === " ")) return;
  if (!works) return;
  if (sending()) {
    keys.later(event);
    if (event.key.length === 1 || event.key === "Enter") event.preventDefault();
  } else if (keys.press(event)) event.preventDefault();
});

// -- the feed: a doorbell; what is shown is asked for, whole

// What the console has asked for already, or will when it is answered, is not asked for twice.
const known = (frame) => sent !== "" || (data && (frame.version < data.frame.version || JSON.stringify(frame) === JSON.stringify(data.frame)));

follow([`table/${table}/dealer`], (_, frame) => (known(frame) ? null : refresh()), {
  onState: (now) => {
    const mark = at("live");
    mark.textContent = now === "live" ? "Live" : "Stale";
    mark.dataset.state = now;
  },
  onRefused: () => say({ message: "You may not work at this console.", remedy: "Sign in as a dealer or a supervisor." }),
});
refresh();
