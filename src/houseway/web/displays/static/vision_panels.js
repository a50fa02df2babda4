// Paytables, limits and promotions: side by side where there is room, one after another where there is not.

const EVERY = 12_000;
const COLUMNS = { monitor: [3, 2], frame: [2, 1] }; // of a wide screen, of a high one
const LEAST = 0.6;

export class Rotation {
  constructor(root, place, theme) {
    this.place = place;
    this.panels = [...place.children];
    this.columns = COLUMNS[theme] || COLUMNS.monitor;
    // A photo frame shows one image after another: the amounts are the first.
    this.first = theme === "frame" ? root.querySelector(".meters") : null;
    this.pages = [];
    this.page = 0;
    this.next = 0;
  }

  // Pack the panels into columns and the columns into pages, for the room there is now.
  arrange() {
    const count = innerWidth >= innerHeight ? this.columns[0] : this.columns[1];
    const measure = column(this.panels);
    if (this.first) this.first.hidden = true;
    this.place.hidden = false;
    this.place.style.setProperty("--most", count);
    this.place.replaceChildren(pageOf([measure]));
    const room = this.place.clientHeight;
    const gap = parseFloat(getComputedStyle(measure).rowGap) || 0;
    const columns = [];
    const free = [];
    // One size of lettering for all: the largest in which each panel has room by itself.
    for (let fit = 1; fit >= LEAST; fit -= 0.05) {
      this.place.style.setProperty("--fit", fit.toFixed(2));
      if (this.panels.every((panel) => panel.offsetHeight <= room)) break;
    }
    for (const panel of this.panels) {
      const needs = panel.offsetHeight;
      let at = free.findIndex((left) => left >= needs);
      if (at < 0) {
        at = columns.push([]) - 1;
        free.push(room);
      }
      columns[at].push(panel);
      free[at] -= gap + needs;
    }
    this.pages = [];
    for (let start = 0; start < columns.length; start += count) {
      const shown = columns.slice(start, start + count);
      this.pages.push(pageOf(shown.map(column)));
    }
    this.place.replaceChildren(...this.pages);
    for (const page of this.pages) this.enlarge(page, room, gap);
    const all = this.pages.length + (this.first ? 1 : 0);
    this.page = Math.min(this.page, all - 1);
    this.show();
  }

  // A page that has room to spare has larger letters, the same in all of its panels.
  enlarge(page, room, gap) {
    for (const each of this.pages) each.hidden = each !== page;
    const least = Number(this.place.style.getPropertyValue("--fit"));
    const high = (column) => [...column.children].reduce((sum, panel) => sum + panel.offsetHeight + gap, -gap);
    for (let fit = 1; fit > least; fit -= 0.05) {
      page.style.setProperty("--fit", fit.toFixed(2));
      if ([...page.children].every((column) => high(column) <= room)) return;
    }
    page.style.removeProperty("--fit");
  }

  turn(now) {
    const all = this.pages.length + (this.first ? 1 : 0);
    if (!this.next) this.next = now + EVERY;
    if (now < this.next || all < 2) return;
    this.next = now + EVERY;
    this.page = (this.page + 1) % all;
    this.show();
  }

  show() {
    const before = this.first ? 1 : 0;
    if (this.first) {
      this.first.hidden = this.page !== 0;
      this.place.hidden = this.page === 0;
    }
    this.pages.forEach((page, index) => (page.hidden = index + before !== this.page));
  }
}

function column(panels) {
  const found = document.createElement("div");
  found.className = "column";
  found.append(...panels);
  return found;
}

function pageOf(columns) {
  const found = document.createElement("div");
  found.className = "page";
  found.style.setProperty("--columns", columns.length);
  found.append(...columns);
  return found;
}
