// Tables that reach a target: asked for with the form, and put into the cells with one press.

import { Asker } from "./lab_ask.js";
import { make, tableOf } from "./lab_dom.js";
import { sentence, showWrong } from "./lab_figures.js";

const form = document.getElementById("target-form");
const place = document.getElementById("found");

export function targetQuery() {
  const words = ["edge", "within", "hits"].map((name) => `${name}=${encodeURIComponent(form.elements[name].value.trim())}`);
  for (const box of form.querySelectorAll('[name="row"]:checked')) {
    const bounds = form.querySelector(`[data-bounds="${CSS.escape(box.value)}"]`).value.trim();
    words.push(`row=${encodeURIComponent(bounds ? `${box.value}=${bounds}` : box.value)}`);
  }
  if (form.elements["any-order"].checked) words.push("any-order=true");
  return words.join("&");
}

// `fill(pays)` puts pays into the cells, by their fields.
export function beginTarget(query, fill) {
  const asker = new Asker(
    "/api/lab/target",
    (answer) => {
      place.classList.remove("waits");
      showWrong(answer.wrong);
      document.querySelector(".needs-found").hidden = answer.tables.length === 0;
      place.replaceChildren(...(answer.wrong.length ? [] : found(answer, fill)));
    },
    (error) => {
      place.classList.remove("waits");
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    },
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    place.classList.add("waits");
    if (!place.firstChild) place.replaceChildren(make("p", { class: "quiet" }, "Looking …"));
    asker.ask(`${query()}&${targetQuery()}`);
    document.dispatchEvent(new CustomEvent("lab:axis"));
  });
  for (const bounds of form.querySelectorAll("[data-bounds]")) {
    bounds.addEventListener("input", () => {
      form.querySelector(`[name="row"][value="${CSS.escape(bounds.dataset.bounds)}"]`).checked = true;
    });
  }
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
  return [says, tableOf(heads, rows, { class: "plain-table found-tables" })];
}
