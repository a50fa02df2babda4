// Verification on demand: begun and cancelled by a press, its progress asked for until it has ended.

import { get, post } from "../service/http.js";

const ASKED_EVERY = 400;
const UNHEARD = 30;

const place = () => document.querySelector("[data-verification]");

async function drawAgain() {
  const answer = await fetch(location.href, { credentials: "same-origin", headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("[data-verification]");
  if (next) place().replaceWith(next);
}

function tell(found) {
  const bar = place().querySelector("progress");
  const told = place().querySelector("[data-told]");
  if (!bar || !told) return;
  bar.max = found.total || 1;
  bar.value = found.done;
  const percent = found.total ? Math.floor((100 * found.done) / found.total) : 0;
  told.textContent = `${percent} %. ${found.part}`;
}

function refused(error) {
  const box = place().querySelector(".refusal");
  if (!box) return;
  box.textContent = [error.message, error.remedy].filter(Boolean).join(". ");
  box.hidden = false;
}

let watching = false;
async function watch() {
  if (watching) return;
  watching = true;
  let unheard = 0;
  while (place().dataset.running !== undefined && unheard < UNHEARD) {
    try {
      const found = await get("/api/verification");
      unheard = 0;
      if (found?.state === "running") tell(found);
      else await drawAgain();
    } catch {
      // The server is away for a moment, or for good: after a while nobody asks any more.
      unheard += 1;
    }
    await new Promise((done) => setTimeout(done, ASKED_EVERY));
  }
  if (unheard) refused({ message: "The card room cannot be reached", remedy: "load the page again" });
  watching = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-post]") : null;
  if (!button) return;
  button.disabled = true;
  try {
    await post(button.dataset.post);
    await drawAgain();
  } catch (error) {
    button.disabled = false;
    refused(error);
  }
  watch();
});

watch();
