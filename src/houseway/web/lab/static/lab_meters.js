// Amounts on meters and posted rows: a field for each that the figures hang on, as it comes and goes with the pays.

import { make } from "./lab_dom.js";

const form = document.querySelector(".choices");
const fieldOf = (field) => form.querySelector(`.field[data-field="${CSS.escape(field)}"]`);

// `changed(field, text)` hears every change of an amount.
export function wireMeters(changed) {
  form.addEventListener("input", (event) => {
    if (event.target.matches("[data-amount]")) changed(event.target.id, event.target.value.trim());
  });
}

export function showMeters(meters) {
  for (const meter of meters) {
    const place = fieldOf(meter.field) ?? added(meter);
    const hint = place.querySelector(".hint");
    const says = `${meter.needed ? "Needed for a house edge. " : ""}${meter["break-even"] ? `Breaks even at ${meter["break-even"]}.` : ""}`;
    if (hint.textContent.trim() !== says.trim()) hint.textContent = says;
  }
  const here = new Set(meters.map((meter) => meter.field));
  for (const input of form.querySelectorAll("[data-amount]")) {
    if (!here.has(input.id) && !input.value) input.closest(".field").remove();
  }
}

function added(meter) {
  const input = make("input", { id: meter.field, inputmode: "decimal", autocomplete: "off", placeholder: "$", value: meter.amount, "data-amount": true });
  const label = make("label", { for: meter.field }, `On ${meter.name}`);
  const place = make("div", { class: "field", "data-field": meter.field }, label, input, make("p", { class: "hint" }), make("p", { class: "wrong", hidden: true }));
  form.append(place);
  return place;
}
