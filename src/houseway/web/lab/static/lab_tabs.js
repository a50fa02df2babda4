// The parts of the page, one shown at a time; which one stands in the address behind the state.

const tabs = [...document.querySelectorAll('[role="tab"]')];
const panels = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls")));
const opened = new Map();

// `work` is done when the part is shown, and whenever something changed while it is.
export function whenShown(id, work) {
  opened.set(id, work);
}

export const shownPart = () => panels.find((panel) => !panel.hidden).id;

export function refresh() {
  opened.get(shownPart())?.();
}

function show(tab, focus = false) {
  for (const [place, each] of tabs.entries()) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    panels[place].hidden = !chosen;
  }
  if (focus) tab.focus();
  history.replaceState(null, "", tab === tabs[0] ? location.pathname + location.search : `#${tab.getAttribute("aria-controls")}`);
  refresh();
}

export function beginTabs() {
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) show(tabs[(place + step + tabs.length) % tabs.length], true);
    });
  }
  const wanted = tabs.find((tab) => `#${tab.getAttribute("aria-controls")}` === location.hash);
  if (wanted) show(wanted);
  else refresh();
}
