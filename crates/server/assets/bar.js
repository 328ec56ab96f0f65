// The evaluation bar: the chances of the first seat, from the side of the board where it sits.

import { $, t } from "./dom.js";

/**
 * Shows a chance.
 * @param {string} name the name of the first seat
 * @param {number} mover the seat whose chance it is
 * @param {number|null|undefined} percent
 */
export function setBar(name, mover, percent) {
  if (percent === null || percent === undefined) return;
  const first = mover === 0 ? percent : 100 - percent;
  const bar = $("bar");
  bar.firstElementChild.style.height = `${first}%`;
  bar.setAttribute("aria-label", t("web.chance_of", { player: name, n: Math.round(first) }));
}
