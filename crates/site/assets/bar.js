// The evaluation bar. Between two players it shows the chance of the first seat, from the side of the board where that
// seat is (the style does that, by the class `first-above`), in the colours of both. With more players it shows the chance
// of the player to move, because a score says nothing about the others.

import { $, t } from "./dom.js";

/** @import { SeatInfo } from "./types.d.ts" */

/**
 * Shows a chance.
 * @param {SeatInfo[]} seats the seats that play
 * @param {number} mover the seat whose chance it is
 * @param {number|null|undefined} percent
 */
export function setBar(seats, mover, percent) {
  if (percent === null || percent === undefined) return;
  const isDuel = seats.length === 2;
  const shown = isDuel ? seats[0] : seats[mover];
  const chance = isDuel && mover === 1 ? 100 - percent : percent;
  const bar = $("bar");
  bar.dataset.paint = isDuel ? seats[1].paint : "";
  const fill = /** @type {HTMLElement} */ (bar.firstElementChild);
  fill.dataset.paint = shown.paint;
  fill.style.height = `${chance}%`;
  bar.setAttribute("aria-label", t("web.chance_of", { player: shown.name, n: Math.round(chance) }));
}
