// Clocks: what is left, counted down between two messages of the server.

/** `1:05:09`, `4:07`, `0:09.3`, `2 d 4 h`. */
export function spell(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600)];
  if (days > 1) return `${days} d ${hours % 24} h`;
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = left < 10000 && left > 0 ? `.${Math.floor(left / 100) % 10}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}

/** Shows the clocks of a game in elements, one for each seat. */
export class Clocks {
  #clock = null;
  #at = 0;
  #timer = 0;
  #faces = [];

  /** Shows these clocks from now on; none if there is no clock. */
  set(clock, faces) {
    this.#clock = clock;
    this.#faces = faces;
    this.#at = performance.now();
    clearInterval(this.#timer);
    if (clock && clock.running !== null && clock.running !== undefined) {
      this.#timer = setInterval(() => this.#draw(), 100);
    }
    this.#draw();
  }

  #draw() {
    this.#faces.forEach((face, seat) => {
      const left = this.#clock?.left?.[seat];
      face.hidden = left === undefined || left === null;
      if (face.hidden) return;
      const runs = this.#clock.running === seat;
      const now = left - (runs ? performance.now() - this.#at : 0);
      const text = spell(now);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("low", runs && now < 10000);
      face.classList.toggle("runs", runs);
    });
  }
}
