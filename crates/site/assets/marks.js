// Arrows and marked squares over a board.

import { make, placeOf } from "./picture.js";

/** @import { Board } from "./board.js" */

/** The distance between arrows and the middle of their squares. */
const MARGIN = 18;
const HEAD = 26;

/**
 * Draws marks, replacing earlier ones.
 * @param {Board} board
 * @param {{arrows: [string, string][], squares: string[]}} marks
 */
export function drawMarks(board, { arrows, squares }) {
  board.overlay.querySelector(".marks")?.remove();
  const group = make("g", { class: "marks" });
  for (const site of squares) {
    const cell = board.cell(site);
    if (!cell) continue;
    const { x, y } = placeOf(cell);
    group.append(make("circle", { class: "mark", cx: x, cy: y, r: 42 }));
  }
  for (const [from, to] of arrows) {
    const [start, end] = [board.cell(from), board.cell(to)];
    if (start && end) group.append(arrow(placeOf(start), placeOf(end)));
  }
  board.overlay.append(group);
}

/**
 * @param {import("./picture.js").Place} from
 * @param {import("./picture.js").Place} to
 */
function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - dx * MARGIN, y: to.y - dy * MARGIN };
  const neck = { x: tip.x - dx * HEAD, y: tip.y - dy * HEAD };
  const side = (/** @type {number} */ sign) => `${neck.x - sign * dy * HEAD * 0.6} ${neck.y + sign * dx * HEAD * 0.6}`;
  const group = make("g", { class: "arrow" });
  group.append(
    make("path", { d: `M${from.x + dx * MARGIN} ${from.y + dy * MARGIN}L${neck.x} ${neck.y}` }),
    make("path", { class: "head", d: `M${tip.x} ${tip.y}L${side(1)}L${side(-1)}Z` }),
  );
  return group;
}
