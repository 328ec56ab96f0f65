// Keys on a board: arrows move the focus, Enter takes a site, Escape takes back a step, `i` inspects a stack. On the rest of
// the page arrows step through the moves, and a letter or symbol presses the button with that shortcut.

import { $ } from "./dom.js";
import { placeOf } from "./picture.js";

/** @import { Board } from "./board.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The buttons that step through the moves. @type {Record<string, "first"|"previous"|"next"|"last">} */
const WALK = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };

/**
 * Listens to keys on a board and on its page.
 * @param {HTMLElement} root
 * @param {Board} board
 */
export function listenToKeys(root, board) {
  root.addEventListener("keydown", (event) => onBoard(event, board));
  document.addEventListener("keydown", (event) => onPage(event, board));
}

const isChord = (/** @type {KeyboardEvent} */ event) => event.ctrlKey || event.metaKey || event.altKey;

/**
 * @param {KeyboardEvent} event
 * @param {Board} board
 */
function onBoard(event, board) {
  const cell = event.target instanceof Element ? event.target.closest("[data-site]") : null;
  if (!(cell instanceof SVGElement) || isChord(event)) return;
  const { key } = event;
  // After a click the arrows belong to the page.
  if ((key in ARROWS || key in WALK) && !board.hasKeyboardFocus) return;
  if (key in ARROWS) nearest(cell, board.cells(), ...ARROWS[key])?.focus();
  else if (key === "Home" || key === "End") {
    const row = board.cells().filter((each) => each.parentElement === cell.parentElement);
    row.at(key === "Home" ? 0 : -1)?.focus();
  } else if (key === "Enter" || key === " ") board.turn.point(cell.dataset.site ?? "");
  else if (key === "Backspace") {
    if (!board.turn.back()) return;
  } else if (key === "i" || key === "I") board.inspect(cell.dataset.site ?? "");
  else return;
  event.preventDefault();
}

/**
 * @param {KeyboardEvent} event
 * @param {Board} board
 */
function onPage(event, board) {
  const isTyping = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
  if (isTyping || isChord(event) || event.defaultPrevented) return;
  // An open panel handles its own keys.
  if ($("look")) return;
  const { key } = event;
  if (key === "Escape") {
    if (!board.turn.back()) return;
  } else if (key in WALK && !(event.target instanceof Element && event.target.closest("[role=tree], [popover]"))) {
    $(WALK[key])?.click();
  } else if (/^[a-z/?]$/i.test(key)) {
    const button = document.querySelector(`[aria-keyshortcuts="${key.toUpperCase()}"]`);
    if (!(button instanceof HTMLButtonElement) || button.hidden || button.disabled) return;
    button.click();
  } else return;
  event.preventDefault();
}

/**
 * Returns the nearest cell in a direction.
 * @param {SVGElement} from
 * @param {SVGElement[]} cells
 * @param {number} dx
 * @param {number} dy
 */
function nearest(from, cells, dx, dy) {
  const at = placeOf(from);
  /** @type {{cell: SVGElement, cost: number}|null} */
  let best = null;
  for (const cell of cells) {
    const to = placeOf(cell);
    const along = (to.x - at.x) * dx + (to.y - at.y) * dy;
    const aside = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
    if (along < 1) continue;
    const cost = along + 3 * aside;
    if (!best || cost < best.cost) best = { cell, cost };
  }
  return best?.cell;
}
