// What a player has set in this browser: sound, vibration, which hand, how strong the contrast. Remembered.

export const still = matchMedia("(prefers-reduced-motion: reduce)");

const KEY = "houseway:seat";
const stark = matchMedia("(prefers-contrast: more)");
const USUAL = { volume: 60, mute: still.matches, vibration: true, lefty: false, contrast: stark.matches };

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...USUAL };
  }
}

let now = read();
export const setting = (name) => now[name];

export function set(name, value) {
  now = { ...now, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing begins with the usual settings again.
  }
  apply();
}

function apply() {
  document.documentElement.classList.toggle("lefty", now.lefty);
  document.documentElement.classList.toggle("high-contrast", now.contrast);
  for (const field of document.querySelectorAll("[data-setting]")) {
    const value = now[field.dataset.setting];
    if (field.type === "checkbox") field.checked = value;
    else field.value = String(value);
  }
  for (const button of document.querySelectorAll("[data-mute]")) {
    button.setAttribute("aria-pressed", String(!now.mute));
    button.title = now.mute ? "Sound is off" : "Sound is on";
  }
}

for (const field of document.querySelectorAll("[data-setting]")) {
  field.addEventListener("input", () => set(field.dataset.setting, field.type === "checkbox" ? field.checked : Number(field.value)));
}
for (const button of document.querySelectorAll("[data-mute]")) button.addEventListener("click", () => set("mute", !now.mute));
// Another tab has set something.
addEventListener("storage", (event) => {
  if (event.key === KEY) {
    now = read();
    apply();
  }
});
apply();
