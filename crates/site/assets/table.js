// A game as its visitor sees it: whose seats are whose, how it has ended, and which offers are pending.

import { botName, gameOf, t } from "./dom.js";
import { myGame } from "./store.js";

/** @import { Seat, State, View } from "./types.d.ts" */

/**
 * The name of whoever plays on a seat, for spectators.
 * @param {Seat} seat
 */
export const nameOfSeat = (seat) => seat.name || (seat.kind === "bot" ? botName(seat.bot) : t(seat.kind === "open" ? "web.open_seat" : "web.guest"));

/**
 * The players of a game, for spectators.
 * @param {State} state
 */
export const playersOf = (state) => state.seats.map(nameOfSeat).join(" – ");

export class Table {
  /** @type {State} */
  state = /** @type {any} */ (null);
  /** @type {View} */
  view = /** @type {any} */ (null);

  /** @param {string} id the game */
  constructor(id) {
    this.id = id;
  }

  /** What is known about the game: name, seats, whether there are draws. */
  get info() {
    return gameOf(this.state.game);
  }

  // -- Seats ------------------------------------------------------------------------------------

  get mySeats() {
    return myGame(this.id)?.seats ?? [];
  }

  /** The visitor's secret, which allows them to play. */
  get token() {
    return myGame(this.id)?.token ?? null;
  }

  get isPlayer() {
    return this.mySeats.length > 0;
  }

  get isMyTurn() {
    return !this.isOver && this.mySeats.includes(this.state.to_move);
  }

  get hasOpenSeat() {
    return this.state.seats.some((seat) => seat.kind === "open");
  }

  get isBotsOnly() {
    return this.state.seats.every((seat) => seat.kind === "bot");
  }

  /** Whether only the visitor and bots play, so that no offer needs an answer. */
  get isAlone() {
    return this.isPlayer && this.state.seats.every((seat, index) => seat.kind === "bot" || this.mySeats.includes(index));
  }

  /** Whether the visitor has what it takes to join. */
  get canJoin() {
    return this.state.join !== false || Boolean(location.hash);
  }

  /** @param {number} index */
  seatName(index) {
    return this.info.seats[index]?.name ?? String(index + 1);
  }

  /** The name of whoever plays on a seat. @param {number} index */
  nameOf(index) {
    const seat = this.state.seats[index];
    const isMine = this.mySeats.includes(index);
    if (seat.kind !== "human") return nameOfSeat(seat);
    // Two people at one device have the names of their seats.
    if (isMine && this.mySeats.length > 1) return this.seatName(index);
    return isMine && !seat.name ? t("web.you") : nameOfSeat(seat);
  }

  // -- The end ----------------------------------------------------------------------------------

  get isOver() {
    return this.state.result !== null;
  }

  /** The seats with the best score. */
  get winners() {
    const scores = String(this.state.result).split("-");
    return scores.map((score, seat) => (score === "1" ? seat : -1)).filter((seat) => seat >= 0);
  }

  get hasWon() {
    return this.mySeats.some((seat) => this.winners.includes(seat));
  }

  get isDraw() {
    return !this.winners.length;
  }

  /** How the game ended, for the visitor. */
  get ending() {
    const { state, view } = this;
    if (state.reason === "aborted") return t("web.aborted");
    if (state.claimed !== undefined) return t(this.isDraw ? "web.left_draw" : this.mySeats.includes(state.claimed) ? "web.left_won" : "web.left", { player: this.seatName(state.claimed) });
    const why = view.why ?? "";
    if (this.mySeats.length !== 1 || !why) return view.status;
    if (this.hasWon) return t("web.you_won", { why });
    return this.winners.length === 1 ? t("web.you_lost", { why }) : view.status;
  }

  // -- Offers -----------------------------------------------------------------------------------

  /** An offer of the visitor that waits for an answer, or one that was declined. */
  get pendingOffer() {
    const isMine = (/** @type {number|null} */ seat) => seat !== null && this.mySeats.includes(seat);
    const { declined, draw_offer, takeback } = this.state;
    if (declined && !this.isOver) return t(declined.what === "draw" ? "web.draw_declined" : "web.takeback_declined", { player: this.seatName(declined.by) });
    if (isMine(draw_offer)) return t("web.draw_waits");
    return isMine(takeback) ? t("web.takeback_waits") : null;
  }

  /** Whether one of these seats, which have to answer, is the visitor's. @param {number[]|undefined} pending */
  mustAnswer(pending) {
    return pending?.some((seat) => this.mySeats.includes(seat)) ?? false;
  }

  /** The seat of another player who wants to play again. */
  get rematchOfferedBy() {
    return (this.state.rematch_wanted ?? []).find((seat) => !this.mySeats.includes(seat));
  }

  /** Whether the visitor wants to play again, or is no player. */
  get hasAgreedToRematch() {
    return this.mySeats.every((seat) => this.state.rematch_wanted?.includes(seat));
  }

  get canOfferRematch() {
    return this.isPlayer && !this.state.rematch && this.state.declined?.what !== "rematch" && this.state.reason !== "aborted";
  }

  /** What the players say about a rematch. */
  get rematchText() {
    const { rematch, rematch_wanted, declined } = this.state;
    if (declined?.what === "rematch") return t("web.rematch_declined", { player: this.seatName(declined.by) });
    if (rematch || !this.isPlayer || !rematch_wanted?.length) return null;
    const other = this.rematchOfferedBy;
    return other === undefined ? t("web.rematch_waits") : t("web.rematch_offered", { player: this.seatName(other) });
  }
}
