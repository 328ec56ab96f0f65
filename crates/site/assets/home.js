// The first page: the visitor's running games, and public games.

import { get, post } from "./api.js";
import { $, el, gameOf, plural, t, toggle } from "./dom.js";
import { saveGame, lastGame, myGames } from "./store.js";
import { row } from "./saved.js";

/** @import { Created, GameList } from "./types.d.ts" */

const MAX_ROWS = 4;

const running = myGames().filter((game) => !game.result);
toggle($("resume"), running.length > 0);
$("resume-list").replaceChildren(...running.slice(0, MAX_ROWS).map((game) => row(game)));

const last = lastGame();
if (last) {
  const link = $("play-now");
  link.textContent = t("web.play_again", { game: gameOf(last.game).name });
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      /** @type {Created} */
      const created = await post("games", last);
      const seats = created.state.seats.map((seat, index) => (seat.kind === "human" ? index : -1)).filter((seat) => seat >= 0);
      saveGame(created.id, { token: created.token, seats, game: created.state.game });
      location.href = `/games/${created.id}`;
    } catch {
      location.href = `/new?game=${encodeURIComponent(last.game)}`;
    }
  });
}

try {
  /** @type {GameList} */
  const { games } = await get("games");
  toggle($("watch-none"), games.length === 0);
  $("watch-list").replaceChildren(
    ...games.slice(0, MAX_ROWS).map((game) =>
      el("li", { class: "row-item" }, el("a", { href: `/games/${game.id}` }, el("strong", {}, gameOf(game.game).name), el("span", { class: "muted" }, plural("app.moves", game.ply)))),
    ),
  );
} catch {
  // The page works without the list.
}
