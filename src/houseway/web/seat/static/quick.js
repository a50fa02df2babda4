// A private table with one press, from the floor.

import { post } from "../service/http.js";

const section = document.querySelector(".quick");

section?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-template]");
  if (!button) return;
  const refusal = section.querySelector(".refusal");
  refusal.hidden = true;
  button.disabled = true;
  try {
    // Who is not known yet becomes somebody first: a table whose answer gets lost is then asked for again by the same one.
    if (document.body.dataset.kind === "nobody") await post("/api/guest");
    const { table } = await post("/api/quick-tables", { template: button.dataset.template });
    location.assign(`/tables/${encodeURIComponent(table)}`);
  } catch (error) {
    refusal.textContent = [error.message, error.remedy].filter(Boolean).join(": ");
    refusal.hidden = false;
    button.disabled = false;
  }
});
