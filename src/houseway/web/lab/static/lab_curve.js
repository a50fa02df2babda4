// The return over one value: asked for when the figures have come, so that these never wait for it.

import { Asker } from "./lab_ask.js";
import { drawCurve } from "./lab_charts.js";
import { make } from "./lab_dom.js";
import { askIn, askedIn } from "./lab_tabs.js";
import { sentence } from "./lab_words.js";

const REST = 120; // milliseconds without a change before a curve is asked for
const LABELS = { pay: "Pays", meter: "Meters", option: "Options", rule: "Rules" };

const axis = document.getElementById("axis");
const has = (field) => [...axis.options].some((each) => each.value === field);

// The axis that the address has, or the one that was chosen.
export function chooseAxis(field) {
  if (!has(field)) return;
  axis.value = field;
  askIn("paytable", axis.selectedIndex > 0 ? new URLSearchParams({ axis: field }).toString() : "");
}

// The axes of an answer: a pay that becomes a share of a meter brings that of its amount.
export function showAxes(axes) {
  if (axes.length === axis.options.length && axes.every((each) => has(each.field))) return;
  const now = axis.value;
  const groups = Object.entries(LABELS).map(([kind, label]) => {
    const own = axes.filter((each) => each.kind === kind);
    return own.length ? make("optgroup", { label }, ...own.map((each) => make("option", { value: each.field }, each.name))) : null;
  });
  axis.replaceChildren(...groups.filter(Boolean));
  if (has(now)) axis.value = now;
}

export function beginCurve(query) {
  const place = document.getElementById("curve");
  let resting = 0;
  const asker = new Asker(
    "/api/lab/curve",
    (curve) => {
      place.classList.remove("waits");
      drawCurve(place, curve);
    },
    (error) => {
      place.classList.remove("waits");
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    },
  );
  const ask = () => {
    if (!axis.value) return;
    place.classList.add("waits");
    clearTimeout(resting);
    resting = setTimeout(() => asker.ask(`${query()}&axis=${encodeURIComponent(axis.value)}`), REST);
  };
  axis.addEventListener("change", () => {
    chooseAxis(axis.value);
    document.dispatchEvent(new CustomEvent("lab:axis"));
    ask();
  });
  chooseAxis(askedIn("paytable").get("axis") || "");
  return ask;
}
