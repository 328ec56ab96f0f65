// The list of puzzles: marks the solved ones, and finds the next.

import { $, t, toggle } from "./dom.js";
import { puzzles } from "./store.js";

const standing = puzzles();
const tiles = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-puzzle]"));
let solved = 0;
/** @type {HTMLAnchorElement|null} */
let next = null;
for (const tile of tiles) {
  const word = standing[tile.dataset.puzzle ?? ""];
  const done = Boolean(word) && word !== "tried";
  tile.classList.toggle("done", done);
  tile.classList.toggle("tried", word === "tried");
  const mark = tile.querySelector(".tile-state");
  if (mark) mark.textContent = done ? t("web.solved_mark") : word === "tried" ? t("web.tried_mark") : "";
  if (done) solved += 1;
  else next ??= tile;
}
$("solved-count").textContent = t("web.solved_count", { n: solved, all: tiles.length });
if (next) $("continue").href = next.href;
toggle($("continue"), Boolean(next));
