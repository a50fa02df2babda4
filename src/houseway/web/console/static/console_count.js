// The count of jackpot wagers: the press of tabulate, and the lights against the chips.

import { button, h } from "./console_dom.js";

const range = (last) => Array.from({ length: last }, (_, place) => place + 1);
const digit = (event) => (/^[1-9]$/.test(event.key) ? Number(event.key) : null);

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
      else if (seat && seat > sheet.positions) return { message: `This table has no position ${seat}.`, remedy: `Key 1 to ${sheet.positions}.` };
      else if (seat && sensors.length > 1) return { message: `Each position has ${sensors.length} sensors.`, remedy: "Press the sensor on the screen." };
      else if (seat) flip(sensors[0].sensor, seat);
      else return false;
      return true;
    },
    again() {},
  };
}

// Each lit indicator is held against its chip. Enter says that all agree; a digit, or a press of the light, marks one that
// differs. A count made by hand has no lights, and differs where it is not what was wagered.
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
    go.firstChild.textContent = differ || supervisor ? "Call a supervisor" : manual ? "Confirm the count" : open > 1 ? `All ${open} agree: collect` : "All agree: collect";
  };
  const turn = (key) => {
    const known = states.get(key);
    known.state = { open: "agrees", agrees: "differs", differs: "agrees" }[known.state];
    draw();
  };
  // A digit marks every light of that position, or takes the mark off again.
  const mark = (seat) => {
    const own = [...states.values()].filter((each) => each.seat === seat);
    if (!own.length) return { message: `Nothing was wagered or counted at position ${seat}.`, remedy: "Key a position whose light is shown." };
    const off = own.every(({ state }) => state === "differs");
    for (const each of own) each.state = off ? "agrees" : "differs";
    draw();
    return true;
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
      h("p", {}, manual ? "Counted by hand. The wagers stay on their spots until their hands are settled. Press a position whose chip differs from the count." : "Check each lit indicator against its chip. Enter if all agree; key the position of one that differs."),
      h("table", { class: "sensors" }, h("tbody", {}, ...rows)),
      go,
    ),
    onKey(event) {
      const seat = digit(event);
      if (event.key === "Enter") finish();
      else if (seat) return mark(seat);
      else return false;
      return true;
    },
    again: draw,
  };
}

