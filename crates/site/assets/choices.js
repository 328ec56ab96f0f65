// The choices of a step other than squares: beside their square, at the bottom of a phone or, if the only choice is to go
// back, below the prompt. style/stage.css decides by the size of the window.

import { $ } from "./dom.js";

const GAP_PX = 6;

/**
 * Shows buttons beside a square, or below the prompt if there is none.
 * @param {HTMLElement[]} buttons
 * @param {SVGElement|null} cell
 */
export function showChoices(buttons, cell) {
  const choices = $("choices");
  choices.replaceChildren(...buttons);
  choices.classList.toggle("beside", cell !== null);
  if (!cell) return;
  const { x, y } = placeBeside(cell, choices.getBoundingClientRect());
  choices.style.setProperty("--x", `${Math.round(x)}px`);
  choices.style.setProperty("--y", `${Math.round(y)}px`);
}

/**
 * Returns the place below, above, left or right of a square, inside the window, that covers the fewest choices.
 * @param {SVGElement} cell
 * @param {DOMRect} size of the buttons
 */
function placeBeside(cell, { width, height }) {
  const at = (cell.firstElementChild ?? cell).getBoundingClientRect();
  const [middle, center] = [at.left + (at.width - width) / 2, at.top + (at.height - height) / 2];
  const choices = [...document.querySelectorAll("#board [data-mark=choice]")].map((each) => (each.firstElementChild ?? each).getBoundingClientRect());
  const places = [
    [middle, at.bottom + GAP_PX],
    [middle, at.top - height - GAP_PX],
    [at.right + GAP_PX, center],
    [at.left - width - GAP_PX, center],
  ].map(([left, top]) => {
    const x = Math.max(GAP_PX, Math.min(innerWidth - width - GAP_PX, left));
    const y = Math.max(GAP_PX, Math.min(innerHeight - height - GAP_PX, top));
    const covers = (/** @type {DOMRect} */ box) => box.left < x + width && box.right > x && box.top < y + height && box.bottom > y;
    return { x, y, cost: choices.filter(covers).length + (covers(at) ? 100 : 0) };
  });
  return places.reduce((best, place) => (place.cost < best.cost ? place : best));
}
