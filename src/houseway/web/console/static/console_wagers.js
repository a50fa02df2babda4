// The wagers of every position, as the dealer enters them at a real table: a grid of spots, a pad of chips, keys.

import { DENOMINATIONS, element, face } from "../art/chips.js";
import { button, cents, dollars, h } from "./console_dom.js";

const CHIPS = DENOMINATIONS.filter((value) => value >= 100);

export class WagerGrid {
  constructor(data, act) {
    this.data = data;
    this.act = act;
    this.seats = data.frame.view.due.from;
    this.wagers = data.frame.view.due.wagers;
    this.rows = new Map(this.seats.map((seat) => [seat, {}]));
    this.at = [0, 0];
    this.typed = "";
    this.cells = new Map();
    this.node = h("div", { class: "wagers" });
    this.build();
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
    this.typed = "";
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
      ...this.wagers.map((wager) => h("th", { scope: "col", title: wager.says }, wager.name, h("small", {}, this.limits(wager)))),
      h("th", { scope: "col" }, h("span", { class: "unseen" }, "Confirm")),
    );
    const body = this.seats.map((seat, row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, h("b", { class: "seat-number" }, String(seat)), this.data.frame.seats[seat] ? h("small", {}, this.data.frame.seats[seat].name) : null),
        ...this.wagers.map((wager, column) => {
          const cell = h("button", { type: "button", class: "cell", onclick: () => this.press(row, column) });
          this.cells.set(`${row}/${column}`, cell);
          return h("td", {}, cell);
        }),
        h("td", {}, button("", () => this.send(row), { key: "Enter", kind: "row-go" })),
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
      button("Confirm all", () => this.all(), { key: "Shift+Enter", kind: "primary" }),
    );
    this.table = h("table", { class: "grid" }, h("thead", {}, head), h("tbody", {}, ...body));
    const fixed = this.wagers.some((wager) => wager.fixed !== undefined);
    const legend = h(
      "p",
      { class: "key-legend" },
      ...[["↑ ↓ ← →", "spot"], ["0–9", "amount"], fixed ? ["Space", "fixed wager on or off"] : null].filter(Boolean).map(([key, says]) => h("span", {}, h("kbd", {}, key), ` ${says}`)),
    );
    this.node.replaceChildren(h("div", { class: "scroll" }, this.table), pad, legend);
  }

  draw() {
    this.seats.forEach((seat, row) => {
      const laid = this.rows.get(seat);
      this.wagers.forEach((wager, column) => {
        const cell = this.cells.get(`${row}/${column}`);
        const here = row === this.at[0] && column === this.at[1];
        const amount = laid[wager.wager];
        cell.textContent = here && this.typed ? `$${this.typed}` : amount ? dollars(amount) : "–";
        cell.classList.toggle("here", here);
        cell.classList.toggle("laid", Boolean(amount));
        cell.setAttribute("aria-label", `Position ${seat}, ${wager.name}: ${amount ? dollars(amount) : "nothing"}`);
        if (here) cell.setAttribute("aria-current", "true");
        else cell.removeAttribute("aria-current");
      });
      const go = this.table.rows[row + 1].querySelector(".row-go");
      const sum = Object.values(laid).reduce((all, each) => all + each, 0);
      go.firstChild.textContent = sum ? `OK ${dollars(sum)}` : "No wager";
      go.setAttribute("aria-label", `Position ${seat}: ${sum ? `confirm ${dollars(sum)}` : "no wager"}`);
      go.classList.toggle("primary", Boolean(sum));
      go.classList.toggle("quiet", !sum);
    });
  }

  get here() {
    return { seat: this.seats[this.at[0]], wager: this.wagers[this.at[1]] };
  }

  settle() {
    if (!this.typed) return;
    const amount = cents(this.typed);
    const { seat, wager } = this.here;
    if (amount) this.rows.get(seat)[wager.wager] = wager.fixed ?? amount;
    else delete this.rows.get(seat)[wager.wager];
    this.typed = "";
  }

  move(rows, columns) {
    this.settle();
    this.at = [
      (this.at[0] + rows + this.seats.length) % this.seats.length,
      (this.at[1] + columns + this.wagers.length) % this.wagers.length,
    ];
    this.draw();
  }

  press(row, column) {
    this.settle();
    this.at = [row, column];
    const { wager } = this.here;
    if (wager.fixed !== undefined) this.flip();
    this.draw();
  }

  flip() {
    const { seat, wager } = this.here;
    const laid = this.rows.get(seat);
    if (laid[wager.wager]) delete laid[wager.wager];
    else laid[wager.wager] = wager.fixed;
    this.draw();
  }

  add(value) {
    this.settle();
    const { seat, wager } = this.here;
    const laid = this.rows.get(seat);
    laid[wager.wager] = wager.fixed ?? (laid[wager.wager] || 0) + value;
    this.draw();
  }

  clear() {
    if (this.typed) this.typed = this.typed.slice(0, -1);
    else delete this.rows.get(this.here.seat)[this.here.wager.wager];
    this.draw();
  }

  repeat() {
    const before = this.data.last?.wagers ?? {};
    for (const seat of this.seats) {
      const wagers = before[seat];
      if (wagers && !Object.keys(this.rows.get(seat)).length) {
        for (const { wager } of this.wagers) if (wagers[wager]) this.rows.get(seat)[wager] = wagers[wager];
      }
    }
    this.draw();
  }

  send(row) {
    this.settle();
    const seat = this.seats[row];
    return this.act.answer(seat, this.rows.get(seat));
  }

  async all() {
    this.settle();
    for (const seat of [...this.seats]) {
      if (!(await this.act.answer(seat, this.rows.get(seat)))) break;
    }
  }

  onKey(event) {
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key in moves) this.move(...moves[event.key]);
    else if (event.key === "Enter" && event.shiftKey) this.all();
    else if (event.key === "Enter") this.send(this.at[0]);
    else if (event.key === "Backspace") this.clear();
    else if (event.key === " " && this.here.wager.fixed !== undefined) this.flip();
    else if (event.key.toUpperCase() === "R") this.repeat();
    else if (/^[\d.]$/.test(event.key)) {
      if (cents(this.typed + event.key) !== null) this.typed += event.key;
      this.draw();
    } else return false;
    return true;
  }

  again() {
    this.draw();
  }
}
