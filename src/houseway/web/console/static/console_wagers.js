// The wagers of every position, as the dealer enters them at a real table: a grid of spots, a pad of chips, keys.
//
// A digit chooses a position and 0 all of them, a letter lays a wager there or takes it off: two keys for whatever is
// not as it was in the last round, and one more for each further wager of the same position.

import { DENOMINATIONS, element, face } from "../art/chips.js";
import { button, cents, dollars, h, letterFor } from "./console_dom.js";

const CHIPS = DENOMINATIONS.filter((value) => value >= 100);
const ALL = -1;

const summed = (amount) => (Array.isArray(amount) ? amount.reduce((all, each) => all + each, 0) : amount);

export class WagerGrid {
  constructor(data, act) {
    this.data = data;
    this.act = act;
    this.seats = data.frame.view.due.from;
    this.wagers = data.frame.view.due.wagers;
    const taken = new Set(["R"]);
    this.letters = this.wagers.map((wager) => letterFor(wager.name, taken));
    this.rows = new Map(this.seats.map((seat) => [seat, {}]));
    this.used = {};
    this.at = [0, 0];
    this.typed = null;
    this.cells = new Map();
    this.node = h("div", { class: "wagers" });
    this.build();
    if (act.repeats()) this.repeat();
    this.draw();
  }

  // Another position's wagers were taken: what is typed for the others stays.
  keep(data) {
    const next = data.frame.view.due.from;
    if (data.now.kind !== "wagers" || next.some((seat) => !this.rows.has(seat))) return false;
    this.data = data;
    const seat = this.seats[this.at[0]];
    this.seats = next;
    this.at = [Math.max(0, next.indexOf(seat)), 0];
    this.typed = null;
    this.build();
    this.draw();
    return true;
  }

  limits(wager) {
    if (wager.fixed !== undefined) return `fixed ${dollars(wager.fixed)}`;
    return wager.limits ? `${dollars(wager.limits[0])} to ${dollars(wager.limits[1])}` : "";
  }

  build() {
    this.cells.clear();
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, h("span", { class: "unseen" }, "Position")),
      ...this.wagers.map((wager, column) =>
        h("th", { scope: "col", title: wager.says }, wager.name, this.letters[column] ? h("kbd", {}, this.letters[column]) : null, h("small", {}, this.limits(wager))),
      ),
      h("th", { scope: "col" }, h("span", { class: "unseen" }, "Confirm")),
    );
    const cell = (row, column) => {
      const made = h("button", { type: "button", class: "cell", onclick: () => this.press(row, column) });
      this.cells.set(`${row}/${column}`, made);
      return h("td", {}, made);
    };
    const every = h(
      "tr",
      { class: "every" },
      h("th", { scope: "row" }, h("b", { class: "seat-number" }, "0"), h("small", {}, "All")),
      ...this.wagers.map((_, column) => cell(ALL, column)),
      h("td", {}, button("Confirm all", () => this.all(), { key: "Enter", kind: "primary" })),
    );
    const body = this.seats.map((seat, row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, h("b", { class: "seat-number" }, String(seat)), this.data.frame.seats[seat] ? h("small", {}, this.data.frame.seats[seat].name) : null),
        ...this.wagers.map((_, column) => cell(row, column)),
        h("td", {}, button("", () => this.send(row), { kind: "row-go" })),
      ),
    );
    const pad = h(
      "div",
      { class: "chip-pad", role: "group", "aria-label": "Chips" },
      ...CHIPS.map((value) =>
        h(
          "button",
          { type: "button", class: "chip-button", "aria-label": `Add ${face(value)}`, onclick: () => this.add(value) },
          element("svg", { class: "chip", viewBox: "0 0 100 100", "aria-hidden": "true" }, element("use", { href: `#chip-${value}` })),
        ),
      ),
      button("Clear", () => this.clear(), { key: "⌫", kind: "quiet" }),
      button("Repeat", () => this.repeat(), { key: "R", kind: "quiet", disabled: !this.data.last }),
    );
    this.table = h("table", { class: "grid" }, h("thead", {}, head), h("tbody", {}, every, ...body));
    const legend = h(
      "p",
      { class: "key-legend" },
      ...[["1–9", "position"], ["0", "all"], ["letter", "wager on or off"], ["/ 25", "another amount"], ["+ −", "more, less"], ["⇧ Enter", "confirm one position"]].map(([key, says]) => h("span", {}, h("kbd", {}, key), ` ${says}`)),
    );
    this.node.replaceChildren(h("div", { class: "scroll" }, this.table), pad, legend);
  }

  draw() {
    this.wagers.forEach((wager, column) => {
      const laid = this.seats.map((seat) => this.rows.get(seat)[wager.wager]);
      const same = laid.length && laid[0] && laid.every((amount) => amount === laid[0]);
      const some = laid.filter(Boolean).length;
      const every = this.cells.get(`${ALL}/${column}`);
      every.textContent = this.shown(ALL, column) ?? (same ? dollars(laid[0]) : some ? `${some} of ${laid.length}` : "–");
      every.setAttribute("aria-label", `All positions, ${wager.name}: ${same ? dollars(laid[0]) : some ? `${some} of ${laid.length}` : "nothing"}`);
      this.mark(every, ALL, column, Boolean(same));
    });
    this.seats.forEach((seat, row) => {
      const laid = this.rows.get(seat);
      this.wagers.forEach((wager, column) => {
        const cell = this.cells.get(`${row}/${column}`);
        const amount = laid[wager.wager];
        cell.textContent = this.shown(row, column) ?? (amount ? dollars(amount) : "–");
        cell.setAttribute("aria-label", `Position ${seat}, ${wager.name}: ${amount ? dollars(amount) : "nothing"}`);
        this.mark(cell, row, column, Boolean(amount));
      });
      const go = this.table.rows[row + 2].querySelector(".row-go");
      const sum = Object.values(laid).reduce((all, each) => all + each, 0);
      go.firstChild.textContent = sum ? `OK ${dollars(sum)}` : "No wager";
      go.setAttribute("aria-label", `Position ${seat}: ${sum ? `confirm ${dollars(sum)}` : "no wager"}`);
      go.classList.toggle("primary", Boolean(sum));
      go.classList.toggle("quiet", !sum);
    });
  }

  shown(row, column) {
    return this.typed !== null && row === this.at[0] && column === this.at[1] ? `$${this.typed}` : null;
  }

  mark(cell, row, column, laid) {
    const here = row === this.at[0] && column === this.at[1];
    cell.classList.toggle("here", here);
    cell.classList.toggle("laid", laid);
    if (here) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
  }

  // The positions that the cursor is on, and the wager.
  get here() {
    const [row, column] = this.at;
    return { seats: row === ALL ? this.seats : [this.seats[row]], wager: this.wagers[column] };
  }

  put(seat, wager, amount) {
    if (amount > 0) {
      this.rows.get(seat)[wager.wager] = wager.fixed ?? amount;
      this.used[wager.wager] = amount;
    } else delete this.rows.get(seat)[wager.wager];
  }

  // What one key lays: as this position had it, as it was keyed last, else what is usual here.
  preset(seat, wager) {
    const before = summed(this.data.last?.wagers[seat]?.[wager.wager]);
    return wager.fixed ?? (before || this.used[wager.wager] || this.data.presets?.[wager.wager] || wager.limits?.[0] || CHIPS[0]);
  }

  settle() {
    if (this.typed === null) return;
    const amount = cents(this.typed);
    const { seats, wager } = this.here;
    if (amount !== null) for (const seat of seats) this.put(seat, wager, amount);
    this.typed = null;
  }

  move(rows, columns) {
    this.settle();
    const lines = this.seats.length + 1;
    this.at = [((this.at[0] + 1 + rows + lines) % lines) - 1, (this.at[1] + columns + this.wagers.length) % this.wagers.length];
    this.draw();
  }

  press(row, column) {
    this.settle();
    this.at = [row, column];
    if (row === ALL || this.here.wager.fixed !== undefined) this.flip();
    this.draw();
  }

  flip() {
    const { seats, wager } = this.here;
    const off = seats.every((seat) => this.rows.get(seat)[wager.wager]);
    for (const seat of seats) {
      const laid = this.rows.get(seat)[wager.wager];
      this.put(seat, wager, off ? 0 : laid || this.preset(seat, wager));
    }
    this.draw();
  }

  add(value) {
    this.settle();
    const { seats, wager } = this.here;
    for (const seat of seats) this.put(seat, wager, Math.max(0, (this.rows.get(seat)[wager.wager] || 0) + value));
    this.draw();
  }

  clear() {
    const { seats, wager } = this.here;
    if (this.typed) this.typed = this.typed.slice(0, -1);
    else if (this.typed !== null) this.typed = null;
    else for (const seat of seats) this.put(seat, wager, 0);
    this.draw();
  }

  repeat() {
    const before = this.data.last?.wagers ?? {};
    for (const seat of this.seats) {
      const wagers = before[seat];
      if (wagers && !Object.keys(this.rows.get(seat)).length) {
        for (const { wager } of this.wagers) if (wagers[wager]) this.rows.get(seat)[wager] = summed(wagers[wager]);
      }
    }
    this.draw();
  }

  send(row) {
    this.settle();
    const seat = this.seats[row];
    return this.act.answers([[seat, this.rows.get(seat)]]);
  }

  all() {
    this.settle();
    return this.act.answers(this.seats.map((seat) => [seat, this.rows.get(seat)]));
  }

  // A digit while an amount is typed is of the amount; any other digit is a position.
  typing(key) {
    if (!/^[\d.]$/.test(key) || cents(this.typed + key) === null) return { message: `“${this.typed}${key}” is no amount.`, remedy: "Type dollars, such as 25 or 2.50, then Enter." };
    this.typed += key;
    this.draw();
    return true;
  }

  position(key) {
    const row = key === "0" ? ALL : this.seats.indexOf(Number(key));
    if (row === -1 && key !== "0") {
      const playing = this.data.frame.playing.includes(Number(key));
      return { message: playing ? `The wagers of position ${key} are entered already.` : `Position ${key} is not in this round.`, remedy: playing ? "Correct them with F2." : "Key a position that is, or 0 for all." };
    }
    this.at = [row, this.at[1]];
    this.draw();
    return true;
  }

  confirm(shift) {
    if (this.typed !== null && !shift) {
      this.settle();
      this.draw();
      return true;
    }
    this.settle();
    if (shift && this.at[0] !== ALL) this.send(this.at[0]);
    else if ([...this.rows.values()].some((laid) => Object.keys(laid).length)) this.all();
    else return { message: "No wager is entered.", remedy: "Key the wagers, or R for those of the last round; Shift+Enter confirms one position without a wager." };
    return true;
  }

  onKey(event) {
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (key in moves) this.move(...moves[key]);
    else if (key === "Enter") return this.confirm(event.shiftKey);
    else if (key === "Backspace") this.clear();
    else if (this.typed !== null && /^[\d.]$/.test(key)) return this.typing(key);
    else if (/^\d$/.test(key)) {
      this.settle();
      return this.position(key);
    } else if (key === "R") {
      if (!this.data.last) return { message: "There is no round before this one to repeat.", remedy: "Key the wagers; 0 and a letter lays one at all positions." };
      this.repeat();
    } else if (key === "/") {
      if (this.here.wager.fixed !== undefined) return { message: `${this.here.wager.name} is always ${dollars(this.here.wager.fixed)}.` };
      this.typed = "";
      this.draw();
    } else if (key === "+" || key === "-") this.add((key === "+" ? 1 : -1) * (this.here.wager.limits?.[0] ?? this.preset(this.here.seats[0], this.here.wager)));
    else if (key === " " || this.letters.includes(key)) {
      this.settle();
      if (key !== " ") this.at = [this.at[0], this.letters.indexOf(key)];
      this.flip();
    } else return false;
    return true;
  }

  again() {
    this.draw();
  }
}
