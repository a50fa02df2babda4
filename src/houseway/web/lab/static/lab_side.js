// Games side by side: their figures, then what each row pays.

import { make, tableOf } from "./lab_dom.js";

export function sideBySide(names, answers) {
  const rows = [];
  differing(rows, "Wager", answers.map((each) => `${each["game-name"]}: ${each["wager-name"]}`));
  for (const [at, figure] of answers[0].figures.entries()) {
    rows.push([figure.name, ...answers.map((each) => each.figures[at].shown)]);
  }
  rows.push(["Favours", ...answers.map((each) => (each.priced ? (each["favours-player"] ? "the player" : "the house") : "–"))]);
  differing(rows, "Fingerprint", answers.map((each) => each.fingerprint.slice(0, 8)), (text) => make("code", {}, text));
  if (answers.some((each) => each.wrong.length)) {
    rows.push(["Left out", ...answers.map((each) => (each.wrong.length ? make("span", { class: "wrong" }, each.wrong.map((one) => one.message).join("; ")) : ""))]);
  }
  // A row of one table is not that of another table of the same game, though both may have the same name.
  const labels = new Map();
  const cells = answers.map((each) => {
    const several = each.tables.length > 1;
    return new Map(
      each.tables.flatMap((table, place) =>
        table.cells.map((cell) => {
          const label = several && place ? `${table.name}: ${cell.name}` : cell.name;
          labels.set(label, label);
          return [label, cell];
        }),
      ),
    );
  });
  for (const label of labels.keys()) rows.push([label, ...cells.map((each) => paid(each.get(label)))]);
  return tableOf(["", ...names], rows, { class: "plain-table numbers compared" });
}

// A row that says the same of all says nothing.
function differing(rows, name, texts, drawn = (text) => text) {
  if (new Set(texts).size > 1) rows.push([name, ...texts.map(drawn)]);
}

function paid(cell) {
  if (!cell) return "–";
  return cell.changed ? make("mark", {}, cell.pay) : cell.pay;
}
