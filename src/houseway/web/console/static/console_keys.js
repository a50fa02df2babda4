// The keys of the console: each is used, kept until what is being sent has been answered, or explained. None is lost in
// silence.

const REPEATS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Backspace", "Delete"]);
// Keys of the browser and of the machine, which are none of ours.
const FOREIGN = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "NumLock", "ScrollLock", "Escape", "PageUp", "PageDown", "Home", "End", "Insert", "ContextMenu", "Dead", "Process", "Unidentified"]);
const NAMES = { " ": "Space", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Backspace: "⌫" };

export const keyName = (key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

// `use(event)` gives true for a key that was used, what to say of one that was not ({message, clause, remedy}), or false.
export class Keys {
  constructor(use, say) {
    this.use = use;
    this.say = say;
    this.waiting = [];
  }

  // A key while something is being sent: what is typed ahead is kept, but Enter and Space would agree to what nobody has
  // seen yet.
  later(event) {
    if (event.key === "Enter" || event.key === " ") this.say({ message: `${keyName(event.key)} was not used: the last entry was still being sent.`, remedy: "Look at what is due, and press it again." });
    else this.waiting.push({ key: event.key, shiftKey: event.shiftKey });
  }

  press(event) {
    const found = this.use(event);
    if (found === true) this.say(null);
    else if (found) this.say(found);
    else if (!FOREIGN.has(event.key) && !/^F\d+$/.test(event.key)) this.say({ message: `${keyName(event.key)} has no meaning here.`, remedy: "Press ? for the keys." });
    return Boolean(found);
  }

  // What was typed ahead, as far as it goes: the next thing that is sent keeps the rest waiting.
  resume(busy) {
    while (this.waiting.length && !busy()) this.press(this.waiting.shift());
  }

  // What was sent was refused: what was typed after it was meant for another step.
  drop() {
    const keys = this.waiting.map(({ key }) => keyName(key)).join(" ");
    this.waiting = [];
    return keys;
  }
}

// A key that is held down is one press: what it does is done once, by our keys and by a focused button alike.
export function heldDown(event) {
  const writes = event.target instanceof HTMLInputElement && event.key.length === 1;
  return event.repeat && !REPEATS.has(event.key) && !writes && event.key !== "Tab";
}
