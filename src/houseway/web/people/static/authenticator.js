// Enrolling an authenticator: a QR code to scan or a key to type into it, the code that it shows, and recovery codes to keep.
import { post } from "../service/http.js";

const place = document.querySelector("[data-authenticator]");
if (place) {
  const [notice, begin, form, recovery] = [".notice", "[data-begin]", "[data-confirm]", "[data-recovery]"].map((each) => place.querySelector(each));
  let secret = "";
  const refused = (refusal) => {
    notice.textContent = [refusal.message, refusal.remedy].filter(Boolean).map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ");
    notice.className = "notice alarm";
    notice.hidden = false;
  };
  begin.addEventListener("click", async () => {
    try {
      const made = await post("/api/me/authenticator");
      secret = made.secret;
      form.querySelector("[data-secret]").textContent = secret.match(/.{1,4}/g).join(" ");
      form.querySelector("[data-address]").href = made.address;
      form.querySelector("[data-picture]").src = made.picture;
      begin.remove();
      form.hidden = false;
      form.querySelector("input").focus();
    } catch (refusal) {
      refused(refusal);
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    notice.hidden = true;
    try {
      const made = await post("/api/me/authenticator/enrol", { secret, ...Object.fromEntries(new FormData(form)) });
      for (const code of made.recovery) {
        const item = document.createElement("li");
        item.append(Object.assign(document.createElement("code"), { textContent: code }));
        recovery.querySelector("[data-codes]").append(item);
      }
      form.hidden = true;
      recovery.hidden = false;
      recovery.querySelector("button").focus();
    } catch (refusal) {
      refused(refusal);
    }
  });
  recovery.querySelector("[data-kept]").addEventListener("click", () => (place.dataset.next ? location.assign(place.dataset.next) : location.reload()));
}
