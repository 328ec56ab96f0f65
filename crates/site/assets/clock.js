// Clocks: the time left, counted down between two messages of the server.

const HOUR_MS = 3600000;

/** @import { Clock } from "./types.d.ts" */

/**
 * Formats a time: `1:05:09`, `4:07`, `0:09.3`, `2 d 4 h`.
 * @param {number} ms
 */
export function formatTime(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600)];
  if (days > 1) return `${days} d ${hours % 24} h`;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = left < 10000 && left > 0 ? `.${Math.floor(left / 100) % 10}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}

/**
 * Returns the time below which a clock is low: a tenth, between 5 and 30 seconds; an hour where time is counted in days.
 * @param {Clock} clock
 */
function lowThreshold(clock) {
  if (clock.kind === "days") return HOUR_MS;
  return Math.max(5000, Math.min(30000, 100 * (clock.kind === "fischer" ? clock.initial : clock.seconds)));
}

/** Shows the clocks of a game in elements, one for each seat. */
export class Clocks {
  /** @type {Clock|null} */
  #clock = null;
  #at = 0;
  #timer = 0;
  /** @type {HTMLElement[]} */
  #faces = [];
  /** The seats whose low time has been reported. */
  #warned = new Set();

  /** @param {(seat: number, left: number) => void} onLow called when the running clock of a seat becomes low */
  constructor(onLow) {
    this.onLow = onLow;
  }

  /**
   * Shows these clocks; none without a clock.
   * @param {Clock|null} clock
   * @param {HTMLElement[]} faces
   */
  set(clock, faces) {
    this.#clock = clock;
    this.#faces = faces;
    this.#at = performance.now();
    clearInterval(this.#timer);
    if (clock && clock.running !== null) this.#timer = setInterval(() => this.#draw(), 100);
    this.#draw();
  }

  #draw() {
    const clock = this.#clock;
    this.#faces.forEach((face, seat) => {
      const left = clock?.left[seat];
      face.hidden = left === undefined;
      if (!clock || left === undefined) return;
      const runs = clock.running === seat;
      const now = left - (runs ? performance.now() - this.#at : 0);
      const text = formatTime(now);
      if (face.textContent !== text) face.textContent = text;
      const isLow = now < lowThreshold(clock);
      face.classList.toggle("low", isLow);
      face.classList.toggle("runs", runs);
      if (!isLow) this.#warned.delete(seat);
      else if (runs && !this.#warned.has(seat)) {
        this.#warned.add(seat);
        this.onLow(seat, now);
      }
    });
  }
}
