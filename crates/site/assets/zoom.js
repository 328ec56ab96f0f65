// Magnifies a part of a board whose squares are too small for a finger: the first tap shows the area around it.

/** The size below which squares are magnified before they can be touched. */
const SMALL_PX = 32;
/** The side of a magnified square. */
const LARGE_PX = 46;

export class Zoom {
  #factor = 1;

  /** @param {HTMLElement} root the board */
  constructor(root) {
    this.root = root;
    addEventListener("resize", () => this.leave());
  }

  get isOn() {
    return this.#factor > 1;
  }

  /**
   * Magnifies the area around a point if the squares there are small; returns whether it did.
   * @param {number} x
   * @param {number} y
   * @param {number} cell the side of a square
   */
  enter(x, y, cell) {
    if (this.isOn || cell >= SMALL_PX) return false;
    const box = this.root.getBoundingClientRect();
    this.#set(LARGE_PX / cell, x - box.left, y - box.top, box);
    return true;
  }

  /**
   * Keeps sites visible: scrolls to them if they fit, or shows the whole board again.
   * @param {SVGElement[]} sites
   */
  show(sites) {
    if (!this.isOn) return;
    const root = this.root.getBoundingClientRect();
    const boxes = sites.map((site) => (site.firstElementChild ?? site).getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const isInside = left >= root.left && right <= root.right && top >= root.top && bottom <= root.bottom;
    if (!sites.length || !isInside) this.leave();
  }

  /** Shows the whole board. */
  leave() {
    this.#factor = 1;
    this.root.classList.remove("zoomed");
    for (const svg of this.root.children) /** @type {SVGElement} */ (svg).style.transform = "";
  }

  /**
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   * @param {DOMRect} box
   */
  #set(factor, x, y, box) {
    this.#factor = factor;
    this.root.classList.add("zoomed");
    // Centres the point, within the bounds of the board.
    const shift = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(0, Math.max(size - size * factor, size / 2 - at * factor));
    this.#transform = `translate(${shift(x, box.width)}px, ${shift(y, box.height)}px) scale(${factor})`;
    this.apply();
  }

  #transform = "";

  /** Magnifies a new picture. */
  apply() {
    if (!this.isOn) return;
    for (const svg of this.root.children) {
      const { style } = /** @type {SVGElement} */ (svg);
      style.transformOrigin = "0 0";
      style.transform = this.#transform;
    }
  }
}
