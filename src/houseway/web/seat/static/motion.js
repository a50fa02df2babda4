// Cards come from the shoe and chips go to and fro: short, interrupted by whatever comes next, and not at all for those who
// want none of it. Nothing waits for them: what is shown is there from the first moment, on its way. What moves is a box
// around a drawing: a drawing that is itself transformed is laid out anew.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const middle = (node) => {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// As fast as the player likes (`speed.js`).
const TEMPO = { slow: 2, fast: 0.4 };
const tempo = () => TEMPO[document.documentElement.dataset.speed] ?? 1;

// Before the next picture, where the browser lays out the page anyway: measured at once it would do so twice, in one task
// with everything that a frame changes. All that moves is measured before any of it does: one layout for all.
let waiting = [];
function whenDrawn(measure) {
  if (!waiting.length) {
    requestAnimationFrame(() => {
      const starts = waiting.map((each) => each());
      waiting = [];
      for (const start of starts) start?.();
    });
  }
  waiting.push(measure);
}

// Whether anything moves: where somebody looks, and has not asked for reduced motion.
export const moves = () => !still.matches && !document.hidden;

// Nodes that have just been put in their places come there from `source`, one after another.
export function bring(nodes, source, options = {}) {
  if (moves() && nodes.length) whenDrawn(() => brought(nodes, source, options));
}

function brought(nodes, source, { turn = 0, gap = 70, lasts = 280 }) {
  if (!source?.isConnected) return null;
  const [x, y] = middle(source);
  const ways = nodes.map((node) => {
    const [atX, atY] = middle(node);
    return [node, x - atX, y - atY];
  });
  return () =>
    ways.forEach(([node, dx, dy], place) =>
      node.animate([{ transform: `translate(${dx}px, ${dy}px) rotate(${turn}deg) scale(0.6)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none" }], {
        duration: lasts * tempo(),
        delay: Math.min(place, 6) * gap * tempo(),
        easing: EASE,
        fill: "backwards",
      }),
    );
}

export function turnOver(node) {
  if (moves()) node.animate([{ transform: "scaleX(0.04)" }, { transform: "none" }], { duration: 320 * tempo(), easing: EASE });
}

// A copy of `node` goes from one place to another and is gone.
export function send(node, from, to, lasts = 420) {
  if (moves()) whenDrawn(() => sent(node, from, to, lasts));
}

function sent(node, from, to, lasts) {
  if (![from, to].every((each) => each?.getClientRects().length)) return null;
  const [x, y] = middle(from);
  const [toX, toY] = middle(to);
  return () => travel(node.cloneNode(true), `translate(${x}px, ${y}px)`, `translate(${toX}px, ${toY}px)`, lasts);
}

function travel(drawing, from, to, lasts) {
  const ghost = document.createElement("span");
  ghost.className = "travels";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(drawing);
  document.body.append(ghost);
  ghost.animate(
    [
      { transform: `${from} translate(-50%, -50%)` },
      { transform: `${to} translate(-50%, -50%)`, opacity: 1, offset: 0.85 },
      { transform: `${to} translate(-50%, -50%)`, opacity: 0 },
    ],
    { duration: lasts * tempo(), easing: EASE },
  ).finished.finally(() => ghost.remove());
}
