// Designs: kept by name in this browser, taken to a file and back, and set side by side.

import { get } from "../service/http.js";
import { make } from "./lab_dom.js";
import { sideBySide } from "./lab_side.js";
import { askIn, askedIn } from "./lab_tabs.js";
import { sentence } from "./lab_words.js";

const KEY = "houseway-lab-designs";
const MOST = 60; // designs that are kept
const COMPARED = 4;

const list = document.getElementById("kept");
const fault = document.getElementById("designs-fault");
const place = document.getElementById("comparison");
let compared = []; // designs side by side: kept here, or brought by the address

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found.filter(good) : [];
  } catch {
    return [];
  }
}

const good = (each) => typeof each?.name === "string" && typeof each?.link === "string" && each.name.length <= 60 && each.link.length < 8000;

function keep(designs) {
  if (designs.length > MOST) {
    tell(`${MOST} designs are kept here, at most. Save them to a file and delete some first.`);
    return false;
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(designs));
    return true;
  } catch {
    tell("This browser keeps nothing: save the designs to a file.");
    return false;
  }
}

function tell(text) {
  fault.hidden = !text;
  fault.className = "wrong";
  fault.replaceChildren(text);
}

// What was done, and how to take it back.
function told(text, before) {
  const back = make("button", { type: "button", class: "quiet small" }, "Bring it back");
  back.addEventListener("click", () => {
    const names = new Set(before.map((each) => each.name));
    if (!keep([...read().filter((each) => !names.has(each.name)), ...before])) return;
    tell("");
    draw();
  });
  fault.hidden = false;
  fault.className = "quiet";
  fault.replaceChildren(text, " ", back);
}

// The query strings of the designs that are compared, the first one apart.
export function comparedQuery() {
  const [first, ...others] = compared;
  if (!first) return null;
  const more = others.map((each) => `&design=${encodeURIComponent(named(each))}`).join("");
  return `${named(first)}${more}`;
}

const named = (design) => `${design.link}&name=${encodeURIComponent(design.name)}`;
const same = (one) => (other) => one.name === other.name && one.link === other.link;

// The designs that the address sets side by side.
function brought() {
  return askedIn("designs").getAll("design").slice(0, COMPARED).map((query) => {
    const words = new URLSearchParams(query);
    const name = (words.get("name") || "Design").slice(0, 60);
    words.delete("name");
    return { name, link: words.toString() };
  });
}

function draw() {
  const designs = read();
  list.replaceChildren(...designs.map(item));
  if (!designs.length) list.append(make("li", { class: "quiet" }, "No design is kept yet."));
}

function item(design) {
  const box = make("input", { type: "checkbox", "aria-label": `Compare ${design.name}` });
  box.checked = compared.some(same(design));
  box.addEventListener("change", () => {
    if (box.checked && compared.length >= COMPARED) {
      box.checked = false;
      tell("Four designs are compared at once, at most. Untick one first.");
      return;
    }
    tell("");
    compared = box.checked ? [...compared, design] : compared.filter((each) => !same(design)(each));
    compare();
  });
  const drop = make("button", { type: "button", class: "quiet small", "aria-label": `Delete ${design.name}` }, "Delete");
  drop.addEventListener("click", () => {
    keep(read().filter((each) => each.name !== design.name));
    compared = compared.filter((each) => each.name !== design.name);
    draw();
    compare();
    told(`“${design.name}” was deleted.`, [design]);
    fault.querySelector("button").focus();
  });
  return make("li", {}, box, make("a", { href: `/lab?${design.link}` }, design.name), make("span", { class: "quiet" }, design.says || ""), drop);
}

async function compare() {
  const designs = compared;
  document.querySelector(".needs-compared").hidden = designs.length < 2;
  askIn("designs", designs.map((each) => `design=${encodeURIComponent(named(each))}`).join("&"));
  document.dispatchEvent(new CustomEvent("lab:axis"));
  if (designs.length < 2) {
    place.replaceChildren();
    return;
  }
  if (!place.firstChild) place.replaceChildren(make("p", { class: "quiet" }, "Working them out …"));
  try {
    const answers = await Promise.all(designs.map((each, at) => get(`/api/lab/figures?${each.link}&page=compare-${at}`)));
    if (designs === compared) place.replaceChildren(sideBySide(designs.map((each) => each.name), answers));
  } catch (error) {
    if (designs === compared) place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
  }
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// `now()` is the state to be saved: its link, and its house edge in words.
export function beginDesigns(now) {
  document.getElementById("save").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = document.getElementById("design-name");
    const name = field.value.trim().replace(/\s+/g, " ");
    if (!name) {
      tell("Give the design a name first.");
      field.focus();
      return;
    }
    const before = read().filter((each) => each.name === name);
    const made = { name, ...now() };
    if (!keep([...read().filter((each) => each.name !== name), made])) return;
    field.value = "";
    compared = compared.map((each) => (each.name === name ? made : each));
    if (before.length && before[0].link !== made.link) told(`“${name}” stood here already and was replaced.`, before);
    else tell("");
    draw();
    compare();
  });
  document.getElementById("designs-out").addEventListener("click", () => {
    download("lab-designs.json", JSON.stringify({ houseway: "lab-designs", version: 1, designs: read() }, null, 1));
  });
  document.getElementById("designs-in").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    let found = [];
    try {
      found = JSON.parse(await file.text()).designs.filter(good);
    } catch {
      // Told below.
    }
    if (!found.length) {
      tell("This file has no designs of the Lab. Open one that was saved here with “Save to a file”.");
      return;
    }
    const names = new Set(found.map((each) => each.name));
    const before = read().filter((each) => names.has(each.name) && !found.some(same(each)));
    if (!keep([...read().filter((each) => !names.has(each.name)), ...found])) return;
    if (before.length) told(`Replaced by the file: ${before.map((each) => `“${each.name}”`).join(", ")}.`, before);
    else tell("");
    draw();
  });
  // Another window of the same browser saved or deleted one.
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) draw();
  });
  draw();
  compared = brought();
  let begun = false;
  return () => {
    if (begun) return;
    begun = true;
    draw();
    compare();
  };
}
