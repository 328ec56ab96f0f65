// The list of public games.

import { get, position } from "./api.js";
import { $, el, gameOf, picture, plural, rulesOf, t, toggle } from "./dom.js";
import { playersOf } from "./table.js";

const REFRESH_MS = 5000;

/** @import { GameList, State } from "./types.d.ts" */

/** The cards by the ids of their games. They are updated in place, so that a card keeps the focus. */
/** @type {Map<string, ReturnType<typeof card>>} */
const cards = new Map();

/** @param {State} game */
function card(game) {
  const name = gameOf(game.game).name;
  const board = el("div", { class: "picture", "aria-hidden": "true" });
  const players = el("p", {});
  const moves = el("p", { class: "muted" });
  const link = el("a", { class: "game-board", href: `/games/${game.id}`, "aria-label": t("web.watch_game", { game: name }) }, board);
  return { board, players, moves, ply: -1, item: el("li", {}, el("article", { class: "game" }, link, el("h2", { class: "h3" }, name), players, moves)) };
}

/**
 * Shows the current state of a game.
 * @param {State} game
 */
async function update(game) {
  const shown = cards.get(game.id) ?? card(game);
  cards.set(game.id, shown);
  shown.players.textContent = playersOf(game);
  shown.moves.textContent = [plural("app.moves", game.ply), rulesOf(game.game)].filter(Boolean).join(" · ");
  if (!shown.item.isConnected) $("games").append(shown.item);
  if (shown.ply === game.ply) return;
  const { svg } = await position(game.game, game.start, game.moves);
  shown.ply = game.ply;
  shown.board.replaceChildren(picture(svg));
}

async function draw() {
  try {
    /** @type {GameList} */
    const { games } = await get("games");
    toggle($("none"), games.length === 0);
    toggle($("new-public"), games.length > 0);
    for (const [id, { item }] of cards) {
      if (games.some((game) => game.id === id)) continue;
      item.remove();
      cards.delete(id);
    }
    for (const game of games) await update(game);
  } catch {
    // The next refresh tries again.
  }
  setTimeout(draw, REFRESH_MS);
}

draw();
