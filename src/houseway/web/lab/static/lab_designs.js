// Designs: kept by name in this browser, taken to a file and back, and set side by side.

import { get } from "../service/http.js";
import { make, tableOf } from "./lab_dom.js";
import { sentence } from "./lab_figures.js";

const KEY = "houseway-lab-designs";
const MOST = 60; // designs that are kept
const COMPARED = 4;

const list = document.getElementById("kept");
const fault = document.getElementById("designs-fault");
const place = document.getElementById("comparison");
const chosen = new Set();

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
  try {
    localStorage.setItem(KEY, JSON.stringify(designs.slice(-MOST)));
  } catch {
    tell("This browser keeps nothing: save the designs to a file.");
  }
}

function tell(text) {
  fault.hidden = !text;
  fault.textContent = text;
}

// The query strings of the designs that are compared, the first one apart.
export function comparedQuery() {
  const [first, ...others] = read().filter((each) => chosen.has(each.name));
  if (!first) return null;
  const more = others.map((each) => `&design=${encodeURIComponent(`${each.link}&name=${each.name}`)}`).join("");
  return `${first.link}&name=${encodeURIComponent(first.name)}${more}`;
}

function draw() {
  const designs = read();
  for (const name of chosen) if (!designs.some((each) => each.name === name)) chosen.delete(name);
  list.replaceChildren(...designs.map((design) => item(design, designs)));
  if (!designs.length) list.append(make("li", { class: "quiet" }, "No design is kept yet."));
}

function item(design, designs) {
  const box = make("input", { type: "checkbox", "aria-label": `Compare ${design.name}` });
  box.checked = chosen.has(design.name);
  box.addEventListener("change", () => {
    if (box.checked && chosen.size >= COMPARED) {
      box.checked = false;
      tell("Four designs are compared at once, at most. Untick one first.");
      return;
    }
    tell("");
    if (box.checked) chosen.add(design.name);
    else chosen.delete(design.name);
    compare();
  });
  const drop = make("button", { type: "button", class: "quiet small", "aria-label": `Delete ${design.name}` }, "Delete");
  drop.addEventListener("click", () => {
    keep(designs.filter((each) => each.name !== design.name));
    draw();
    compare();
  });
  return make("li", {}, box, make("a", { href: `/lab?${design.link}#designs` }, design.name), make("span", { class: "quiet" }, design.says || ""), drop);
}

async function compare() {
  const designs = read().filter((each) => chosen.has(each.name));
  document.querySelector(".needs-compared").hidden = designs.length < 2;
  document.dispatchEvent(new CustomEvent("lab:axis"));
  if (designs.length < 2) {
    place.replaceChildren();
    return;
  }
  try {
    const answers = await Promise.all(designs.map((each, at) => get(`/api/lab/figures?${each.link}&page=compare-${at}`)));
    place.replaceChildren(side(designs, answers));
  } catch (error) {
    place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
  }
}

function side(designs, answers) {
  const rows = [["Wager", ...answers.map((each) => `${each["game-name"]}: ${each["wager-name"]}`)]];
  for (const [at, figure] of answers[0].figures.entries()) {
    rows.push([figure.name, ...answers.map((each) => each.figures[at].shown)]);
  }
  rows.push(["Favours", ...answers.map((each) => (each.priced ? (each["favours-player"] ? "the player" : "the house") : "–"))]);
  rows.push(["Fingerprint", ...answers.map((each) => make("code", {}, each.fingerprint.slice(0, 8)))]);
  const cells = answers.map((each) => new Map(each.tables.flatMap((table) => table.cells.map((cell) => [cell.name, cell]))));
  for (const name of new Set(cells.flatMap((each) => [...each.keys()]))) {
    rows.push([name, ...cells.map((each) => paid(each.get(name)))]);
  }
  return tableOf(["", ...designs.map((each) => each.name)], rows, { class: "plain-table compared" });
}

function paid(cell) {
  if (!cell) return "–";
  return cell.changed ? make("mark", {}, cell.pay) : cell.pay;
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
    const name = field.value.trim();
    if (!name) return;
    keep([...read().filter((each) => each.name !== name), { name, ...now() }]);
    field.value = "";
    tell("");
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
    try {
      const found = JSON.parse(await file.text()).designs.filter(good);
      if (!found.length) throw new Error("none");
      const names = new Set(found.map((each) => each.name));
      keep([...read().filter((each) => !names.has(each.name)), ...found]);
      tell("");
      draw();
    } catch {
      tell("This file has no designs of the Lab. Open one that was saved here with “Save to a file”.");
    }
  });
  draw();
}
