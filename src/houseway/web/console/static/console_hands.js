// What the dealer's hands do between two entries: listed in order, and done by whoever goes on. Only what is out of the
// ordinary stops the console until it is acknowledged by itself.

import { button, chips, dollars, h } from "./console_dom.js";
import { Moved, differenceSaid } from "./console_moved.js";
import { lineNode } from "./console_table.js";

export const HANDS = { deal: "Deal", look: "Players look", lay: "Lay the cards", turn: "Turn up", collect: "Collect", settle: "Take or pay", press: "The count", tick: "Procedure" };

export class HandsWork {
  // `data()` is what the console shows, `send(steps, options)` sends commands, `draw()` shows what has become of it.
  constructor({ table, send, draw, data, keyed }) {
    Object.assign(this, { table, send, draw, keyed, read: data });
  }

  get data() {
    return this.read();
  }

  // -- what was done, kept for this console while the round lasts

  get name() {
    return `console:${this.table}:${this.data.frame.round}`;
  }

  get acked() {
    try {
      return new Set(JSON.parse(sessionStorage.getItem(this.name) || "[]"));
    } catch {
      return new Set();
    }
  }

  get moved() {
    return new Moved(`${this.name}:moved`);
  }

  waiting() {
    if (!this.data.queue || !this.keyed()) return [];
    const known = this.acked;
    return this.moved.open(this.data.queue, this.data.positions).filter((item) => ["tick", "settle", "press"].includes(item.kind) || !known.has(item.key));
  }

  linesOf(item) {
    return this.data.positions.find((position) => position.seat === item.seat)?.lines.filter((line) => item.what.includes(line.number)) ?? [];
  }

  // What the dealer must see and say that it is done: another payment than was made before, a win that surveillance looks
  // at, a press of its own.
  stops(item) {
    if (item.kind !== "settle") return item.kind === "press";
    return this.moved.difference(item, this.data.positions) !== null || this.linesOf(item).some((line) => line.surveillance === "call");
  }

  blocked() {
    return this.waiting().some((item) => this.stops(item));
  }

  did(item) {
    if (item.kind === "settle") this.moved.done(item, this.data.positions);
    else sessionStorage.setItem(this.name, JSON.stringify([...this.acked, item.key]));
  }

  // One of them, by itself.
  pass(item) {
    if (item.kind === "tick") this.send([["note", { clause: item.clause }]], { ticks: false });
    else if (item.kind === "press") this.send([["tabulate", { round: this.data.frame.round, picture: {}, manual: false }]], { ticks: false });
    else {
      this.did(item);
      this.draw();
    }
  }

  // All of them, because the dealer goes on; returned are the clauses that are ticked with it.
  finish() {
    const open = this.data?.frame.view ? this.waiting().filter((item) => !this.stops(item)) : [];
    for (const item of open) if (item.kind !== "tick") this.did(item);
    return open.filter((item) => item.kind === "tick").map((item) => item.clause);
  }

  passAll() {
    if (this.blocked()) return this.pass(this.waiting()[0]);
    const ticks = this.finish();
    if (ticks.length) return this.send(ticks.map((cite) => ["note", { clause: cite }]), { ticks: false });
    return this.draw();
  }

  // -- as it is shown

  title(item) {
    if (item.kind === "settle") return `Position ${item.seat}: ${this.moved.difference(item, this.data.positions) ? "correct the payment" : "take or pay"}`;
    if (item.kind === "tick") return item.rule;
    return item.says.replace(/^./, (letter) => letter.toUpperCase());
  }

  // The first thing to be done whole, what else there is in a line each, then what is entered next.
  node(items, due) {
    const later = items.slice(1).map((item) => h("li", {}, h("span", {}, this.title(item)), item.kind === "settle" ? h("b", {}, this.sum(item)) : null));
    return h(
      "div",
      {},
      this.itemNode(items[0]),
      later.length ? h("ol", { class: "later", "aria-label": "Then" }, ...later) : null,
      due?.make ? h("p", { class: "then" }, h("b", {}, "Then "), due.title) : null,
    );
  }

  itemNode(item) {
    const go = button({ tick: "Done, tick it", press: "Tabulate" }[item.kind] ?? "Done", () => this.pass(item), { key: "Space", kind: "primary big" });
    if (item.kind !== "settle") return h("div", { class: "hands" }, go);
    const lines = this.linesOf(item);
    const difference = this.moved.difference(item, this.data.positions);
    return h(
      "div",
      { class: "hands" },
      difference ? h("p", { class: "difference", role: "status" }, h("b", {}, differenceSaid(difference)), difference.more ? chips(Math.abs(difference.more)) : null) : null,
      difference ? h("p", { class: "quiet" }, lines.length ? "In all, as corrected:" : "Nothing is owed any more.") : null,
      h("ul", { class: "lines" }, ...lines.map((line) => lineNode(line))),
      go,
    );
  }

  // What a position comes to in one sum.
  sum(item) {
    const lines = this.linesOf(item);
    const sum = lines.reduce((all, line) => all + line.moves, 0);
    const held = lines.some((line) => line.does === "pending") ? ", a prize is held" : "";
    return `${sum > 0 ? `pay ${dollars(sum)}` : sum < 0 ? `take ${dollars(-sum)}` : "nothing moves"}${held}`;
  }
}
