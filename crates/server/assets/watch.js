// The games that everybody may watch.

import { get } from "./api.js";
import { $, botName, el, gameOf, plural, t, toggle } from "./dom.js";

const EVERY = 5000;

const nameOf = (seat) => seat.name || (seat.kind === "bot" ? botName(seat.bot) : t(seat.kind === "open" ? "web.open_seat" : "web.guest"));

const theme = () => {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  return isDark ? "dark" : "light";
};

function card(game) {
  const name = gameOf(game.game).name;
  return el(
    "li",
    {},
    el(
      "article",
      { class: "game" },
      el(
        "a",
        { class: "game-board", href: `/games/${game.id}`, "aria-label": t("web.watch_game", { game: name }) },
        el("img", { src: `/api/v1/games/${game.id}/board.svg?ply=${game.ply}&theme=${theme()}`, alt: "", width: "300", height: "340" }),
      ),
      el("h2", { class: "h3" }, name),
      el("p", {}, game.seats.map(nameOf).join(" – ")),
      el("p", { class: "muted" }, plural("app.moves", game.ply)),
    ),
  );
}

async function draw() {
  try {
    const { games } = await get("games");
    toggle($("none"), games.length === 0);
    $("games").replaceChildren(...games.map(card));
  } catch {
    // Tried again soon.
  }
  setTimeout(draw, EVERY);
}

draw();
