// The dealer's console: one thing to do at a time, in the document's order.

import { follow } from "../service/feed.js";
import { get, post } from "../service/http.js";
import { clauseSaid } from "../art/chips.js";
import { button, cards, chips, clause, dollars, h } from "./console_dom.js";
import { INPUTS, beginInput, indicatorsInput, tabulateInput } from "./console_inputs.js";
import { claimInput } from "./console_claim.js";
import { Moved, differenceSaid } from "./console_moved.js";
import { answersNode, lastTitle, lineNode, payNode, pendingNode, promotionsNode, surveillanceNode, tableNode } from "./console_table.js";
import { correctDialog, correctLineDialog, deckDialog, dialogKey, dialogOpen, differDialog, faultDialog, keysDialog, showRefusal, voidDialog } from "./console_dialogs.js";

const root = document.querySelector(".console");
const table = root.dataset.table;
const works = root.dataset.works === "yes";
const roles = new Set(document.body.dataset.roles.split(" "));
const at = (name) => root.querySelector(`[data-part="${name}"]`);

let data = null;
let input = null;
let inputKey = "";
let tab = "table";

// -- what was done by hand, kept for this console while the round lasts

const ackKey = () => `console:${table}:${data.frame.round}`;
const acked = () => {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(ackKey()) || "[]"));
  } catch {
    return new Set();
  }
};

function ack(key) {
  const known = acked();
  known.add(key);
  sessionStorage.setItem(ackKey(), JSON.stringify([...known]));
}

const moved = () => new Moved(`${ackKey()}:moved`);

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

// One command after another. What has been sent is not sent twice, however often a key is pressed; a step that came up
// meanwhile takes its keys at once, so that a fast dealer or a scanner loses none.
let sent = "";
let before = Promise.resolve();
let pausing = false;

const sending = () => sent !== "" && sent === inputKey;

function command(url, body) {
  if (sending()) return Promise.resolve(false);
  const own = inputKey;
  sent = own;
  root.classList.add("busy");
  alertNode.hidden = true;
  const work = before.then(async () => {
    try {
      await post(`/api/tables/${table}/${url}`, body);
      await refresh();
      return true;
    } catch (error) {
      say(error);
      if (inputKey === own) input?.again?.();
      await refresh();
      return false;
    } finally {
      if (sent === own) {
        sent = "";
        root.classList.remove("busy");
      }
    }
  });
  before = work;
  return work;
}

const act = {
  begin: (seats) => command("begin", { round: data.frame.round + 1, seats }),
  answer: (seat, answer) => command("answers", { round: data.frame.round, step: data.frame.step, seat, answer }),
  tabulate: (picture, manual) => command("tabulate", { round: data.frame.view ? data.frame.round : data.frame.round + 1, picture, manual }),
  indicators: (differ) => {
    const called = data.frame.view?.due?.from.includes("supervisor");
    if (called || Object.keys(differ).length) differDialog(ctx, differ);
    else command("indicators", { round: data.frame.round, step: data.frame.step ?? 0 });
  },
  house: () => command("house", {}),
  claim: (claims, evidence) => command("claim", { round: data.frame.round, claims, cards: evidence }),
  note: (cite) => command("note", { clause: cite }),
};

const ctx = {
  get data() {
    return data;
  },
  roles,
  note: (cite) => post(`/api/tables/${table}/note`, { clause: cite }).then(refresh),
  supervised: (asked, signed) => post(`/api/tables/${table}/supervised`, { command: asked, ...(signed ? { signed } : {}) }).then(refresh),
  propose: (asked) => post("/api/proposals", { command: asked }),
  indicators: (differ, resolved, signed) =>
    post(`/api/tables/${table}/indicators`, { round: data.frame.round, step: data.frame.step ?? 0, differ, resolved, ...(signed ? { signed } : {}) }).then(refresh),
};

// -- now and next

const keyed = () => data.sheet.cards === "keys" || data.sheet.cards === "reads";

function waiting() {
  if (!data.queue || !keyed()) return [];
  const known = acked();
  return moved()
    .open(data.queue, data.positions)
    .filter((item) => ["tick", "settle", "press"].includes(item.kind) || !known.has(item.key));
}

function pass(item) {
  if (item.kind === "tick") {
    act.note(item.clause);
  } else if (item.kind === "press") {
    act.tabulate({}, false);
  } else if (item.kind === "settle") {
    moved().done(item, data.positions);
    draw();
  } else {
    ack(item.key);
    draw();
  }
}

const HANDS = { deal: "Deal", look: "Players look", lay: "Lay the cards", turn: "Turn up", collect: "Collect", settle: "Take or pay", press: "The count", tick: "Procedure" };

function itemTitle(item) {
  if (item.kind === "settle") return `Position ${item.seat}: ${moved().difference(item, data.positions) ? "correct the payment" : "take or pay"}`;
  if (item.kind === "tick") return item.rule;
  return item.says.replace(/^./, (letter) => letter.toUpperCase());
}

function itemNode(item) {
  const go = button({ tick: "Done, tick it", press: "Tabulate" }[item.kind] ?? "Done", () => pass(item), { key: "Space", kind: "primary big" });
  if (item.kind !== "settle") return h("div", { class: "hands" }, go);
  const lines = data.positions.find((position) => position.seat === item.seat)?.lines.filter((line) => item.what.includes(line.number)) ?? [];
  const difference = moved().difference(item, data.positions);
  return h(
    "div",
    { class: "hands" },
    difference ? h("p", { class: "difference", role: "status" }, h("b", {}, differenceSaid(difference)), difference.more ? chips(Math.abs(difference.more)) : null) : null,
    difference ? h("p", { class: "quiet" }, lines.length ? "In all, as corrected:" : "Nothing is owed any more.") : null,
    h("ul", { class: "lines" }, ...lines.map((line) => lineNode(line))),
    go,
  );
}

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
  const now = data.now;
  const [item] = waiting();
  if (item) return { key: `item:${item.key}`, over: HANDS[item.kind], title: itemTitle(item), sub: item.kind === "tick" ? item.says : "", clause: [item.clause, item.kind === "tick" || item.kind === "settle" ? "" : item.rule], item };
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

function drawInput(now) {
  const place = at("input");
  if (now.item) {
    input = { onKey: (event) => (event.key === " " || event.key === "Enter") && (pass(now.item), true) };
    inputKey = now.key;
    place.replaceChildren(works ? itemNode(now.item) : "");
    return;
  }
  if (now.tick) {
    const done = () => act.note(now.tick);
    input = { onKey: (event) => (event.key === " " || event.key === "Enter") && (done(), true) };
    inputKey = now.key;
    place.replaceChildren(h("div", { class: "hands" }, button("Done, tick it", done, { key: "Space", kind: "primary big" })));
    return;
  }
  if (!now.make || !works) {
    input = null;
    inputKey = now.key;
    place.replaceChildren(waitingNode());
    return;
  }
  if (inputKey === now.key) return;
  if (inputKey.startsWith("wagers:") && now.key.startsWith("wagers:") && input?.keep?.(data)) {
    inputKey = now.key;
    return;
  }
  inputKey = now.key;
  input = now.make();
  const along = (now.along ?? []).map((each) => h("li", {}, h("cite", {}, each.clause), ` ${each.rule}`));
  place.replaceChildren(...[houseNode(), along.length ? h("ul", { class: "along", "aria-label": "Along with it" }, ...along) : null, input.node].filter(Boolean));
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
    if (now.item) {
      for (const item of waiting().slice(1)) list.push([itemTitle(item), item.clause]);
      list.push([data.now.title, data.now.clause]);
    }
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
const FUNCTIONS = { F1: "keys", "?": "keys", F2: "correct", F4: "void", F8: "deck", F9: "fault" };

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

// A key that is held down is one press: what it does is done once, by our keys and by a focused button alike.
const REPEATS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Backspace", "Delete"]);

document.addEventListener("keydown", (event) => {
  const writes = event.target instanceof HTMLInputElement && event.key.length === 1;
  if (event.repeat && !REPEATS.has(event.key) && !writes && event.key !== "Tab") {
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
    return;
  }
  // A focused button is pressed by its own keys.
  const focused = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement || event.target.closest?.("summary");
  if (focused && (event.key === "Enter" || event.key === " ")) return;
  if (!sending() && works && input?.onKey?.(event)) event.preventDefault();
});

// -- the feed: a doorbell; what is shown is asked for, whole

follow([`table/${table}/dealer`], () => refresh(), {
  onState: (now) => {
    const mark = at("live");
    mark.textContent = now === "live" ? "Live" : "Stale";
    mark.dataset.state = now;
  },
  onRefused: () => say({ message: "You may not work at this console.", remedy: "Sign in as a dealer or a supervisor." }),
});
refresh();
