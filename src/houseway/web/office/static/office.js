// The back office: forms that show their refusals where they stand, tables that sort, amounts that run.

import { follow } from "../service/feed.js";
import { post, Refusal } from "../service/http.js";
import { newId } from "../service/ids.js";

const SAID = "houseway-said";
const element = (tag, text = "", className = "") => {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
};
const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "");

// What the server made of each part that is drawn anew, before anything here touches it.
const drawn = new Map([...document.querySelectorAll("[data-live]")].map((block) => [block, block.innerHTML]));

// -- what was done, told once after the page is there again

const board = document.querySelector("[data-said]");
try {
  board.textContent = sessionStorage.getItem(SAID) || "";
  sessionStorage.removeItem(SAID);
} catch {
  // A browser that keeps nothing says nothing.
}

function again(said) {
  try {
    sessionStorage.setItem(SAID, said);
  } catch {
    // As above.
  }
  location.reload();
}

// On a phone the sections are one row: the one that is open is in sight.
function inSight() {
  const here = document.querySelector(".rail [aria-current]");
  const row = here?.closest("ul");
  if (row) row.scrollLeft += here.getBoundingClientRect().left - row.getBoundingClientRect().left - (row.clientWidth - here.offsetWidth) / 2;
}
inSight();
addEventListener("resize", inSight);

// -- refusals, in place

function clear(form) {
  const place = form.querySelector(".refusal");
  place.hidden = true;
  place.replaceChildren();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

function refuse(form, refusal) {
  const place = form.querySelector(".refusal");
  const said = element("p");
  said.append(element("strong", sentence(refusal.message)));
  if (refusal.clause) said.append(element("cite", refusal.clause), " ");
  if (refusal.remedy) said.append(element("span", sentence(refusal.remedy)));
  place.replaceChildren(said);
  place.hidden = false;
  // A refusal that begins with a field's name is about that field.
  for (const label of form.querySelectorAll("label[for]")) {
    const name = label.firstChild.textContent.trim();
    if (name && refusal.message.startsWith(`${name}: `)) {
      const field = document.getElementById(label.htmlFor);
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
  }
}

const UNHEARD = {
  message: "there was no answer",
  remedy: "send it again: nothing is done twice",
};

async function sending(form, button, work) {
  clear(form);
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    refuse(form, error instanceof Refusal ? error : UNHEARD);
    return error instanceof Refusal;
  } finally {
    button.disabled = false;
  }
  return false;
}

// -- forms that give or propose a command

async function give(form) {
  const answer = await fetch(form.action, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json" },
    body: new URLSearchParams(new FormData(form)),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, data);
  again(data.says || "Done.");
}

// -- forms that speak to the interface for programs

function bodyOf(form) {
  const body = {};
  for (const [name, value] of new FormData(form)) {
    const optional = form.elements[name].dataset?.optional !== undefined;
    if (value !== "" || !optional) body[name] = value;
  }
  return body;
}

const SECRETS = {
  key: ["The key of this device", "It opens nothing before a second person approves it."],
  password: ["The password of this account", ""],
  link: ["The sign-in link", "Give it to the person, and to nobody else: it serves once."],
};
const WAITS = "It opens nothing before a second person approves it under Proposals, and then takes the code that this person reads on their account page.";

function showOnce(form, name, answer) {
  const value = name === "link" ? location.origin + answer.link : answer[name];
  const [title, more] = SECRETS[name];
  const place = element("div", "", "secret");
  place.setAttribute("role", "status");
  place.append(
    element("strong", title),
    element("code", value),
    element("p", "It is shown this once and kept nowhere. Copy it now."),
    ...[more, answer.state === "waits" ? WAITS : ""].filter(Boolean).map((text) => element("p", text)),
  );
  const copy = element("button", "Copy", "quiet");
  copy.type = "button";
  copy.addEventListener("click", () => {
    navigator.clipboard?.writeText(value).then(() => (copy.textContent = "Copied"));
  });
  const done = element("button", "I have it");
  done.type = "button";
  done.addEventListener("click", () => location.reload());
  const row = element("p", "", "actions");
  row.append(done, copy);
  place.append(row);
  form.replaceChildren(place);
  form.inert = false;
  done.focus();
}

async function ask(form) {
  const answer = await post(form.dataset.api, bodyOf(form));
  for (const name of Object.keys(SECRETS)) if (answer[name]) return showOnce(form, name, answer);
  if (answer.address) {
    location.assign(answer.address);
    return undefined;
  }
  // Whoever was recorded as payee is chosen on the page that asked.
  if (form.dataset.then && answer.payee) {
    location.assign(form.dataset.then + answer.payee);
    return undefined;
  }
  again(answer.state ? `Proposal ${answer.state}.` : "Done.");
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const commands = form.dataset.do !== undefined;
  if (!commands && !form.dataset.api) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button");
  const refused = await sending(form, button, () => (commands ? give(form) : ask(form)));
  // A mended form is another command; one that was not heard is the same.
  if (refused && commands) form.elements._id.value = newId();
});

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-print]")) print();
});

// -- tables that sort

function keyOf(row, column) {
  const cell = row.cells[column];
  const value = cell?.dataset.sort ?? cell?.textContent.trim() ?? "";
  const number = Number(value.replaceAll(/[$,\s%]/g, ""));
  return value !== "" && Number.isFinite(number) ? number : value.toLowerCase();
}

function compare(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}

function sortable(root) {
  for (const table of root.querySelectorAll("table.sorts")) {
    if (table.tBodies[0]?.rows.length < 2) continue;
    for (const head of table.tHead.rows[0].cells) {
      if (head.dataset.noSort !== undefined) continue;
      const button = element("button", head.textContent);
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const body = table.tBodies[0];
        const keyed = [...body.rows].map((row) => [keyOf(row, head.cellIndex), row]);
        keyed.sort(([one], [other]) => (down ? compare(other, one) : compare(one, other)));
        body.append(...keyed.map(([, row]) => row));
      });
    }
  }
}

sortable(document);

// On a phone the sections are a row: the one that is open is brought into sight.
const rail = document.querySelector(".rail ul");
const current = rail?.querySelector("[aria-current]");
if (current) rail.scrollLeft = current.offsetLeft - (rail.clientWidth - current.offsetWidth) / 2;

// -- what runs

const dollars = (cents) => {
  const whole = Math.trunc(cents / 100).toLocaleString("en");
  return cents % 100 ? `$${whole}.${String(cents % 100).padStart(2, "0")}` : `$${whole}`;
};

function busy(block) {
  return block.contains(document.activeElement) || block.querySelector("details[open]") !== null;
}

let fetching = false;
let stale = false;
async function refresh() {
  const blocks = [...document.querySelectorAll("[data-live]")];
  if (document.hidden || !blocks.length || blocks.some(busy)) return;
  // What happens while a page is on its way may not be on it yet.
  stale = fetching;
  if (fetching) return;
  fetching = true;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin", headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const block of blocks) {
      const next = page.querySelector(`[data-live="${block.dataset.live}"]`);
      if (!next || busy(block) || next.innerHTML === drawn.get(block)) continue;
      drawn.set(block, next.innerHTML);
      // What was refused here, perhaps because it had changed, is still to be read.
      const refused = block.querySelector(".refusal:not([hidden])");
      if (refused) board.textContent = refused.innerText;
      block.replaceChildren(...next.childNodes);
      sortable(block);
    }
    const list = document.querySelector(".rail ul");
    const across = list.scrollLeft;
    if (!busy(list)) list.replaceChildren(...page.querySelector(".rail ul").childNodes);
    list.scrollLeft = across;
  } catch {
    // The feed says when the server is away.
  } finally {
    fetching = false;
  }
  if (stale) await refresh();
}

const sign = (frame) =>
  JSON.stringify([
    frame.tables.map((table) => [table.table, table.open, table.fault, table.stopped, table.hits]),
    frame.jackpots.map((jackpot) => [jackpot.jackpot, jackpot.status, jackpot.pending]),
  ]);
let known = null;

if (document.querySelector("[data-live], [data-amount]")) {
  follow(["floor", "attention"], (topic, frame) => {
    if (topic === "attention") {
      refresh();
      return;
    }
    for (const jackpot of frame.jackpots) {
      for (const place of document.querySelectorAll(`[data-amount="${CSS.escape(jackpot.jackpot)}"]`)) {
        const cents = jackpot.amounts[place.dataset.row];
        if (cents !== undefined) place.textContent = dollars(cents);
      }
    }
    const now = sign(frame);
    // The first frame too: something may have happened since the page was made.
    if (known !== now) refresh();
    known = now;
  });
  // Proposals are not on the feed: they are looked for now and then, and whenever somebody comes back to the page.
  setInterval(refresh, 10_000);
  document.addEventListener("visibilitychange", refresh);
}
