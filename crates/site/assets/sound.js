// A short sound for a move, if the visitor wants one.

import { setting } from "./store.js";

/** @type {AudioContext|null} */
let context = null;

/** Plays a short knock. */
export function playMoveSound() {
  if (setting("sound", "off") !== "on") return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(320, now);
    tone.frequency.exponentialRampToValueAtTime(120, now + 0.08);
    volume.gain.setValueAtTime(0.25, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.13);
  } catch {
    // No sound, no harm.
  }
}
