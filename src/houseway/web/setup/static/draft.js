// Drafts of the configuration: every change is kept at once, judged, and drawn; what was typed is never lost.

import { post, Refusal } from "../service/http.js";

const SAID = "houseway-said";
const FOCUS = "houseway-draft-focus";
const PAUSE = 350;

const element = (name, text, kind) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};
const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "");
const keep = (name, value) => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing goes on without.
  }
};

function refuse(form, refusal) {
  const place = form.querySelector(".refusal");
  const said = element("p");
  said.append(element("strong", sentence(refusal.message)));
  if (refusal.clause) said.append(" ", element("cite", refusal.clause));
  if (refusal.remedy) said.append(" ", element("span", sentence(refusal.remedy)));
  place.replaceChildren(said);
  place.hidden = false;
}

// -- forms that do something with the draft, and go on to the page that shows it

const base64 = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });

async function bodyOf(form) {
  const body = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body[name] = value;
  const file = form.querySelector("[data-file]")?.files[0];
  if (file) Object.assign(body, { name: file.name, data: await base64(file) });
  return body;
}

function goOn(answer) {
  if (answer.says) keep(SAID, answer.says);
  if (answer.address && answer.address !== location.pathname) location.assign(answer.address);
  else location.reload();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.draft) return;
  event.preventDefault();
  if (form.dataset.asks && !confirm(form.dataset.asks)) return;
  const button = event.submitter ?? form.querySelector("button");
  button.disabled = true;
  try {
    await saved();
    goOn(await post(form.dataset.draft, await bodyOf(form)));
  } catch (error) {
    refuse(form, error instanceof Refusal ? error : { message: "there was no answer", remedy: "try again" });
  } finally {
    button.disabled = false;
  }
});

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.dataset.into) return;
  input.form.elements[input.dataset.into].value = input.files[0] ? await input.files[0].text() : "";
});

// -- where somebody came for one thing, its form is open

const wanted = location.hash.startsWith("#new-") ? document.getElementById(location.hash.slice(1)) : null;
if (wanted instanceof HTMLDetailsElement) {
  wanted.open = true;
  wanted.scrollIntoView({ block: "center" });
  wanted.querySelector("input:not([type=hidden])").focus();
}

// -- the editor

const editor = document.querySelector("[data-editor]");
const state = document.querySelector("[data-state]");
let dirty = false;
let saving = null;
let later = 0;
let redraw = false;

function fieldsOf(form) {
  const fields = {};
  for (const control of form.elements) {
    if (!control.name || control.disabled) continue;
    fields[control.name] ??= [];
    if (control.type !== "checkbox" || control.checked) fields[control.name].push(control.value);
  }
  return fields;
}

function listed(findings) {
  const section = document.querySelector("[data-check]");
  const about = section.dataset.check;
  const own = findings.filter((one) =>
    about ? one.where === about || one.where.startsWith(`${about},`) : one.where.startsWith("settings"),
  );
  section.hidden = own.length === 0;
  section.querySelector("[data-findings]").replaceChildren(
    ...own.map((one) => {
      const item = element("li");
      item.append(element("strong", one.where), `: ${one.what} `);
      const cites = [one.cite, ...(one.beside ?? [])].filter(Boolean).join("; ");
      if (cites) item.append(element("cite", cites));
      item.append(element("p", sentence(one.remedy), "quiet"));
      return item;
    }),
  );
}

function drawn(answer) {
  const display = document.querySelector("[data-display]");
  if (display) display.src = display.getAttribute("src");
  const place = document.querySelector("[data-felt]");
  if (!place) return;
  if (answer.felt) {
    const found = new DOMParser().parseFromString(answer.felt, "image/svg+xml").documentElement;
    place.replaceChildren(document.importNode(found, true));
  }
  const why = document.querySelector("[data-undrawn]");
  why.textContent = answer.undrawn ?? "";
  why.hidden = !answer.undrawn;
}

function faults(unread) {
  for (const place of editor.querySelectorAll("[data-fault]")) {
    const said = unread[place.dataset.fault] ?? "";
    place.textContent = said;
    place.hidden = !said;
    const control = editor.elements.namedItem(place.dataset.fault);
    if (control instanceof Element) control.toggleAttribute("aria-invalid", Boolean(said));
  }
}

async function save() {
  dirty = false;
  state.textContent = "Saving…";
  const body = {
    kind: editor.dataset.kind,
    thing: editor.dataset.thing,
    against: editor.dataset.against,
    fields: fieldsOf(editor),
  };
  try {
    const answer = await post(`/api/drafts/${editor.dataset.draftId}/edit`, body);
    editor.dataset.against = answer.against;
    editor.querySelector(".refusal").hidden = true;
    listed(answer.findings);
    faults(answer.unread);
    drawn(answer);
    const count = answer.findings.length;
    state.textContent = `Kept. ${count ? `${count} ${count === 1 ? "finding" : "findings"} in the whole draft.` : "Nothing breaks a rule."}`;
    state.dataset.version = answer.version;
  } catch (error) {
    dirty = true;
    state.textContent = "Not kept.";
    refuse(editor, error instanceof Refusal ? error : { message: "there was no answer", remedy: "it is tried again" });
    throw error;
  }
}

// One after the other: what is typed while a change is on its way goes with the next.
async function saved() {
  clearTimeout(later);
  while (saving || dirty) {
    saving ??= save().finally(() => (saving = null));
    await saving;
  }
  if (redraw) {
    keep(FOCUS, document.activeElement?.id ?? "");
    location.reload();
  }
}

if (editor) {
  const soon = (event) => {
    dirty = true;
    redraw ||= event.type === "change" && event.target.dataset.redraws !== undefined;
    clearTimeout(later);
    later = setTimeout(() => saved().catch(() => {}), event.type === "change" ? 0 : PAUSE);
  };
  editor.addEventListener("input", soon);
  editor.addEventListener("change", soon);
  editor.addEventListener("submit", (event) => event.preventDefault());
  // What was changed before this program was there is kept too.
  const touched = (control) => {
    if (control instanceof HTMLSelectElement) return control.selectedOptions[0] !== ([...control.options].find((each) => each.defaultSelected) ?? control.options[0]);
    return control.type === "checkbox" ? control.checked !== control.defaultChecked : "defaultValue" in control && control.value !== control.defaultValue;
  };
  for (const control of editor.elements) if (touched(control)) soon({ type: "change", target: control });
  addEventListener("beforeunload", (event) => {
    if (dirty && !redraw) event.preventDefault();
  });
  try {
    const focus = sessionStorage.getItem(FOCUS);
    if (focus) document.getElementById(focus)?.focus();
    sessionStorage.removeItem(FOCUS);
  } catch {
    // As above.
  }
}

// Whoever is done leaves with everything kept.
document.querySelector("[data-done]")?.addEventListener("click", async (event) => {
  if (!editor || (!dirty && !saving)) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  redraw = false;
  await saved().then(() => location.assign(href), () => {});
});

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-part]") : null;
  if (!button || !editor) return;
  button.disabled = true;
  try {
    await saved();
    const { draftId, kind, thing } = editor.dataset;
    const place = button.dataset.place ?? "";
    goOn(await post(`/api/drafts/${draftId}/part`, { kind, thing, part: button.dataset.part, place }));
  } catch (error) {
    button.disabled = false;
    if (error instanceof Refusal) refuse(editor, error);
  }
});
