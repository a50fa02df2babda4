// The page behind a sign-in link: whose it is, and the password that its person chooses.
import { post } from "../service/http.js";

const notice = document.querySelector("[data-notice]");
const form = document.querySelector("[data-enrol]");
// What stands behind the # is sent to nobody by the browser itself, and not kept in its address bar.
const token = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
function say(text, kind = "") {
  notice.textContent = text;
  notice.className = `notice ${kind}`;
  notice.hidden = !text;
}
const refused = (refusal) => say([refusal.message, refusal.remedy].filter(Boolean).map(sentence).join(" "), "alarm");
const fill = (name, text) => (form.querySelector(`[data-${name}]`).textContent = text);

async function look() {
  if (!token) return say("This page needs the whole sign-in link. Open the link you were given, with everything after the #.", "alarm");
  try {
    const found = await post("/api/enrol/look", { token });
    fill("name", found.name);
    fill("login", found.login);
    fill("until", new Date(found.until / 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "long" }));
    form.querySelector("[data-username]").value = found.login;
    const code = form.querySelector("[data-code]");
    code.hidden = !found["code-from"];
    code.querySelector("input").required = !code.hidden;
    fill("code-from", found["code-from"]);
    say("");
    form.hidden = false;
    form.querySelector(code.hidden ? "#password" : "#code").focus();
  } catch (refusal) {
    refused(refusal);
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const password = form.querySelector("#password");
  if (password.value !== form.querySelector("#again").value) return say("The two passwords are not the same. Type them again.", "alarm");
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    await post("/api/enrol", { token, code: form.querySelector("#code").value, password: password.value });
    location.assign("/office");
  } catch (refusal) {
    refused(refusal);
  } finally {
    button.disabled = false;
  }
});

look();
