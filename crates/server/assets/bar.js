// The evaluation bar: the chances of the first seat, from the side of the board where it sits, in the colours of the seats.

import { $, t } from "./dom.js";

/**
 * Shows a chance.
 * @param {{name: string, paint: string}[]} seats
 * @param {number} mover the seat whose chance it is
 * @param {number|null|undefined} percent
 */
export function setBar([first, second], mover, percent) {
  if (percent === null || percent === undefined) return;
  const chance = mover === 0 ? percent : 100 - percent;
  const bar = $("bar");
  bar.dataset.paint = second.paint;
  bar.firstElementChild.dataset.paint = first.paint;
  bar.firstElementChild.style.height = `${chance}%`;
  bar.setAttribute("aria-label", t("web.chance_of", { player: first.name, n: Math.round(chance) }));
}
