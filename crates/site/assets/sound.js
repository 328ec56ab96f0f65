// Short synthesised sounds, from the first gesture on, unless the visitor has switched them off.

import { setting } from "./store.js";

/** A tone: its start, its duration, its first and last frequency, its volume, and its shape. */
/** @typedef {[at: number, seconds: number, from: number, to: number, volume: number, shape: OscillatorType]} Tone */

/** @type {Record<"place"|"stack"|"capture"|"turn"|"win"|"loss"|"low", Tone[]>} */
const SOUNDS = {
  place: [[0, 0.12, 320, 120, 0.25, "triangle"]],
  stack: [
    [0, 0.09, 420, 200, 0.2, "triangle"],
    [0.05, 0.12, 300, 110, 0.25, "triangle"],
  ],
  capture: [
    [0, 0.16, 180, 60, 0.3, "square"],
    [0.02, 0.12, 700, 200, 0.12, "triangle"],
  ],
  turn: [[0, 0.18, 660, 640, 0.12, "sine"]],
  win: [
    [0, 0.18, 523, 523, 0.16, "sine"],
    [0.14, 0.18, 659, 659, 0.16, "sine"],
    [0.28, 0.4, 784, 784, 0.16, "sine"],
  ],
  loss: [
    [0, 0.22, 392, 392, 0.15, "sine"],
    [0.18, 0.4, 294, 280, 0.15, "sine"],
  ],
  low: [
    [0, 0.08, 880, 880, 0.12, "square"],
    [0.14, 0.08, 880, 880, 0.12, "square"],
  ],
};

/** @type {AudioContext|null} */
let context = null;

// Browsers are silent until a gesture.
addEventListener("pointerdown", start, { once: true, capture: true });
addEventListener("keydown", start, { once: true, capture: true });

function start() {
  if (context || setting("sound", "on") !== "on") return;
  try {
    context = new AudioContext();
  } catch {
    // The page works without sound.
  }
}

/**
 * Plays a sound.
 * @param {keyof typeof SOUNDS} name
 */
export function playSound(name) {
  if (!context || setting("sound", "on") !== "on") return;
  for (const [at, seconds, from, to, loudness, shape] of SOUNDS[name]) {
    const begin = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + seconds);
    volume.gain.setValueAtTime(loudness, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
  }
}
