// The list of moves, and the buttons that step through it.

import { $, button, el, update } from "./dom.js";

/**
 * Draws the list of moves.
 * @param {string[]} moves
 * @param {number} shown the number of them on the board
 * @param {(ply: number) => unknown} go
 * @param {(index: number) => {sign?: string, kind?: string}} about the annotation of a move
 */
export function drawMoves(moves, shown, go, about = () => ({})) {
  const items = moves.map((move, index) => {
    const is = index + 1 === shown;
    const { sign = "", kind = "" } = about(index);
    const props = { class: ["move", is ? "current" : "", kind].filter(Boolean).join(" "), "aria-current": is ? "step" : null };
    return el("li", {}, button(move + sign, () => go(index + 1), props));
  });
  const list = $("moves");
  update(list, ...items);
  scrollToCurrent(list);
  setWalk(shown > 0, shown < moves.length);
}

/**
 * Scrolls a list to the current move.
 * @param {HTMLElement} list
 */
export function scrollToCurrent(list) {
  const current = list.querySelector(".current");
  if (!(current instanceof HTMLElement)) return;
  list.scrollTop = current.offsetTop - list.clientHeight / 2;
  list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
}

// The place of the list changes with the window, and while the page is being filled.
const list = $("moves");
if (list) new ResizeObserver(() => scrollToCurrent(list)).observe(list);

/**
 * Enables the buttons that have a move to go to.
 * @param {boolean} before
 * @param {boolean} after
 */
export function setWalk(before, after) {
  $("first").disabled = $("previous").disabled = !before;
  $("next").disabled = $("last").disabled = !after;
}

/**
 * Sets the actions of the buttons.
 * @param {Record<"first"|"previous"|"next"|"last", () => unknown>} actions
 */
export function onWalk({ first, previous, next, last }) {
  $("first").addEventListener("click", first);
  $("previous").addEventListener("click", previous);
  $("next").addEventListener("click", next);
  $("last").addEventListener("click", last);
}
