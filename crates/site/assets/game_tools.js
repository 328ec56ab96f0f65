// The tools of a game in the toolbar, always in the same places, and the game's part of the menu.

import { $, ask, button, copy, el, rulesOf, t, update } from "./dom.js";
import { showEmbedCode } from "./embed_code.js";
import { entry, linkEntry, shortcutButton } from "./toolbar.js";

/** @import { Advice } from "./advice.js" */
/** @import { Playback } from "./pace.js" */
/** @import { Table } from "./table.js" */

/**
 * What the tools work on.
 * @typedef {object} Tools
 * @property {Table} table
 * @property {Advice} advice
 * @property {Playback} playback
 * @property {boolean} isLookingBack whether the board shows an earlier position
 * @property {boolean} canEmbed whether other sites may show the game
 * @property {(action: string) => unknown} act
 */

/** @param {Tools} tools */
export function drawTools(tools) {
  update($("tools"), ...toolsOf(tools));
  update($("more"), ...entriesOf(tools));
}

/** Whether the visitor plays a game that has begun. @param {Table} table */
const isPlaying = (table) => !table.isOver && table.isPlayer && !table.hasOpenSeat;

/** Whether players may still leave without losing. @param {Table} table */
const canAbort = ({ state }) => state.ply < state.seats.length;

/** @param {Tools} tools */
async function resign({ act }) {
  if (await ask(t("web.ask_resign"), t("web.resign"), t("web.cancel"))) act("resign");
}

/** @param {Tools} tools */
function toolsOf(tools) {
  const { table, advice, act } = tools;
  const { state } = table;
  if (table.isBotsOnly && (!table.isOver || tools.isLookingBack)) return playbackTools(tools);
  if (table.isOver) return [el("a", { class: "button primary", href: `/games/${table.id}/review` }, t("web.review")), ...rematchTools(tools)];
  if (!isPlaying(table)) return [];
  const takeBack = (/** @type {string} */ name) => shortcutButton(name, "U", () => act("ask_takeback"), { disabled: state.ply === 0 });
  if (table.isAlone) return [shortcutButton(t("web.hint"), "T", () => advice.suggest(), { disabled: !table.isMyTurn }), takeBack(t("web.undo"))];
  return [takeBack(t("web.ask_takeback")), canAbort(table) ? button(t("web.abort"), () => act("abort")) : button(t("web.resign"), () => resign(tools))];
}

/** @param {Tools} tools */
function playbackTools(tools) {
  const { playback } = tools;
  const pause = () => {
    if (playback.isRunning) playback.stop();
    else playback.start();
    drawTools(tools);
  };
  const faster = () => {
    playback.faster();
    drawTools(tools);
  };
  return [
    shortcutButton(playback.isRunning ? t("web.pause") : t("web.resume"), "P", pause, { id: "pause" }),
    button(t("web.speed", { n: playback.speed }), faster, { id: "speed" }),
  ];
}

/** @param {Tools} tools */
function rematchTools({ table, act }) {
  if (table.state.rematch) return [el("a", { class: "button", href: `/games/${table.state.rematch}` }, t("web.to_rematch"))];
  if (!table.canOfferRematch) return [];
  const props = { disabled: table.hasAgreedToRematch, class: table.rematchOfferedBy === undefined ? "" : "primary" };
  return [button(t("web.rematch"), () => act("rematch"), props)];
}

/** @param {Tools} tools */
function entriesOf(tools) {
  const { table, advice, act } = tools;
  const { state } = table;
  const rules = rulesOf(state.game);
  /** @type {HTMLElement[]} */
  const entries = rules ? [el("p", { class: "menu-note" }, rules)] : [];
  if (isPlaying(table)) {
    if (table.info.draws && !table.isAlone) entries.push(entry(t("web.offer_draw"), () => act("offer_draw"), { disabled: state.draw_offer !== null }));
    if (table.isAlone || canAbort(table)) entries.push(entry(t("web.resign"), () => resign(tools)));
    if (table.isAlone) {
      const toggleBar = () => {
        advice.toggleBar();
        drawTools(tools);
      };
      entries.push(entry(t("web.bar_short"), toggleBar, { id: "show-evaluation", "aria-keyshortcuts": "E", "aria-pressed": String(advice.isBarOn) }));
    }
  }
  if (table.isAlone || table.isOver || !table.isPlayer) {
    const query = new URLSearchParams({ game: state.game, moves: state.moves.join(",") });
    if (state.start) query.set("position", state.start);
    entries.push(linkEntry(t("web.analyse"), { href: `/analysis?${query}` }));
  }
  entries.push(entry(t("web.share"), (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget }) => copy(location.href, currentTarget), { id: "share", "data-stay": "" }));
  if (tools.canEmbed) entries.push(entry(t("web.embed"), () => showEmbedCode(`/embed/games/${table.id}`, table.info.name), { id: "embed" }));
  entries.push(linkEntry(t("web.record"), { href: `/api/v1/games/${table.id}/record`, download: "game.txt" }));
  if (table.isOver) entries.push(linkEntry(t("web.new_game"), { href: `/new?game=${encodeURIComponent(state.game)}` }));
  return entries;
}
