// The list of puzzles: filters, solved puzzles, the rating, and the next puzzle.

import { $, t, toggle } from "./dom.js";
import "./saved.js";
import { rating, startRun, suitable } from "./ratings.js";
import { puzzles, saveSetting, setting } from "./store.js";

const standing = puzzles();
const isSolved = (/** @type {string} */ id) => Boolean(standing[id]) && standing[id] !== "tried";
const tiles = [...(/** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-puzzle]")))];
const all = tiles.map(({ dataset }) => ({ id: dataset.puzzle ?? "", game: dataset.game ?? "", difficulty: Number(dataset.difficulty) }));

for (const tile of tiles) {
  const id = tile.dataset.puzzle ?? "";
  const isTried = standing[id] === "tried";
  tile.classList.toggle("done", isSolved(id));
  tile.classList.toggle("tried", isTried);
  const mark = tile.querySelector(".tile-state");
  if (mark) mark.textContent = isSolved(id) ? `✓ ${t("web.solved_mark")}` : isTried ? t("web.tried_mark") : "";
}
const FILTERS = /** @type {const} */ (["filter-game", "filter-difficulty", "filter-theme", "filter-solved"]);

function filter() {
  const [game, difficulty, theme, solved] = FILTERS.map((id) => $(id).value);
  let shown = 0;
  for (const tile of tiles) {
    const { dataset } = tile;
    const fits =
      (!game || dataset.game === game) &&
      (!difficulty || dataset.difficulty === difficulty) &&
      (!theme || dataset.themeName === theme) &&
      (!solved || (solved === "solved") === isSolved(dataset.puzzle ?? ""));
    toggle(tile.closest("li"), fits);
    if (fits) shown += 1;
  }
  toggle($("no-puzzles"), shown === 0);
  const summary = t("web.solved_count", { n: all.filter(({ id }) => isSolved(id)).length, all: all.length });
  $("solved-count").textContent = `${summary} · ${t("web.puzzle_rating", { n: rating().rating })}`;
  saveSetting("puzzleFilters", [game, difficulty, theme, solved]);
  const next = suitable(all, isSolved, rating().rating, game || undefined);
  if (next) $("continue").href = `/puzzles/${next.id}`;
  toggle($("continue"), Boolean(next));
  toggle($("all-solved"), !next);
}

if ($("puzzle-list")) {
  for (const [index, value] of setting("puzzleFilters", /** @type {string[]} */ ([])).entries()) if (FILTERS[index]) $(FILTERS[index]).value = value;
  $("filters").addEventListener("change", filter);
  $("show-all").onclick = () => {
    $("filters").reset();
    filter();
  };
  $("start-run").onclick = () => {
    startRun();
    const first = suitable(all, () => false, 0);
    if (first) location.href = `/puzzles/${first.id}`;
  };
  filter();
}
