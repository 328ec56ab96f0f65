// The notice of a game: the invitation, the form to join, offers to answer, and the claim on a game that others have left.

import { $, button, toggle, t, update } from "./dom.js";
import { invitation, joinForm, notice, question } from "./notice.js";
import { myGame } from "./store.js";

/** @import { Table } from "./table.js" */

/**
 * What the notice lets the visitor do.
 * @typedef {{act: (action: string) => unknown, join: (name: string) => unknown}} Actions
 */

/** When the game can be claimed. */
let claimTimer = 0;

/**
 * Shows what waits for the visitor, or nothing.
 * @param {Table} table
 * @param {Actions} actions
 */
export function drawNotice(table, actions) {
  // A player who comes back ends the wait.
  clearTimeout(claimTimer);
  const parts = noticeOf(table, actions);
  toggle($("notice"), parts.length > 0);
  update($("notice"), ...parts);
}

/**
 * @param {Table} table
 * @param {Actions} actions
 */
function noticeOf(table, actions) {
  const { state } = table;
  const { act, join } = actions;
  const ask = (/** @type {string} */ key, /** @type {number} */ seat, /** @type {string} */ what) =>
    question(t(key, { player: table.seatName(seat) }), () => act(what === "rematch" ? what : `accept_${what}`), () => act(`decline_${what}`));
  if (table.isOver) {
    const other = table.rematchOfferedBy;
    return other !== undefined && !state.rematch && !table.hasAgreedToRematch ? ask("web.rematch_offered", other, "rematch") : [];
  }
  if (table.hasOpenSeat) {
    if (table.isPlayer) return invitation(myGame(table.id)?.invite, button(t("web.cancel"), () => act("abort")));
    return table.canJoin ? joinForm(join) : [];
  }
  if (table.mustAnswer(state.draw_pending)) return ask("web.draw_offered", state.draw_offer ?? 0, "draw");
  if (table.mustAnswer(state.takeback_pending)) return ask("web.takeback_asked", state.takeback ?? 0, "takeback");
  return state.claim_in !== undefined && table.isPlayer ? claim(table, actions) : [];
}

/**
 * What can be done when the others have left: wait, and after a while claim the game.
 * @param {Table} table
 * @param {Actions} actions
 */
function claim(table, actions) {
  const { state } = table;
  if (state.claim_in) {
    claimTimer = setTimeout(() => {
      state.claim_in = 0;
      drawNotice(table, actions);
    }, state.claim_in);
    return notice(t("web.gone")).slice(0, 1);
  }
  const controls = [button(t("web.claim_win"), () => actions.act("claim_win"), { class: "primary" })];
  if (table.info.draws) controls.push(button(t("web.claim_draw"), () => actions.act("claim_draw")));
  return notice(t("web.gone_long"), ...controls);
}
