// Tables that reach a target: asked for with the form, and put into the cells with one press.

import { Asker } from "./lab_ask.js";
import { make, tableOf } from "./lab_dom.js";
import { showWrongIn } from "./lab_figures.js";
import { askIn, askedIn } from "./lab_tabs.js";
import { sentence } from "./lab_words.js";

const form = document.getElementById("target-form");
const place = document.getElementById("found");
const SHARES = ["edge", "within", "hits"];
const boundsOf = (row) => form.querySelector(`[data-bounds="${CSS.escape(row)}"]`);

function typed() {
  const words = SHARES.map((name) => `${name}=${encodeURIComponent(form.elements[name].value.trim())}`);
  for (const box of form.querySelectorAll('[name="row"]:checked')) {
    const bounds = boundsOf(box.value).value.trim();
    words.push(`row=${encodeURIComponent(bounds ? `${box.value}=${bounds}` : box.value)}`);
  }
  if (form.elements["any-order"].checked) words.push("any-order=true");
  return words.join("&");
}

// What was asked last: the files are those of the tables that are shown, whatever is typed since.
let asked = "";
export const targetQuery = () => asked || typed();

// The form as the address has it; whether it has a row to be set.
function fillIn(words) {
  for (const name of SHARES) if (words.has(name)) form.elements[name].value = words.get(name);
  form.elements["any-order"].checked = words.get("any-order") === "true";
  for (const word of words.getAll("row")) {
    const at = word.indexOf("=");
    const row = at < 0 ? word : word.slice(0, at);
    const box = form.querySelector(`[name="row"][value="${CSS.escape(row)}"]`);
    if (!box) continue;
    box.checked = true;
    if (at >= 0) boundsOf(row).value = word.slice(at + 1);
  }
  return form.querySelector('[name="row"]:checked') !== null;
}

// `fill(pays)` puts pays into the cells, by their fields.
export function beginTarget(query, fill) {
  const asker = new Asker(
    "/api/lab/target",
    (answer) => {
      place.classList.remove("waits");
      const left = showWrongIn(form, answer.wrong);
      document.querySelector(".needs-found").hidden = answer.tables.length === 0;
      if (left) place.replaceChildren(make("p", { class: "wrong" }, left));
      else place.replaceChildren(...(answer.wrong.length ? [] : found(answer, fill)));
      if (answer.wrong.length) form.querySelector("[aria-invalid]")?.focus();
    },
    (error) => {
      place.classList.remove("waits");
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    },
  );
  const look = () => {
    asked = typed();
    askIn("target", asked);
    if (place.querySelector("table")) place.classList.add("waits");
    else place.replaceChildren(make("p", { class: "quiet" }, "Looking for tables …"));
    asker.ask(`${query()}&${asked}`);
    document.dispatchEvent(new CustomEvent("lab:axis"));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  for (const bounds of form.querySelectorAll("[data-bounds]")) {
    bounds.addEventListener("input", () => {
      form.querySelector(`[name="row"][value="${CSS.escape(bounds.dataset.bounds)}"]`).checked = true;
    });
  }
  let begun = false;
  return () => {
    if (begun) return;
    begun = true;
    if (fillIn(askedIn("target"))) look();
  };
}

function found(answer, fill) {
  const says = make("p", { class: "quiet" }, answer.says);
  if (!answer.tables.length) return [says];
  const heads = ["", ...answer.rows.map((row) => row.name), "House edge", "Hits", "SD"];
  const rows = answer.tables.map((table) => {
    const use = make("button", { type: "button", class: "quiet small" }, "Use");
    use.addEventListener("click", () => fill(table.pays));
    return [use, ...answer.rows.map((row) => table.pays[row.value]), table.edge, table.hits, table.sd];
  });
  return [says, tableOf(heads, rows, { class: "plain-table numbers stacks found-tables" })];
}
