// What help a player wants while playing, remembered in this browser: hints with every decision, a coach after them.

const WANTS = ["hints", "coach"];
const wanted = new Set(WANTS.filter((name) => read(name)));

function read(name) {
  try {
    return localStorage.getItem(`help:${name}`) === "on";
  } catch {
    return false;
  }
}

export const wants = (name) => wanted.has(name);

export function want(name, on) {
  if (on) wanted.add(name);
  else wanted.delete(name);
  try {
    localStorage.setItem(`help:${name}`, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing asks again.
  }
  for (const box of document.querySelectorAll(`[data-help="${name}"]`)) box.checked = on;
}

// A switch of its own, for a panel that is drawn now.
export function switchFor(name, label, changed) {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: wants(name) });
  box.dataset.help = name;
  const made = Object.assign(document.createElement("label"), { className: "help-switch" });
  made.append(box, label);
  box.addEventListener("change", () => {
    want(name, box.checked);
    changed?.();
  });
  return made;
}

// The switches that stand on the page from the beginning.
export function useSwitches(changed) {
  for (const box of document.querySelectorAll("[data-help]")) {
    box.checked = wants(box.dataset.help);
    box.addEventListener("change", () => {
      want(box.dataset.help, box.checked);
      changed();
    });
  }
}
