// A strategy as grids in colour, with their legend; each cell opens to the worth of every choice and the hands that differ.

import { get } from "../service/http.js";
import { Asker } from "./lab_ask.js";
import { filesOf, make, tableOf } from "./lab_dom.js";
import { askIn, askedIn } from "./lab_tabs.js";
import { sentence } from "./lab_words.js";

const place = document.getElementById("charts");

export function beginStrategy(query) {
  let drawn = null;
  const asker = new Asker(
    "/api/lab/strategy",
    (answer, asked) => {
      drawn = asked;
      place.classList.remove("waits");
      place.replaceChildren(...parts(answer, asked));
      openAsked();
    },
    (error) => {
      drawn = null;
      place.classList.remove("waits");
      // A wager that leaves nothing to decide is no mistake of anybody's.
      place.replaceChildren(make("p", { class: error.status === 422 ? "quiet" : "wrong" }, sentence(error)));
    },
  );
  return () => {
    const asked = query();
    if (asked === drawn) return;
    if (place.querySelector("table")) place.classList.add("waits");
    else place.replaceChildren(make("p", { class: "quiet" }, "Working it out …"));
    asker.ask(asked);
  };
}

function parts(answer, query) {
  const made = [];
  if (answer.note) made.push(make("p", { class: "quiet" }, answer.note));
  if (answer.rules.length) made.push(make("ol", {}, ...answer.rules.map((rule) => make("li", {}, rule))));
  for (const [number, chart] of answer.charts.entries()) made.push(drawChart(chart, number, query));
  if (!made.length) made.push(make("p", { class: "quiet" }, "Nothing is decided in this wager."));
  return made;
}

// Without a query the cells stay closed: the strategy is none that the server has.
export function drawChart(chart, number, query) {
  const heads = make("tr", {}, make("th", { class: "corner" }, chart["row-title"]), ...chart.columns.map((name) => make("th", { scope: "col" }, name)));
  const told = make("div", { class: "told", "aria-live": "polite", hidden: true });
  const rows = chart.cells.map((cells, place) =>
    make("tr", {}, make("th", { scope: "row" }, chart.rows[place]), ...cells.map((cell, column) => drawCell(cell, chart, number, place, column, told, query))),
  );
  const legend = make("ul", { class: "legend" }, ...chart.legend.map((each) => make("li", {}, make("span", { class: `tone-${each.tone}` }, each.text), ` ${each.note.replace(": see below", query === null ? "" : ": press the cell")}`)));
  const across = chart["column-title"] ? make("p", { class: "quiet across" }, chart["column-title"]) : "";
  const grid = make("table", { class: chart.columns.length > 7 ? "grid many" : "grid", "aria-label": chart.title }, make("thead", {}, heads), make("tbody", {}, ...rows));
  const files = query === null ? "" : filesOf("The chart", `${query}&part=strategy&chart=${number}`);
  return make("div", { class: "strategy-chart" }, make("h3", {}, chart.title), across, make("div", { class: "wide" }, grid), legend, told, files);
}

function drawCell(cell, chart, number, row, column, told, query) {
  const made = make("td", { class: `tone-${cell.tone}` });
  if (!cell.text || query === null) {
    made.textContent = cell.text;
    return made;
  }
  const name = `${chart.rows[row]}, ${chart.columns[column]}`;
  const button = make("button", { type: "button", class: cell.note ? "cell-button starred" : "cell-button", "aria-label": `${name}: ${cell.text}`, "aria-expanded": "false" }, cell.text);
  button.dataset.cell = cellWords(chart.title, chart.rows[row], chart.columns[column]);
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-expanded") === "true") closeCell();
    else openCell(button, told, query, number, [chart.title, chart.rows[row], chart.columns[column]]);
  });
  made.append(button);
  return made;
}

const cellWords = (chart, row, column) => new URLSearchParams({ chart, row, column }).toString();

// The newest cell that was pressed is told; the answer for an older one is let go.
let asked = 0;

function closeCell() {
  asked += 1;
  for (const open of place.querySelectorAll('.cell-button[aria-expanded="true"]')) open.setAttribute("aria-expanded", "false");
  for (const told of place.querySelectorAll(".told")) {
    told.hidden = true;
    told.replaceChildren();
  }
  askIn("strategy", "");
}

async function openCell(button, told, query, number, [chart, row, column]) {
  closeCell();
  const own = asked;
  button.setAttribute("aria-expanded", "true");
  told.hidden = false;
  told.replaceChildren(make("p", { class: "quiet" }, `${row}, ${column}: working it out …`));
  askIn("strategy", cellWords(chart, row, column));
  const words = new URLSearchParams({ chart, row, column, page: "cell" });
  const close = make("button", { type: "button", class: "quiet small" }, "Close");
  close.addEventListener("click", () => {
    closeCell();
    button.focus();
  });
  try {
    const cell = await get(`/api/lab/strategy/cell?${query}&${words}`);
    const files = `${query}&chart=${number}&${new URLSearchParams([["cell", row], ["cell", column]])}`;
    if (own !== asked) return;
    told.replaceChildren(close, ...tellCell(cell, files));
    const hidden = button.getBoundingClientRect().bottom + 8 - told.getBoundingClientRect().top;
    if (hidden > 0) scrollBy(0, hidden);
  } catch (error) {
    if (own === asked) told.replaceChildren(close, make("p", { class: "wrong" }, sentence(error)));
  }
}

// The cell that the address has open.
function openAsked() {
  const words = askedIn("strategy");
  if (!words.has("chart")) return;
  const wanted = cellWords(words.get("chart"), words.get("row"), words.get("column"));
  const button = [...place.querySelectorAll(".cell-button")].find((each) => each.dataset.cell === wanted);
  if (!button) return;
  button.click();
  button.scrollIntoView({ block: "center" });
}

function tellCell(cell, files) {
  const title = make("h4", {}, `${cell.row}, ${cell.column}`);
  const about = make("p", { class: "quiet" }, `Comes in ${cell.often} of rounds. Worth in units of ${cell.base}, if the best play follows.`);
  const rows = cell.choices.map((choice) => [
    make("span", {}, choice.words, choice.played ? make("span", { class: "quiet" }, " (played)") : ""),
    choice.worth,
    choice.best ? "best" : choice.less,
  ]);
  const made = [title, about, tableOf(["Choice", "Wins on average", "Beside the best"], rows, { class: "plain-table numbers" }), filesOf("This cell", `${files}&part=cell`)];
  if (cell.differing.length) {
    const more = cell["differing-count"] - cell.differing.length;
    made.push(make("p", { class: "quiet" }, `Hands played otherwise${more > 0 ? ` (${more} more)` : ""}:`));
    made.push(tableOf(["Hand", "Best", "Gains", "Rounds with it"], cell.differing.map((each) => [each.hand, each.best, each.gains, each.often]), { class: "plain-table" }));
    made.push(filesOf("These hands", `${files}&part=cell-hands`));
  }
  return made;
}
