// The files by which tables are taken away: always those of the state that is shown, told while they are made.

import { saved } from "../service/http.js";
import { make } from "./lab_dom.js";
import { sentence } from "./lab_words.js";

export function beginTake(query, more) {
  const update = () => {
    for (const place of document.querySelectorAll("[data-take]")) {
      const part = place.dataset.take;
      const whole = more[part] ? more[part](query()) : query();
      for (const link of place.querySelectorAll("[data-form]")) {
        link.href = `/api/lab/export/${link.dataset.form}?${whole ?? ""}&part=${part}`;
      }
    }
  };
  document.addEventListener("lab:axis", update);
  document.addEventListener("lab:answer", update);
  update();
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(".take a[download]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    take(link, link.closest(".take"));
  });
}

async function take(link, place) {
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const said = say(place, "status", "quiet", `Making the ${link.textContent} file …`);
  try {
    await saved(link.href);
    said.remove();
  } catch (error) {
    say(place, "alert", "wrong", sentence(error));
  } finally {
    link.removeAttribute("aria-busy");
  }
}

// One word at a time below the links.
function say(place, role, kind, text) {
  if (place.nextElementSibling?.classList.contains("taking")) place.nextElementSibling.remove();
  const made = make("p", { class: `taking ${kind}`, role }, text);
  place.after(made);
  return made;
}
