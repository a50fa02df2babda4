// The side of the console: what lies on the table, what is taken and paid, the answers given.

import { paysSaid } from "../art/chips.js";
import { button, cards, chips, dollars, h } from "./console_dom.js";

export function pendingNode(hits) {
  return hits.map((hit) =>
    h(
      "p",
      { class: "pending", role: "status" },
      h("b", {}, "PENDING"),
      ` ${dollars(hit.amount)} · position ${hit.seat} · ${hit.hand} · ${hit.state === "verified" ? "verified, ready to pay" : "held for verification: do not pay it yet"}`,
    ),
  );
}

// Wins over the threshold: surveillance looks before the cards are moved, and the table does not wait for the record.
export function surveillanceNode(called) {
  const wins = called?.wins ?? [];
  const now = wins.filter((win) => win.before);
  const later = wins.filter((win) => !win.before);
  const said = (win) => ` ${dollars(win.amount)} · position ${win.seat} · ${win.name}`;
  const cite = called?.clause ? h("cite", {}, ` ${called.clause}`) : null;
  return [
    ...now.map((win) => h("p", { class: "pending surveillance", role: "status" }, h("b", {}, "CALL SURVEILLANCE"), `${said(win)} · before cards are moved`, cite?.cloneNode(true))),
    ...(later.length
      ? [h("p", { class: "pending" }, h("b", {}, "FOR SURVEILLANCE"), later.length > 3 ? ` ${later.length} wins to be verified` : later.map((win) => `${said(win)}, round ${win.round}`).join("; "), cite?.cloneNode(true))]
      : []),
  ];
}

// Promotions that run here. Their prizes are on no line: the house pays them by hand.
export const promotionsNode = (offers) =>
  (offers ?? []).map((offer) => h("p", { class: "promotion" }, h("b", {}, "Promotion "), `${offer.hand} on ${offer.name}: the house pays ${dollars(offer.prize)} more, until ${offer.until}`));

// A table with the tabulator alone has no cards to show: its meters, and what the last press counted.
function aloneNode({ frame, sheet, names }) {
  const rows = Object.entries(sheet.jackpots).map(([wager]) => {
    const counted = frame.indicators[String(sheet.sensors[wager])] ?? [];
    const amounts = Object.values(frame.amounts[wager] ?? {});
    return h(
      "li",
      { class: "position" },
      h("div", { class: "holds" }, h("b", {}, `${names[wager] ?? wager} ${amounts.map(dollars).join(", ")}`), h("span", { class: "quiet" }, counted.length ? `Counted in round ${frame.round}: position ${counted.join(", ")}` : "Nothing counted in this round")),
    );
  });
  return h("ul", { class: "positions" }, ...rows);
}

// The lights of the last press, which stay until the next: on the panel or at the sensors, as they are on the table.
function lightsNode({ frame, sheet, names }) {
  const sensors = Object.entries(sheet.sensors);
  const lit = (sensor) => frame.indicators[String(sensor)] ?? [];
  if (!sensors.some(([, sensor]) => lit(sensor).length)) return null;
  const seats = Array.from({ length: sheet.positions }, (_, place) => place + 1);
  return h(
    "div",
    { class: "lights", role: "group", "aria-label": "Lights of the last press" },
    ...sensors.map(([wager, sensor]) =>
      h(
        "p",
        {},
        h("span", { class: "name" }, names[wager] ?? wager),
        ...seats.map((seat) => h("span", { class: `bead ${lit(sensor).includes(seat) ? "lit" : ""}`, "aria-label": `Position ${seat}: ${lit(sensor).includes(seat) ? "lit" : "dark"}`, role: "img" }, String(seat))),
      ),
    ),
  );
}

export function tableNode(data) {
  const { frame } = data;
  if (data.sheet.cards === "none" && frame.open) return aloneNode(data);
  const view = frame.view;
  if (!view && data.last) return payNode(data.last.positions, { title: lastTitle(data.last) });
  if (!view) return h("p", { class: "quiet" }, frame.open ? "No round is in progress." : "The table is closed.");
  const due = view.due?.from ?? [];
  const places = Object.keys(data.places);
  const words = view.reads;
  const middle = places
    .filter((place) => !/^\d/.test(place))
    .map((place) =>
      h(
        "div",
        { class: "middle-place" },
        h("span", { class: "name" }, data.places[place]),
        cards(view.cards[place]),
        words[place] ? h("span", { class: "word" }, words[place]) : null,
      ),
    );
  const collected = new Set(view.collected.map(([place, wager]) => `${place}/${wager}`));
  const rows = frame.playing.map((seat) => {
    const hands = places.filter((place) => place.split(".")[0] === String(seat));
    const stakes = Object.entries(view.stakes)
      .filter(([place]) => place.split(".")[0] === String(seat))
      .flatMap(([place, wagers]) => Object.entries(wagers).map(([wager, amount]) => [place, wager, amount]));
    return h(
      "li",
      { class: `position ${due.includes(seat) ? "due" : ""}` },
      h("b", { class: "seat-number" }, String(seat)),
      h(
        "div",
        { class: "holds" },
        ...hands.map((place) =>
          h(
            "div",
            { class: "hand" },
            data.places[place] ? h("span", { class: "name" }, data.places[place]) : null,
            cards(view.cards[place]),
            words[place] ? h("span", { class: "word" }, words[place]) : null,
          ),
        ),
        h(
          "div",
          { class: "stakes" },
          ...stakes.map(([place, wager, amount]) =>
            h("span", { class: `stake ${collected.has(`${place}/${wager}`) ? "in-tray" : ""}` }, `${data.names[wager] ?? wager} `, h("b", {}, dollars(amount)), collected.has(`${place}/${wager}`) ? " in tray" : ""),
          ),
          !stakes.length && !hands.length && !due.includes(seat) ? h("span", {}, view.due?.what === "place-wagers" ? "Entered" : "No wager") : null,
          frame.seats[seat] ? h("span", { class: "person" }, frame.seats[seat].name) : null,
        ),
      ),
    );
  });
  return h("div", {}, lightsNode(data), h("div", { class: "middle" }, ...middle), h("ul", { class: "positions" }, ...rows));
}

export const lastTitle = (last) => (last.void ? `Round ${last.round} is void: ${last.void}` : `Round ${last.round}, closed`);

const DOES = { pay: "Pay", take: "Take", push: "Push", collected: "In the tray", pending: "PENDING", paid: "Paid", wait: "Won" };
const WHY = { pending: "Held for verification: do not pay it yet", paid: "Paid as a jackpot hit", wait: "Wait: aggregate limit" };

export function lineNode(line, extra = null) {
  return h(
    "li",
    { class: `line ${WHY[line.does] ? "waits" : line.does}` },
    h("span", { class: "does" }, DOES[line.does], line.amount ? h("b", {}, ` ${dollars(line.amount)}`) : null),
    h(
      "span",
      { class: "why" },
      `${line.name}${line.hand > 1 ? `, hand ${line.hand}` : ""} ${dollars(line.stake)} · ${line.event}`,
      h("span", { class: "odds" }, ` ${paysSaid(line.pays)}${line.note ? ` · ${line.note}` : ""}`),
      h("details", {}, h("summary", {}, line.clause), h("span", {}, line.rule)),
      WHY[line.does] ? h("strong", { class: "held" }, WHY[line.does]) : null,
      WHY[line.does] && line.moves ? h("strong", { class: "held" }, `${line.moves < 0 ? "Take" : "Pay"} ${dollars(Math.abs(line.moves))} now`) : null,
    ),
    line.amount && !WHY[line.does] ? chips(line.amount, line.chips) : null,
    extra,
    line.surveillance ? h("strong", { class: "called" }, line.surveillance === "call" ? "Call surveillance" : "Surveillance has not verified it") : null,
    ...line.promotions.map((each) => h("span", { class: "promoted" }, `Promotion ${each.promotion}: ${dollars(each.prize)} more, paid by the house`)),
  );
}

export function payNode(positions, { title, onLine = null } = {}) {
  if (!positions?.length) return h("p", { class: "quiet" }, "Nothing is settled yet.");
  return h(
    "div",
    { class: "pay" },
    title ? h("h3", {}, title) : null,
    ...positions.map((position) =>
      h(
        "section",
        { class: "pay-position", "aria-label": `Position ${position.seat}` },
        h("h4", {}, h("b", { class: "seat-number" }, String(position.seat)), h("span", {}, position.net > 0 ? `wins ${dollars(position.net)}` : position.net < 0 ? `loses ${dollars(-position.net)}` : "even")),
        h(
          "ul",
          {},
          ...position.lines.map((line) => lineNode(line, onLine ? button("Correct", () => onLine(position.seat, line), { kind: "quiet small", label: `Correct ${line.name} of position ${position.seat}` }) : null)),
        ),
      ),
    ),
  );
}

export function answerText(given, names) {
  const { answer, kind } = given;
  if (kind === "wagers") {
    const laid = Object.entries(answer).map(([wager, amount]) => `${names[wager] ?? wager} ${dollars(Array.isArray(amount) ? amount.reduce((a, b) => a + b, 0) : amount)}`);
    return laid.join(", ") || "no wager";
  }
  if (kind === "peek" && typeof answer === "boolean") return answer ? "yes" : "no";
  if (kind === "house") return "counted";
  return kind === "cards" ? null : given.said;
}

export function answersNode(given, names, onCorrect) {
  if (!given?.length) return h("p", { class: "quiet" }, "No answer was given yet.");
  return h(
    "ol",
    { class: "answers" },
    ...[...given].reverse().map((each) => {
      const text = answerText(each, names);
      return h(
        "li",
        {},
        h("span", { class: "number" }, String(each.number)),
        h("span", { class: "what" }, each.title, h("cite", {}, each.clause)),
        text === null ? cards([].concat(each.answer)) : h("b", {}, text),
        each.kind === "house" || !onCorrect ? null : button("Correct", () => onCorrect(each), { kind: "quiet small", label: `Correct answer ${each.number}: ${each.title}` }),
      );
    }),
  );
}
