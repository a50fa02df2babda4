// Several buttons that are one stop of the tab key: arrows go from one to the next.

export const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function rove(box, selector) {
  const inSight = () => [...box.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const stopAt = (node) => {
    for (const each of box.querySelectorAll(selector)) each.tabIndex = each === node ? 0 : -1;
  };
  stopAt(box.querySelector(selector));
  box.addEventListener("keydown", (event) => {
    const from = event.target.closest(selector);
    if (!from || !ARROWS[event.key]) return;
    event.preventDefault();
    const all = inSight();
    const next = all[(all.indexOf(from) + ARROWS[event.key] + all.length) % all.length];
    stopAt(next);
    next.focus();
  });
  box.addEventListener("focusin", (event) => event.target.closest(selector) && stopAt(event.target.closest(selector)));
}
