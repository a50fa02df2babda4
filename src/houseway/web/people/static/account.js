// Forms that send their fields as JSON and say in place what came of it.
import "./authenticator.js";
import { post } from "../service/http.js";

for (const form of document.querySelectorAll("form[data-post]")) {
  const notice = form.querySelector(".notice");
  const say = (text, kind) => {
    notice.textContent = text;
    notice.className = `notice ${kind}`;
    notice.hidden = false;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      await post(form.dataset.post, Object.fromEntries(new FormData(form)));
      say(form.dataset.done, "good");
      for (const field of form.querySelectorAll("input[type=password]")) field.value = "";
      if ("reload" in form.dataset) location.reload();
      if (form.dataset.next) location.assign(form.dataset.next);
    } catch (refusal) {
      const sentences = [refusal.message, refusal.remedy].filter(Boolean);
      say(sentences.map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" "), "alarm");
    } finally {
      button.disabled = false;
    }
  });
}
