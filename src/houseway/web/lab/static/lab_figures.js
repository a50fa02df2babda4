// Puts an answer on the page: figures, rows, what departs, what is wrong at which field.

import { drawBars, drawDistribution } from "./lab_charts.js";
import { sentence } from "./lab_words.js";

const at = (id) => document.getElementById(id);
const rows = new Map([...document.querySelectorAll("#rows tbody tr[data-event]")].map((row) => [row.dataset.event, row]));
const tiles = new Map([...document.querySelectorAll("[data-figure]")].map((tile) => [tile.dataset.figure, tile]));
const ARROW = { up: "▲", down: "▼", same: "" };

const put = (place, text) => {
  if (place && place.textContent !== text) place.textContent = text;
};

export function showAnswer(answer) {
  for (const each of answer.figures) {
    const tile = tiles.get(each.slug);
    if (!tile) continue;
    tile.dataset.favours = each.favours;
    put(tile.querySelector(".value"), each.shown);
    put(tile.querySelector(".moved"), `${ARROW[each.moved]} ${each.difference}`);
    put(tile.querySelector(".approved"), each.moved === "same" ? "as approved" : `approved ${each.approved}`);
  }
  for (const each of answer.outcomes) {
    const row = rows.get(each.event);
    if (!row) continue;
    put(row.querySelector("[data-one-in]"), each["one-in"].replace("1 in ", ""));
    put(row.querySelector("[data-adds]"), each["adds-shown"]);
    if (!each.field) put(row.querySelector(".fixed"), each.pays);
  }
  for (const table of answer.tables) {
    for (const cell of table.cells) document.getElementById(cell.field)?.classList.toggle("changed", cell.changed);
  }
  for (const control of [...answer.options, ...answer.rules]) {
    document.getElementById(control.field)?.closest(".field").classList.toggle("departs", control.departs);
  }
  drawBars(rows, answer.outcomes);
  drawDistribution(at("distribution"), answer.distribution, answer["approved-distribution"]);
  showStanding(answer);
  put(at("command"), answer.command);
}

function showStanding(answer) {
  const place = at("standing");
  const departs = answer.departures.length > 0;
  place.classList.toggle("departs", departs);
  put(place.querySelector(".mark"), departs ? "Departs from the approved game" : "The approved game");
  place.querySelector("ul").replaceChildren(
    ...answer.departures.map((fact) => {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.textContent = fact.name;
      item.append(name, ` ${fact.value}`);
      return item;
    }),
  );
  const prints = place.querySelector(".prints");
  const code = (text) => Object.assign(document.createElement("code"), { textContent: text.slice(0, 16) });
  prints.replaceChildren("Fingerprint ", code(answer.fingerprint), ...(departs ? [", approved ", code(answer["approved-fingerprint"])] : []));
  at("favours").hidden = !answer["favours-player"];
}

// A word at each field within `places` that cannot be read; what it says at no field stands above the page.
function told(wrong, places) {
  const left = new Map(wrong.map((each) => [each.field, each]));
  for (const place of places) {
    const each = left.get(place.dataset.field);
    const word = place.querySelector(".wrong");
    const input = place.querySelector("input, select, textarea");
    if (word) {
      word.hidden = !each;
      word.textContent = each ? sentence(each) : "";
    }
    if (input && word) {
      word.id ||= `wrong-${place.dataset.field}`;
      input.toggleAttribute("aria-invalid", Boolean(each));
      if (each) input.setAttribute("aria-describedby", word.id);
      else input.removeAttribute("aria-describedby");
    }
    if (each) left.delete(place.dataset.field);
  }
  return [...left.values()].map(sentence).join(" ");
}

const fields = (root) => [...root.querySelectorAll("[data-field]")];

// What is wrong with the state of the page.
export function showWrong(wrong) {
  showFault(told(wrong, fields(document).filter((place) => !place.closest("[data-asks]"))));
}

// What is wrong with what a form of its own asks; what is wrong at no field of it is the answer.
export const showWrongIn = (form, wrong) => told(wrong, fields(form));

export function showFault(text) {
  const place = at("fault");
  place.hidden = !text;
  place.textContent = text;
}

export function stale(is) {
  document.querySelector(".results").classList.toggle("stale", is);
}
