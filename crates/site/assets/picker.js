// Uses a board for purposes other than moves: marking squares, drawing arrows, setting up a position.

import { $ } from "./dom.js";
import { make, all } from "./picture.js";

/** @import { Board } from "./board.js" */

/**
 * The effects of pointing at squares.
 * @typedef {{tap: (site: string) => unknown, drag?: (from: string, to: string) => unknown}} Purpose
 */

const DRAG_THRESHOLD_PX = 8;

export class Picker {
  /** @type {Purpose|null} */
  #purpose = null;
  /** @type {{site: string, x: number, y: number, id: number, ghost?: SVGElement}|null} */
  #press = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const root = $("board");
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel", "keydown", "contextmenu"]) {
      root.addEventListener(kind, (event) => this.#on(event), { capture: true });
    }
  }

  /** @param {Purpose|null} purpose the new purpose; null for moves */
  use(purpose) {
    this.#purpose = purpose;
    $("board").classList.toggle("picking", Boolean(purpose));
  }

  /** @param {Event} event */
  #on(event) {
    const purpose = this.#purpose;
    if (!purpose) return;
    if (event instanceof KeyboardEvent) {
      const site = this.board.siteOf(event.target);
      if (!site || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      purpose.tap(site);
      return;
    }
    event.stopPropagation();
    if (!(event instanceof PointerEvent)) return;
    if (event.type === "contextmenu") event.preventDefault();
    else if (event.type === "pointerdown") this.#down(event);
    else if (event.type === "pointermove") this.#move(event, purpose);
    else if (event.type === "pointerup") this.#up(event, purpose);
    else this.#release();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const site = this.board.siteOf(event.target);
    if (!site || event.button !== 0) return;
    if (event.pointerType === "touch") event.preventDefault();
    this.#press = { site, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  /**
   * @param {PointerEvent} event
   * @param {Purpose} purpose
   */
  #move(event, purpose) {
    const press = this.#press;
    if (!press || !purpose.drag || event.pointerId !== press.id) return;
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_THRESHOLD_PX;
    if (!press.ghost && !isFar) return;
    const { overlay } = this.board;
    if (!press.ghost) {
      const cell = this.board.cell(press.site);
      const piece = cell && all(cell, "[data-piece]").at(-1);
      press.ghost = make("g", { class: "ghost" });
      if (piece) press.ghost.append(piece.cloneNode(true));
      overlay.append(press.ghost);
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM()?.inverse());
    press.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }

  /**
   * @param {PointerEvent} event
   * @param {Purpose} purpose
   */
  #up(event, purpose) {
    const press = this.#press;
    this.#release();
    if (!press) return;
    const site = this.board.siteOf(document.elementFromPoint(event.clientX, event.clientY));
    if (site === press.site) purpose.tap(site);
    else if (site && purpose.drag) purpose.drag(press.site, site);
  }

  #release() {
    this.#press?.ghost?.remove();
    this.#press = null;
  }
}
