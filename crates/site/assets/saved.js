// The visitor's own games and lessons, as stored in this browser.

import { $, button, dayOf, el, gameOf, gameTitle, plural, t, toggle } from "./dom.js";
import { myStudies } from "./study.js";
import { forgetGame, lessons, myGames, puzzles } from "./store.js";

/**
 * Creates a row for a game.
 * @param {import("./types.d.ts").StoredGame} game
 * @param {(() => void)|null} onForget
 */
export function row(game, onForget = null) {
  const names = (game.names ?? []).join(" – ");
  const about = [names, game.result ?? (game.turn ? t("web.your_turn") : ""), plural("app.moves", game.moves ?? 0)];
  const when = game.at ? dayOf(game.at) : "";
  return el(
    "li",
    { class: "row-item" },
    el(
      "a",
      { href: `/games/${encodeURIComponent(game.id)}` },
      el("strong", {}, gameTitle(game.game)),
      el("span", { class: "muted" }, about.filter(Boolean).join(" · ")),
    ),
    el("span", { class: "muted when" }, when),
    game.result ? el("a", { class: "button", href: `/games/${encodeURIComponent(game.id)}/review` }, t("web.review")) : null,
    onForget ? button(t("web.forget"), onForget, { "aria-label": t("web.forget_game", { game: gameOf(game.game).name }) }) : null,
  );
}

function draw() {
  const games = myGames();
  fill($("running"), $("no-running"), games.filter((game) => !game.result));
  fill($("finished"), $("no-finished"), games.filter((game) => game.result));
}

/**
 * Fills a list of games, or shows that there are none.
 * @param {HTMLElement|null} list
 * @param {HTMLElement} none
 * @param {import("./types.d.ts").StoredGame[]} games
 */
function fill(list, none, games) {
  const forget = (/** @type {string} */ id) => {
    forgetGame(id);
    draw();
  };
  list?.replaceChildren(...games.map((game) => row(game, () => forget(game.id))));
  toggle(none, games.length === 0);
}

/** Lists the visitor's own studies, with the links for editing. */
function drawStudies() {
  const rows = Object.entries(myStudies()).map(([id, { title, game }]) =>
    el("li", { class: "row-item" }, el("a", { href: `/studies/${encodeURIComponent(id)}` }, el("strong", {}, title || t("web.study_untitled")), el("span", { class: "muted" }, gameTitle(game)))),
  );
  $("studies")?.replaceChildren(...rows);
  toggle($("no-studies"), rows.length === 0);
}

if ($("running")) {
  draw();
  drawStudies();
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
  const done = lessons()[place.dataset.lesson ?? ""];
  if (done) place.textContent = t("web.steps_done", { n: done });
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-puzzle-state]"))) {
  const word = puzzles()[place.dataset.puzzleState ?? ""];
  const mark = place.querySelector(".tile-state");
  if (mark && word && word !== "tried") mark.textContent = ` ✓ ${t("web.solved_mark")}`;
}
