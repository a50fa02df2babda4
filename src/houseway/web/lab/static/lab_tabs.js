// The parts of the page, one shown at a time. Which one, and what is asked in it, stands in the address behind the
// state: `#target&edge=5&row=straight`.

const tabs = [...document.querySelectorAll('[role="tab"]')];
const panels = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls")));
const opened = new Map();
const asked = new Map(); // by part: what is asked in it, as a query string
const beside = new Map(); // by part: what else its link carries

// `work` is done when the part is shown, and whenever something changed while it is.
export function whenShown(id, work) {
  opened.set(id, work);
}

export const shownPart = () => panels.find((panel) => !panel.hidden).id;

export function refresh() {
  opened.get(shownPart())?.();
}

// What the address asks in a part: its chosen axis, its target, the cell that is open.
export const askedIn = (part) => new URLSearchParams(asked.get(part) || "");

export function askIn(part, query) {
  asked.set(part, query);
  if (part === shownPart()) address();
}

// What the link of a part carries whatever else is asked in it.
export function carryIn(part, name, value) {
  const others = askedIn(part);
  others.delete(name);
  asked.set(part, others.toString());
  beside.set(part, value ? `${name}=${value}` : "");
  if (part === shownPart()) address();
}

export const hashOf = (part) => {
  const more = [asked.get(part), beside.get(part)].filter(Boolean).join("&");
  return more ? `#${part}&${more}` : part === panels[0].id ? "" : `#${part}`;
};

function address() {
  history.replaceState(null, "", location.pathname + location.search + hashOf(shownPart()));
}

function show(tab, focus = false) {
  for (const [place, each] of tabs.entries()) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    panels[place].hidden = !chosen;
  }
  if (focus) tab.focus();
  if (tab.parentElement.scrollWidth > tab.parentElement.clientWidth) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  address();
  refresh();
}

// The tab that the address names; what it asks there is kept.
function wanted() {
  const [part, ...more] = location.hash.slice(1).split("&");
  const place = panels.findIndex((panel) => panel.id === part);
  if (place < 0) return null;
  asked.set(part, more.join("&"));
  return tabs[place];
}

const first = wanted();

export function beginTabs() {
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: place + 1, ArrowLeft: place - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show(tabs[to % tabs.length], true);
    });
  }
  if (first) show(first);
  else refresh();
  // Another part of the same state, by a link or an address that was typed.
  addEventListener("hashchange", () => location.reload());
}
