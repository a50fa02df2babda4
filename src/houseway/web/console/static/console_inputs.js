// What is entered at the console, by kind of step. Each input is {node, onKey(event), again()}: its elements, its keys,
// and what to do when the server refused.

import { shortName } from "../art/felt.js";
import { CardKeys } from "./console_cards.js";
import { WagerGrid } from "./console_wagers.js";
import { button, cents, chips, dollars, h } from "./console_dom.js";

const range = (last) => Array.from({ length: last }, (_, place) => place + 1);
const digit = (event) => (/^[0-9]$/.test(event.key) ? Number(event.key) : null);

// -- which positions are in the round

export function beginInput(data, act) {
  const { frame, sheet } = data;
  const seated = Object.keys(frame.seats).map(Number);
  const chosen = new Set([...seated, ...(data["seats-before"].length ? data["seats-before"] : [])]);
  const go = button("Begin the round", () => chosen.size && act.begin([...chosen].sort((a, b) => a - b)), { key: "Enter", kind: "primary big" });
  const seats = range(sheet.positions).map((seat) => {
    const toggle = button(frame.seats[seat] ? frame.seats[seat].name : "Position", () => flip(seat), { key: String(seat), kind: "seat-toggle", pressed: chosen.has(seat) });
    toggle.prepend(h("b", {}, String(seat)));
    return toggle;
  });
  const flip = (seat) => {
    if (chosen.has(seat)) chosen.delete(seat);
    else chosen.add(seat);
    seats[seat - 1].setAttribute("aria-pressed", String(chosen.has(seat)));
    go.disabled = chosen.size === 0;
  };
  go.disabled = chosen.size === 0;
  return {
    node: h("div", { class: "begin" }, h("div", { class: "seat-toggles", role: "group", "aria-label": "Positions in play" }, ...seats), go),
    onKey(event) {
      const seat = digit(event);
      if (seat && seat <= sheet.positions) flip(seat);
      else if (event.key === "Enter" && chosen.size) go.click();
      else return false;
      return true;
    },
    again() {},
  };
}

// -- wagers, decisions

export const wagersInput = (data, act) => new WagerGrid(data, act);

const letterFor = (word, taken) => {
  const letter = [...word.toUpperCase()].find((each) => /[A-Z]/.test(each) && !taken.has(each));
  if (letter) taken.add(letter);
  return letter || "";
};

function amountInput(choice, send, cancel) {
  let typed = "";
  const now = () => (typed ? cents(typed) : choice.most);
  const shown = h("output", { class: "amount" });
  const pile = h("span", { class: "pile-of" });
  const draw = () => {
    const amount = now();
    shown.textContent = amount === null ? "?" : dollars(amount);
    pile.replaceChildren(amount ? chips(amount) : "");
  };
  const press = (key) => {
    if (key === "⌫") typed = typed.slice(0, -1);
    else if (/^[\d.]$/.test(key) && cents(typed + key) !== null) typed += key;
    draw();
  };
  const node = h(
    "div",
    { class: "amount-input" },
    h("div", { class: "amount-line" }, h("span", {}, `${choice.label}: ${dollars(choice.least)} to ${dollars(choice.most)}`), shown, pile),
    h("div", { class: "pad" }, ...["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "⌫"].map((key) => button(key, () => press(key), { kind: "quiet" }))),
    h("div", { class: "row" }, button("Confirm", () => now() !== null && send(now()), { key: "Enter", kind: "primary" }), button("Back", cancel, { key: "Esc", kind: "quiet" })),
  );
  draw();
  return {
    node,
    onKey(event) {
      if (event.key === "Enter") {
        if (now() !== null) send(now());
      } else if (event.key === "Escape") cancel();
      else if (event.key === "Backspace") press("⌫");
      else if (/^[\d.]$/.test(event.key)) press(event.key);
      else return false;
      return true;
    },
  };
}

function pickInput(ask, send) {
  const chosen = new Set();
  const marks = range(ask.pick.pool).map((place) => button(`Card ${place}`, () => flip(place), { key: String(place), pressed: false, kind: "choice" }));
  const go = button("Confirm", () => chosen.size && send([...chosen].sort()), { key: "Enter", kind: "primary" });
  const flip = (place) => {
    if (chosen.has(place)) chosen.delete(place);
    else chosen.add(place);
    marks[place - 1].setAttribute("aria-pressed", String(chosen.has(place)));
  };
  return {
    node: h("div", {}, h("p", { class: "says" }, ask.pick.says.replace(/^./, (letter) => letter.toUpperCase())), h("div", { class: "choices" }, ...marks, go)),
    onKey(event) {
      const place = digit(event);
      if (place && place <= ask.pick.pool) flip(place);
      else if (event.key === "Enter") go.click();
      else return false;
      return true;
    },
  };
}

function choicesInput(ask, view, send) {
  const taken = new Set();
  const keys = new Map();
  const stage = h("div", {});
  let inner = null;
  const buttons = ask.choices.flatMap((choice) => {
    if (choice.least !== undefined && !choice.wager) {
      // A number of a card: one button each, by its digit.
      return range(choice.most).filter((each) => each >= choice.least).map((each) => {
        const press = () => send([choice.word, each]);
        keys.set(String(each), press);
        const known = view.cards[ask.hand ?? String(ask.seat)]?.[each - 1];
        return button(`${known && known !== "??" ? shortName(known) : `Card ${each}`} ${choice.label}`, press, { key: String(each), kind: "choice" });
      });
    }
    const letter = letterFor(choice.label, taken);
    const ranged = choice.least !== undefined && choice.least < choice.most;
    const press = () => {
      if (!ranged) return send(choice.word);
      inner = amountInput(choice, (amount) => send([choice.word, amount]), () => {
        inner = null;
        stage.replaceChildren(list);
      });
      return stage.replaceChildren(inner.node);
    };
    if (letter) keys.set(letter, press);
    const amount = choice.wager && !ranged ? ` ${dollars(choice.most)}` : "";
    const made = button(`${choice.label}${amount}`, press, { key: letter, kind: "choice" });
    made.append(h("small", {}, choice.says));
    return [made];
  });
  const list = h("div", { class: "choices" }, ...buttons);
  stage.append(list);
  return {
    node: stage,
    onKey(event) {
      if (inner) return inner.onKey(event);
      const press = keys.get(event.key.length === 1 ? event.key.toUpperCase() : event.key);
      if (!press) {
        if (event.key !== "Enter" || ask.choices.length !== 1) return false;
        send(ask.choices[0].word);
        return true;
      }
      press();
      return true;
    },
  };
}

export function askInput(data, act) {
  const asks = data.frame.view.due.asks;
  let at = 0;
  const node = h("div", { class: "ask" });
  let inner = null;
  const show = () => {
    const ask = asks[at];
    const send = (answer) => act.answer(ask.seat, answer);
    inner = ask.pick ? pickInput(ask, send) : choicesInput(ask, data.frame.view, send);
    const tabs =
      asks.length > 1
        ? h(
            "div",
            { class: "seat-tabs", role: "group", "aria-label": "Position" },
            ...asks.map((each, place) =>
              button(`Position ${each.seat}`, () => {
                at = place;
                show();
              }, { pressed: place === at, kind: "quiet" }),
            ),
          )
        : null;
    node.replaceChildren(...[tabs, inner.node].filter(Boolean));
  };
  show();
  return {
    node,
    onKey(event) {
      if (asks.length > 1 && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
        at = (at + (event.key === "ArrowLeft" ? asks.length - 1 : 1)) % asks.length;
        show();
        return true;
      }
      return inner.onKey(event);
    },
    again: show,
  };
}

// -- cards

export function cardsInput(data, act) {
  const { from, down, count } = data.now;
  if (down) return unreadInput(act);
  const { needed, selected } = data.now;
  const hint = from === "shoe" ? "The shoe reads it; if it does not, key it here." : selected?.length ? selectedSaid(selected) : undefined;
  const keys = new CardKeys(data.deck.cards, count, (texts) => act.answer(from, texts), hint ? { hint } : {});
  return needed === false ? notNeededInput(keys, () => act.answer(from, [])) : keys;
}

// Which cards of a hand were selected: each is keyed in its own place, for it is by its place that it was chosen.
const selectedSaid = (selected) => `Selected: card ${selected.join(" and ")}. Key ${selected.length > 1 ? "each" : "it"} in its own place.`;

// Cards that decide nothing: they are turned, and may be left unkeyed.
function notNeededInput(keys, none) {
  const skip = button("Skip (no decision needed)", none, { key: "Enter", kind: "choice" });
  return {
    node: h("div", {}, keys.node, h("div", { class: "row" }, skip)),
    onKey(event) {
      if (event.key !== "Enter" || keys.texts.length) return keys.onKey(event);
      none();
      return true;
    },
    again: () => keys.again(),
  };
}

// A card dealt face down from a shoe that reads: nobody looks at it, also when the shoe failed.
function unreadInput(act) {
  const unread = button("The shoe did not read it", () => act.answer("shoe", "??"), { key: "U", kind: "choice" });
  return {
    node: h("div", { class: "choices" }, h("p", { class: "hint" }, "Deal it face down. A card that was not read is keyed when it is turned."), unread),
    onKey(event) {
      if (event.key.toUpperCase() !== "U") return false;
      unread.click();
      return true;
    },
  };
}

export function peekInput(data, act) {
  const yes = button("Yes", () => act.answer("dealer", true), { key: "Y", kind: "choice" });
  const no = button("No", () => act.answer("dealer", false), { key: "N", kind: "choice" });
  return {
    node: h("div", { class: "choices" }, yes, no),
    onKey(event) {
      const key = event.key.toUpperCase();
      if (key === "Y") yes.click();
      else if (key === "N") no.click();
      else return false;
      return true;
    },
    again() {},
  };
}

// -- the count

export function tabulateInput(data, act) {
  const { sheet, frame } = data;
  const sensors = data.now?.sensors ?? Object.entries(sheet.sensors).map(([wager, sensor]) => ({ sensor: String(sensor), wager, laid: [] }));
  const picture = new Map(sensors.map(({ sensor, laid }) => [sensor, new Set(laid)]));
  const toggles = new Map();
  const flip = (sensor, seat) => {
    const on = picture.get(sensor);
    if (on.has(seat)) on.delete(seat);
    else on.add(seat);
    toggles.get(`${sensor}/${seat}`).setAttribute("aria-pressed", String(on.has(seat)));
  };
  const rows = sensors.map(({ sensor, wager }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, data.names[wager] ?? wager, h("small", {}, `sensor ${sensor}`)),
      ...range(sheet.positions).map((seat) => {
        const toggle = h(
          "button",
          { type: "button", class: "sensor", "aria-pressed": String(picture.get(sensor).has(seat)), "aria-label": `${data.names[wager] ?? wager}, position ${seat}`, onclick: () => flip(sensor, seat) },
          String(seat),
        );
        toggles.set(`${sensor}/${seat}`, toggle);
        return h("td", {}, toggle);
      }),
    ),
  );
  const press = () => act.tabulate(Object.fromEntries([...picture].map(([sensor, seats]) => [sensor, [...seats].sort((a, b) => a - b)])), Boolean(frame.fault));
  const go = button(frame.fault ? "Enter the count by hand" : "Tabulate", press, { key: "Enter", kind: "primary big tabulate" });
  const says = frame.fault
    ? "The equipment is out of order: count the chips and mark each position; the wagers stay on their spots."
    : "Chips on the sensors. One press counts each of them once.";
  return {
    node: h("div", { class: "count" }, h("p", {}, says), h("table", { class: "sensors" }, h("tbody", {}, ...rows)), go),
    onKey(event) {
      const seat = digit(event);
      if (event.key === "Enter") press();
      else if (seat && seat <= sheet.positions && sensors.length === 1) flip(sensors[0].sensor, seat);
      else return false;
      return true;
    },
    again() {},
  };
}

// Each lit indicator is held against its chip: agreed one by one, or marked as different. A count made by hand has no
// lights: it is confirmed as a whole, and differs where it is not what was wagered.
export function indicatorsInput(data, act) {
  const { frame, sheet } = data;
  const { manual } = frame;
  const supervisor = frame.view?.due?.from.includes("supervisor") ?? false;
  const states = new Map();
  const counted = new Map((data.now?.sensors ?? []).map((each) => [each.sensor, each.counted]));
  const rows = Object.entries(sheet.sensors).map(([wager, number]) => {
    const sensor = String(number);
    const lit = new Set((manual ? counted.get(sensor) : frame.indicators[sensor]) ?? []);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, data.names[wager] ?? wager, h("small", {}, `sensor ${sensor}`)),
      ...range(sheet.positions).map((seat) => {
        const laid = frame.view ? Boolean(frame.view.stakes[seat]?.[wager]) : lit.has(seat);
        if (!lit.has(seat) && !laid) return h("td", {}, h("span", { class: "light off", "aria-label": `Position ${seat}: ${manual ? "not counted" : "dark"}` }, String(seat)));
        const key = `${sensor}/${seat}`;
        const differs = lit.has(seat) !== laid;
        const light = h("button", { type: "button", class: `light ${manual ? "hand" : lit.has(seat) ? "lit" : "dark"}`, onclick: () => turn(key) });
        states.set(key, { sensor, seat, state: differs ? "differs" : manual ? "agrees" : "open", light, lit: lit.has(seat), name: data.names[wager] ?? wager });
        return h("td", {}, light);
      }),
    );
  });
  const draw = () => {
    for (const { light, state, seat, lit, name } of states.values()) {
      light.dataset.state = state;
      light.textContent = state === "agrees" ? `${seat} ✓` : state === "differs" ? `${seat} ≠` : String(seat);
      const seen = manual ? (lit ? "counted" : "not counted") : lit ? "lit" : "dark";
      light.setAttribute("aria-label", `${name}, position ${seat}, ${seen}: ${state === "open" ? "not yet confirmed" : state}`);
    }
    const open = [...states.values()].filter(({ state }) => state === "open").length;
    const differ = [...states.values()].filter(({ state }) => state === "differs").length;
    go.disabled = open > 0;
    go.firstChild.textContent = open ? `Confirm ${open} more` : differ || supervisor ? "Call a supervisor" : manual ? "Confirm the count" : "All agree: collect";
  };
  const turn = (key) => {
    const known = states.get(key);
    known.state = { open: "agrees", agrees: "differs", differs: "agrees" }[known.state];
    draw();
  };
  const finish = () => {
    const differ = {};
    for (const { sensor, seat, state } of states.values()) if (state === "differs") (differ[sensor] ??= []).push(seat);
    act.indicators(differ);
  };
  const go = button("", finish, { key: "Enter", kind: "primary big" });
  draw();
  return {
    node: h(
      "div",
      { class: "count" },
      h("p", {}, manual ? "Counted by hand. The wagers stay on their spots until their hands are settled. Press a position whose chip differs from the count." : "Check each lit indicator against its chip. Press a light if they agree, and again if they differ."),
      h("table", { class: "sensors" }, h("tbody", {}, ...rows)),
      go,
    ),
    onKey(event) {
      if (event.key !== "Enter" && event.key !== " ") return false;
      const next = [...states].find(([, { state }]) => state === "open");
      if (next) turn(next[0]);
      else finish();
      return true;
    },
    again: draw,
  };
}

// -- the house's own moves

export function lockInput(data, act) {
  const go = button("Hold the prize", () => act.house(), { key: "Enter", kind: "primary big" });
  const claims = data.now.claims.map((claim) => h("li", {}, h("b", {}, `Position ${claim.seat}`), ` ${claim.wager}: ${claim.event}`));
  return {
    node: h("div", {}, h("ul", { class: "claims" }, ...claims), h("p", {}, "This fixes the amount. Do not pay the prize until it is verified."), go),
    onKey(event) {
      if (event.key !== "Enter") return false;
      act.house();
      return true;
    },
    again() {},
  };
}

export function closeInput(data, act) {
  const go = button("Close the round", () => act.house(), { key: "Enter", kind: "primary big" });
  return {
    node: h("div", {}, h("p", {}, "Every position is taken or paid. After the close only lines can be corrected, by two people."), go),
    onKey(event) {
      if (event.key !== "Enter") return false;
      act.house();
      return true;
    },
    again() {},
  };
}

export const INPUTS = {
  wagers: wagersInput,
  ask: askInput,
  cards: cardsInput,
  peek: peekInput,
  tabulate: tabulateInput,
  lock: lockInput,
  close: closeInput,
};
