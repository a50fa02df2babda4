// Cells that are typed into, dragged sideways, or moved with the arrow keys.

import { stepped } from "./lab_pay.js";

const PIXELS = 9; // of a drag, for one step
const STARTS = 5; // pixels from which on it is a drag and not a click

// `changed(field, text, done, typed)` hears every change; `done` once a drag has ended or something was typed.
export function wireCells(root, changed) {
  for (const input of root.querySelectorAll("[data-cell]")) wire(input, changed);
}

function wire(input, changed) {
  const field = input.dataset.cell;
  const move = (from, steps, small, done) => {
    const next = stepped(from, steps, input.dataset.unit, small);
    if (next === null || next === input.value) return;
    input.value = next;
    changed(field, next, done);
  };
  input.addEventListener("input", () => changed(field, input.value.trim(), true, true));
  // An empty cell pays what is printed, and says so once it is left.
  input.addEventListener("blur", () => {
    if (!input.value.trim()) input.value = input.dataset.printed;
  });
  input.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (steps) {
      event.preventDefault();
      move(input.value, steps, event.shiftKey, true);
    } else if (event.key === "Escape") {
      input.value = input.dataset.printed;
      changed(field, input.value, true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      input.select();
    }
  });
  let drag = null;
  input.addEventListener("pointerdown", (event) => {
    if (event.button === 0) drag = { x: event.clientX, from: input.value, at: 0, going: false, id: event.pointerId };
  });
  input.addEventListener("pointermove", (event) => {
    if (drag === null || event.pointerId !== drag.id) return;
    const way = event.clientX - drag.x;
    if (!drag.going) {
      if (Math.abs(way) < STARTS) return;
      drag.going = true;
      input.setPointerCapture(drag.id);
      input.classList.add("dragged");
    }
    event.preventDefault();
    const steps = Math.trunc(way / PIXELS);
    if (steps === drag.at) return;
    drag.at = steps;
    if (steps === 0) {
      input.value = drag.from;
      changed(field, drag.from, false);
    } else {
      move(drag.from, steps, event.shiftKey, false);
    }
  });
  const end = () => {
    if (drag?.going) {
      input.classList.remove("dragged");
      globalThis.getSelection()?.removeAllRanges();
      changed(field, input.value, true);
    }
    drag = null;
  };
  input.addEventListener("pointerup", end);
  input.addEventListener("pointercancel", end);
}
