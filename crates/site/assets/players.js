// The players beside a board: whose turn it is, and facts about each of them and about the game.

import { $, chip, el, t } from "./dom.js";

/**
 * A player on the page.
 * @typedef {{paint?: string, name: string, seat?: string, isTurn: boolean, won?: boolean, thinks?: boolean, away?: boolean, face?: HTMLElement}} Player
 */

/**
 * Draws all players; on a page of a game, the one at the bottom separately from the others.
 * @param {Player[]} players in the order of their seats
 * @param {import("./types.d.ts").Fact[]} facts
 * @param {number} bottom
 */
export function drawPlayers(players, facts, bottom = 0) {
  const common = facts.filter((fact) => fact.seat === null).map((fact) => fact.text);
  const rows = players.map(({ paint, name, seat, isTurn, won, thinks, away, face }, index) => {
    const own = facts.filter((fact) => fact.seat === index).map((fact) => fact.text);
    const about = [away ? t("web.away") : "", seat === name ? "" : seat, ...own, ...(index === bottom ? common : [])];
    return el(
      "div",
      { class: `player${isTurn ? " turn-now" : ""}${won ? " won" : ""}${away ? " away-now" : ""}`, "data-seat": String(index) },
      chip(paint),
      el("div", { class: "player-text" }, el("strong", {}, name), el("span", { class: "muted" }, about.filter(Boolean).join(" · "))),
      thinks ? el("span", { class: "thinking", role: "img", "aria-label": t("web.thinking") }) : null,
      won ? el("span", { class: "badge" }, t("web.winner")) : null,
      face,
    );
  });
  const me = $("me");
  if (me) me.replaceChildren(...rows.splice(bottom, 1));
  // The player after the one at the bottom comes first.
  $("players").replaceChildren(...(me ? [...rows.slice(bottom), ...rows.slice(0, bottom)] : rows));
}
