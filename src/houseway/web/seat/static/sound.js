// Sounds of the table, made here from tones and noise: no files. Quiet until somebody has touched the page, as browsers
// want it, and quiet from the start where somebody asks for reduced motion.

import { setting, still } from "./settings.js";

let context = null;
let master = null;

function wake() {
  if (!context && typeof AudioContext === "function") {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (context?.state === "suspended") context.resume();
}
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { capture: true, passive: true });

const volume = () => (setting("mute") ? 0 : setting("volume") / 100);

// A tone that begins at once and dies away.
function tone(at, frequency, { length = 0.2, loud = 0.2, type = "sine", to = frequency } = {}) {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(master);
  source.start(at);
  source.stop(at + length + 0.02);
}

let hiss = null;
function noise(at, frequency, { length = 0.07, loud = 0.25, q = 1.2 } = {}) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let each = 0; each < samples.length; each += 1) samples[each] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = hiss;
  band.type = "bandpass";
  band.frequency.setValueAtTime(frequency, at);
  band.Q.setValueAtTime(q, at);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(band).connect(gain).connect(master);
  source.start(at);
  source.stop(at + length);
}

const chord = (at, tones, apart, options) => tones.forEach((each, place) => tone(at + place * apart, each, options));

// What each sounds like, from the moment `at` on.
const SOUNDS = {
  card: (at) => noise(at, 2600, { length: 0.09 }),
  chip: (at) => {
    noise(at, 5200, { length: 0.03, loud: 0.2, q: 4 });
    tone(at, 2900, { length: 0.06, loud: 0.05, to: 2500 });
    tone(at + 0.035, 3300, { length: 0.05, loud: 0.04, to: 2900 });
  },
  turn: (at) => chord(at, [659, 880], 0.09, { length: 0.28, loud: 0.1 }),
  push: (at) => chord(at, [440, 440], 0.12, { length: 0.18, loud: 0.08 }),
  lose: (at) => tone(at, 196, { length: 0.35, loud: 0.12, type: "triangle", to: 147 }),
  win: (at) => chord(at, [523, 659, 784], 0.09, { length: 0.4, loud: 0.12, type: "triangle" }),
  jackpot: (at) => {
    for (let round = 0; round < 3; round += 1) chord(at + round * 0.55, [523, 659, 784, 1047], 0.11, { length: 0.5, loud: 0.14, type: "triangle" });
  },
  hurry: (at) => tone(at, 988, { length: 0.06, loud: 0.06 }),
};

// Play a sound, `after` so many seconds; whether anything is to be heard.
export function play(name, after = 0) {
  const loud = volume();
  if (!loud || !context || context.state !== "running" || document.hidden) return false;
  master.gain.setValueAtTime(loud, context.currentTime);
  SOUNDS[name](context.currentTime + 0.01 + after);
  return true;
}

export function shake(pattern) {
  if (setting("vibration") && !still.matches && !document.hidden) navigator.vibrate?.(pattern);
}
