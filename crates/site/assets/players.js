// The players beside a board: whose turn it is, and facts about each of them and about the game.

import { $, chip, el, t } from "./dom.js";

/**
 * A player as the page shows them.
 * @typedef {{paint?: string, name: string, seat?: string, isTurn: boolean, won?: boolean, thinks?: boolean, face?: HTMLElement}} Player
 */

/**
 * Draws all players.
 * @param {Player[]} players in the order of their seats
 * @param {import("./types.d.ts").Fact[]} facts
 */
export function drawPlayers(players, facts) {
  const factsOf = (/** @type {number|null} */ seat) => facts.filter((fact) => fact.seat === seat).map((fact) => fact.text);
  const rows = players.map(({ paint, name, seat, isTurn, won, thinks, face }, index) =>
    el(
      "div",
      { class: `player${isTurn ? " turn-now" : ""}${won ? " won" : ""}` },
      chip(paint),
      el("div", { class: "player-text" }, el("strong", {}, name), el("span", { class: "muted" }, [seat, ...factsOf(index)].filter(Boolean).join(" · "))),
      thinks ? el("span", { class: "thinking", role: "img", "aria-label": t("web.thinking") }) : null,
      won ? el("span", { class: "badge" }, t("web.winner")) : null,
      face,
    ),
  );
  const common = factsOf(null).map((text) => el("p", { class: "muted" }, text));
  $("players").replaceChildren(...rows, ...common);
}
