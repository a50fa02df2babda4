// The return over one value: asked for when the figures have come, so that these never wait for it.

import { Asker } from "./lab_ask.js";
import { drawCurve } from "./lab_charts.js";
import { sentence } from "./lab_figures.js";

const REST = 120; // milliseconds without a change before a curve is asked for

export function beginCurve(query) {
  const place = document.getElementById("curve");
  const axis = document.getElementById("axis");
  let resting = 0;
  const asker = new Asker(
    "/api/lab/curve",
    (curve) => {
      place.classList.remove("waits");
      drawCurve(place, curve);
    },
    (error) => {
      place.textContent = sentence(error);
    },
  );
  const ask = () => {
    if (!axis.value) return;
    place.classList.add("waits");
    clearTimeout(resting);
    resting = setTimeout(() => asker.ask(`${query()}&axis=${encodeURIComponent(axis.value)}`), REST);
  };
  axis.addEventListener("change", () => {
    document.dispatchEvent(new CustomEvent("lab:axis"));
    ask();
  });
  return ask;
}
