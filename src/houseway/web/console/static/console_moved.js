// What the dealer's hands have moved for each line of the round, kept for this console while the round lasts.
// A line is done when its chips have moved as it stands: one that was corrected since is to be done again, by the
// difference, wherever in the round it was settled.

import { dollars } from "./console_dom.js";

export class Moved {
  constructor(name) {
    this.name = name;
    try {
      this.cents = JSON.parse(sessionStorage.getItem(name) || "{}");
    } catch {
      this.cents = {};
    }
  }

  // The settlements to be done now: what the server asks for, and lines of this console's own that stand otherwise.
  open(queue, positions) {
    const lines = linesOf(positions);
    const asked = new Set(queue.flatMap((item) => [...this.owed(item, lines).keys()]));
    const own = new Map();
    for (const [id, cents] of Object.entries(this.cents)) {
      if (asked.has(id) || cents === (lines.get(id)?.moves ?? 0)) continue;
      const seat = Number(id.split("/")[0]);
      const item = own.get(seat) ?? { kind: "settle", clause: lines.get(id)?.clause ?? "", seat, what: [], given: {}, says: "" };
      item.given[id] = cents;
      if (lines.has(id)) item.what.push(lines.get(id).number);
      own.set(seat, item);
    }
    const items = [...[...own.values()].map((item) => ({ ...item, key: `own:${item.seat}:${JSON.stringify(item.given)}:${item.what}` })), ...queue];
    return items.filter((item) => item.kind !== "settle" || [...this.owed(item, lines)].some(([id, cents]) => this.given(item, id) !== cents));
  }

  // By line, what an item moves in all; nothing for a line that stands no more.
  owed(item, lines) {
    if (item.kind !== "settle") return new Map();
    const found = new Map(Object.keys(item.given ?? {}).map((id) => [id, lines.get(id)?.moves ?? 0]));
    for (const line of lines.values()) if (item.what.includes(line.number)) found.set(line.id, line.moves);
    return found;
  }

  given(item, id) {
    return this.cents[id] ?? item.given?.[id];
  }

  // What was moved before for the lines of an item, and what is right: nothing where no chip has moved yet.
  difference(item, positions) {
    const owed = this.owed(item, linesOf(positions));
    const before = [...owed.keys()].reduce((sum, id) => sum + (this.given(item, id) ?? 0), 0);
    const right = [...owed.values()].reduce((sum, cents) => sum + cents, 0);
    const again = [...owed.keys()].some((id) => this.given(item, id));
    return again ? { before, right, more: right - before } : null;
  }

  done(item, positions) {
    for (const [id, cents] of this.owed(item, linesOf(positions))) this.cents[id] = cents;
    sessionStorage.setItem(this.name, JSON.stringify(this.cents));
  }
}

const linesOf = (positions) => new Map((positions ?? []).flatMap((position) => position.lines.map((line) => [line.id, line])));

// A difference in words: what has moved, what should have, and what that leaves to do.
export function differenceSaid({ before, right, more }) {
  const was = before > 0 ? `Paid ${dollars(before)}` : before < 0 ? `Taken ${dollars(-before)}` : "Nothing moved";
  const owed = right > 0 ? `owed ${dollars(right)}` : right < 0 ? `to be taken ${dollars(-right)}` : "owed $0";
  if (!more) return `${was}, ${owed}: nothing more`;
  return `${was}, ${owed}: ${more < 0 ? (before > 0 ? "take back" : "take") : before < 0 ? "give back" : "pay"} ${dollars(Math.abs(more))}${more > 0 === before > 0 && before ? " more" : ""}`;
}
