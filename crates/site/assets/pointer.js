// Pointer input on a board: turns clicks, taps, long presses and drags into steps of a turn.

import { all, make } from "./picture.js";

const LONG_PRESS_MS = 500;
const DRAG_THRESHOLD_PX = 8;
/** How long the mouse rests on a site before the page asks what comes after it. */
const REST_MS = 80;

/**
 * A press in progress.
 * @typedef {{site: string, x: number, y: number, id: number, touch: boolean, timer?: number, long?: boolean,
 *   ghost?: SVGElement, isStep?: boolean}} Press
 */

export class PointerInput {
  /** @type {Press|null} */
  #press = null;
  #rest = 0;

  /**
   * @param {HTMLElement} root the board with its overlay
   * @param {import("./board.js").Board} board
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#drag(event));
    root.addEventListener("pointerover", (event) => this.#hover(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#release());
    root.addEventListener("contextmenu", (event) => {
      const site = board.siteOf(event.target);
      if (!site) return;
      event.preventDefault();
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch") board.inspect(site);
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const site = this.board.siteOf(event.target);
    if (!site || event.button !== 0) return;
    const touch = event.pointerType === "touch";
    if (touch && this.root.classList.contains("active")) event.preventDefault();
    /** @type {Press} */
    const press = { site, x: event.clientX, y: event.clientY, id: event.pointerId, touch };
    if (touch) {
      press.timer = setTimeout(() => {
        press.long = true;
        this.board.inspect(site);
      }, LONG_PRESS_MS);
    }
    this.#press = press;
    this.board.turn.prepare(site);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    clearTimeout(this.#rest);
    const site = event.pointerType === "mouse" && this.board.siteOf(event.target);
    if (site) this.#rest = setTimeout(() => this.board.turn.prepare(site), REST_MS);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const press = this.#press;
    if (!press || press.long || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_THRESHOLD_PX;
    if (!press.ghost && far && !this.#lift(press)) return;
    if (press.ghost) {
      const { overlay } = this.board;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM()?.inverse());
      press.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    }
  }

  /**
   * Picks up a movable piece.
   * @param {Press} press
   */
  #lift(press) {
    const { board } = this;
    const { turn } = board;
    clearTimeout(press.timer);
    const cell = board.cell(press.site);
    const piece = cell && all(cell, "[data-piece]").at(-1);
    press.isStep = turn.offers(press.site) || turn.isAt(press.site);
    const isMovers = board.mover === null || piece?.dataset.piece?.split(" ")[1] === String(board.mover);
    if (!turn.isActive || !piece || !(press.isStep || isMovers)) {
      this.#press = null;
      return false;
    }
    press.ghost = make("g", { class: "ghost" });
    press.ghost.append(piece.cloneNode(true));
    board.overlay.append(press.ghost);
    this.root.setPointerCapture(press.id);
    if (press.isStep && !turn.isAt(press.site)) turn.point(press.site);
    return true;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    this.#release();
    if (!press || press.long) return;
    if (!press.ghost) {
      if (this.board.siteOf(event.target) !== press.site) return;
      this.board.setTabStop(press.site);
      if (press.touch && this.board.turn.isActive && this.board.zoom.enter(press.x, press.y, this.board.cellSize())) return;
      this.board.turn.point(press.site, press.touch);
      return;
    }
    const site = this.board.siteOf(document.elementFromPoint(event.clientX, event.clientY));
    if (site && site !== press.site) this.board.turn.drop(site, press.isStep ?? false, press.touch);
  }

  #release() {
    clearTimeout(this.#press?.timer);
    this.#press?.ghost?.remove();
    this.#press = null;
  }
}
