// A strategy as grids in colour, with their legend; a cell with a star opens to the hands that differ.

import { Asker } from "./lab_ask.js";
import { make } from "./lab_dom.js";
import { sentence } from "./lab_figures.js";

const place = document.getElementById("charts");

export function beginStrategy(query) {
  let drawn = null;
  const asker = new Asker(
    "/api/lab/strategy",
    (answer, asked) => {
      drawn = asked;
      place.classList.remove("waits");
      place.replaceChildren(...parts(answer, asked));
    },
    (error) => {
      drawn = null;
      place.classList.remove("waits");
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    },
  );
  return () => {
    const asked = query();
    if (asked === drawn) return;
    place.classList.add("waits");
    if (!place.firstChild) place.replaceChildren(make("p", { class: "quiet" }, "Working it out …"));
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

function drawChart(chart, number, query) {
  const heads = make("tr", {}, make("th", { class: "corner" }, chart["row-title"]), ...chart.columns.map((name) => make("th", { scope: "col" }, name)));
  const told = make("p", { class: "told quiet", "aria-live": "polite" });
  const rows = chart.cells.map((cells, place) =>
    make("tr", {}, make("th", { scope: "row" }, chart.rows[place]), ...cells.map((cell, column) => drawCell(cell, chart, place, column, told))),
  );
  const legend = make("ul", { class: "legend" }, ...chart.legend.map((each) => make("li", {}, make("span", { class: `tone-${each.tone}` }, each.text), ` ${each.note}`)));
  const caption = make("caption", {}, chart.title);
  const across = chart["column-title"] ? make("p", { class: "quiet across" }, chart["column-title"]) : "";
  const grid = make("table", { class: "grid" }, caption, make("thead", {}, heads), make("tbody", {}, ...rows));
  const files = make("p", { class: "take" }, make("span", {}, "As"));
  for (const form of ["csv", "xlsx", "pdf", "png", "svg"]) {
    const name = form === "xlsx" ? "Excel" : form.toUpperCase();
    files.append(" ", make("a", { href: `/api/lab/export/${form}?${query}&part=strategy&chart=${number}`, download: true }, name));
  }
  return make("div", { class: "strategy-chart" }, across, make("div", { class: "wide" }, grid), legend, told, files);
}

function drawCell(cell, chart, row, column, told) {
  const made = make("td", { class: `tone-${cell.tone}` });
  if (!cell.note) {
    made.textContent = cell.text;
    return made;
  }
  const button = make("button", { type: "button", class: "cell-button", title: cell.note }, cell.text);
  button.addEventListener("click", () => {
    told.textContent = `${chart.rows[row]}, ${chart.columns[column]}: ${cell.note}`;
  });
  made.append(button);
  return made;
}
