// The drawer beside the table: rules, limits and odds, rounds played, keys. And the clause behind a line, in a popover.

import { clauseSaid } from "../art/chips.js";
import { get } from "../service/http.js";
import { showHistory } from "./history.js";
import { useSwitches } from "./help_switches.js";
import { on } from "./seat.js";

const EDGES_AGAIN = 1500; // milliseconds
const clauses = new Map();

export async function showClause(sheet, cite, node, more = "") {
  const box = document.getElementById("clause");
  const address = `/api/games/${sheet.game}/${sheet.edition}/clauses/${cite.split("/").map(encodeURIComponent).join("/")}`;
  if (!clauses.has(address)) {
    clauses.set(
      address,
      get(address).then(
        (found) => found.text,
        (error) => error.message,
      ),
    );
  }
  const text = await clauses.get(address);
  document.getElementById("clause-cite").textContent = clauseSaid(sheet, cite);
  document.getElementById("clause-text").textContent = more ? `${more}. ${text}` : text;
  if (!box.matches(":popover-open")) box.showPopover();
  const at = node.getBoundingClientRect();
  const x = Math.min(Math.max(at.left + at.width / 2 - box.offsetWidth / 2, 8), innerWidth - box.offsetWidth - 8);
  const above = at.top - box.offsetHeight - 8;
  box.style.setProperty("left", `${x}px`);
  box.style.setProperty("top", `${above > 8 ? above : Math.min(at.bottom + 8, innerHeight - box.offsetHeight - 8)}px`);
}

export class Drawer {
  constructor(page, { lineList }) {
    this.page = page;
    this.lineList = lineList;
    this.dialog = document.getElementById("drawer");
    this.tabs = [...this.dialog.querySelectorAll('[role="tab"]')];
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.show(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = this.tabs[(this.tabs.indexOf(tab) + step + this.tabs.length) % this.tabs.length];
        this.show(next.id.slice(4));
        next.focus();
      });
    }
    this.dialog.querySelector("[data-close]").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    useSwitches(() => on.draw());
    this.find = this.dialog.querySelector("#find");
    this.find.addEventListener("input", () => this.sieve());
    for (const button of this.dialog.querySelectorAll("[data-tag]")) {
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        for (const each of this.dialog.querySelectorAll("[data-tag]")) each.setAttribute("aria-pressed", String(each === button && on));
        this.sieve();
      });
    }
  }

  open(name) {
    if (!this.dialog.open) this.dialog.showModal();
    this.show(name);
  }

  show(name) {
    for (const tab of this.tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
      if (on) document.getElementById("drawer-title").textContent = tab.textContent;
    }
    if (name === "history") showHistory(this.lineList);
    if (name === "odds") this.edges();
  }

  sieve() {
    const words = this.find.value.trim().toLowerCase();
    const tag = this.dialog.querySelector('[data-tag][aria-pressed="true"]')?.dataset.tag;
    let any = false;
    for (const section of this.dialog.querySelectorAll(".clauses")) {
      let seen = false;
      for (const row of section.querySelectorAll("[data-tags]")) {
        const fits = (!tag || row.dataset.tags.split(" ").includes(tag)) && (!words || row.textContent.toLowerCase().includes(words));
        row.hidden = !fits;
        seen ||= fits;
      }
      section.hidden = !seen;
      any ||= seen;
    }
    this.dialog.querySelector(".nothing").hidden = any;
  }

  // The house edge of each wager, beside its limits; asked for again while some are being worked out.
  async edges() {
    clearTimeout(this.again);
    const { wagers } = await get(`/api/tables/${encodeURIComponent(this.page.table)}/wagers`).catch(() => ({ wagers: [] }));
    for (const { wager, ready, note, cases } of wagers) {
      const said = cases.map((each) => `${each.edge === null ? "not known" : `${(100 * each.edge).toFixed(2)}%`}${each.case ? ` ${each.case}` : ""}`);
      const node = this.dialog.querySelector(`[data-edge="${wager}"]`);
      if (ready && node) node.replaceChildren(cases.length ? "House edge: " : note, Object.assign(document.createElement("b"), { textContent: said.join(", ") }));
    }
    if (this.dialog.open && wagers.some(({ ready }) => !ready)) this.again = setTimeout(() => this.edges(), EDGES_AGAIN);
  }
}
