// The first page of an empty room. The code may stand behind the #, which browsers send to nobody.

import { post, Refusal } from "../service/http.js";

const form = document.querySelector("[data-first]");
if (location.hash) form.elements.code.value = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);

const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  const place = form.querySelector(".refusal");
  button.disabled = true;
  try {
    await post("/api/setup", Object.fromEntries(new FormData(form)));
    location.assign("/setup");
  } catch (error) {
    const said = error instanceof Refusal ? error : { message: "there was no answer", remedy: "try again" };
    place.textContent = [said.message, said.remedy].map(sentence).join(" ");
    place.hidden = false;
  } finally {
    button.disabled = false;
  }
});
