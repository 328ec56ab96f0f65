// The home page: the visitor's running games, and public games.

import { get, post } from "./api.js";
import { $, el, gameOf, gameTitle, plural, t, toggle } from "./dom.js";
import { saveGame, lastGame, myGames } from "./store.js";
import { row } from "./saved.js";
import { playersOf } from "./table.js";

/** @import { Created, GameList } from "./types.d.ts" */

const MAX_ROWS = 4;

const running = myGames().filter((game) => !game.result);
toggle($("resume"), running.length > 0);
$("resume-list").replaceChildren(...running.slice(0, MAX_ROWS).map((game) => row(game)));

/**
 * Makes a link start a game at once; if that fails, it opens the form.
 * @param {HTMLAnchorElement} link
 * @param {import("./types.d.ts").NewGame} request
 */
function startBy(link, request) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      /** @type {Created} */
      const created = await post("games", request);
      const seats = created.state.seats.map((seat, index) => (seat.kind === "human" ? index : -1)).filter((seat) => seat >= 0);
      saveGame(created.id, { token: created.token, seats, game: created.state.game });
      location.href = `/games/${created.id}`;
    } catch {
      location.href = link.href;
    }
  });
}

const last = lastGame();
const game = last?.game ?? $("play-now").dataset.game ?? "";
if (last) $("play-now").textContent = t("web.play_again", { game: gameOf(game).name });
// The first opponent is the easiest one.
startBy($("play-now"), last ?? { game, seats: ["human", "level1"] });
startBy($("play-friend"), { game });

try {
  /** @type {GameList} */
  const { games } = await get("games");
  toggle($("watch-none"), games.length === 0);
  $("watch-list").replaceChildren(
    ...games.slice(0, MAX_ROWS).map((game) =>
      el("li", { class: "row-item" }, el("a", { href: `/games/${game.id}` }, el("strong", {}, gameTitle(game.game)), el("span", { class: "muted" }, [playersOf(game), plural("app.moves", game.ply)].join(" · ")))),
    ),
  );
} catch {
  // The page works without the list.
}
