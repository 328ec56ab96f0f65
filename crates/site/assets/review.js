// A review: the graph, the turning points, and better moves.

import { get, messageOf, position, stream } from "./api.js";
import { Board } from "./board.js";
import { $, button, el, gameOf, pageData, picture, t, toggle } from "./dom.js";
import { drawMoves, onWalk } from "./moves.js";
import { isSeenFromSecond, saveSide } from "./store.js";

/** @import { GamePage, MoveWords, Review, ReviewProgress, State } from "./types.d.ts" */

/** @type {GamePage} */
const data = pageData();
// Nothing is played here.
const board = new Board({ steps: () => Promise.reject(new Error(t("web.failed"))), play: async () => {} });
/** @type {State} */
let state;
/** @type {Review|null} */
let review = null;
let at = 0;

/**
 * Shows the board after a number of moves, or why it cannot.
 * @param {number} ply
 */
const visit = (ply) => show(ply).catch((error) => board.showProblem(messageOf(error)));

/**
 * Shows the board after a number of moves, and the verdict on the last one.
 * @param {number} ply
 */
async function show(ply) {
  at = Math.max(0, Math.min(state.ply, ply));
  const here = at;
  list();
  const shown = await position(state.game, state.start, state.moves.slice(0, here));
  if (here !== at) return;
  board.show(shown.svg, { animate: true });
  board.setPrompt([...shown.remarks, shown.status].join(". "));
  const words = review?.words[indexOf(here - 1)];
  $("verdict-title").textContent = here ? `${here}. ${state.moves[here - 1]}` : t("review.start");
  $("verdict").textContent = here ? (words ? said(words) : t("review.not_judged")) : "";
  $("reasons").replaceChildren(...(words?.reasons ?? []).map((reason) => el("li", {}, reason)));
  const query = new URLSearchParams({ game: state.game, moves: state.moves.slice(0, here).join(",") });
  if (state.start) query.set("position", state.start);
  $("analyse").href = `/analysis?${query}`;
}

/** The verdict on a move, with the chance after it once. */
const said = (/** @type {MoveWords} */ { verdict, chance }) => (verdict.includes(chance) ? verdict : `${verdict} (${chance})`);

const indexOf = (/** @type {number} */ ply) => review?.moves.findIndex((judged) => judged.ply === ply) ?? -1;

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The list of moves, with the sign of a judgement. */
const list = () =>
  drawMoves(state.moves, at, visit, (index) => {
    const kind = review?.moves[indexOf(index)]?.judgement ?? "";
    return { sign: SIGNS[kind] ?? "", kind };
  });

/** @param {Review} review */
function draw(review) {
  $("graph").replaceChildren(picture(review.graph));
  toggle($("graph-card"), review.plies > 0);
  $("accuracy-list").replaceChildren(
    ...review.seats.flatMap((seat) => [el("dt", {}, seat.name), el("dd", {}, seat.accuracy === null ? t("review.no_moves") : `${seat.accuracy} %`)]),
  );
  toggle($("accuracy"), true);
  const points = review.turning_points.map((ply) =>
    el("li", {}, button(`${ply + 1}. ${state.moves[ply]}`, () => visit(ply + 1), { class: "move" }), ` ${review.words[indexOf(ply)]?.verdict ?? ""}`),
  );
  $("turning-list").replaceChildren(...points);
  if (!points.length) $("turning-list").replaceChildren(el("li", {}, t("review.no_turning_points")));
  toggle($("turning"), true);
}

onWalk({ first: () => visit(0), previous: () => visit(at - 1), next: () => visit(at + 1), last: () => visit(state.ply) });
board.onFlip = (/** @type {boolean} */ isFlipped) => saveSide(data.id, isFlipped);

try {
  toggle($("typed"), false);
  state = await get(`games/${data.id}`);
  document.title = `${t("review.title")}: ${gameOf(state.game).name} · Cairn`;
  $("result").textContent = [gameOf(state.game).name, state.result].filter(Boolean).join(" · ");
  board.setFlipped(isSeenFromSecond(data.id, state.seats.length));
  board.setGame(state.game);
  await show(state.ply);
  await stream("review", { id: data.id }, null, (/** @type {Review|ReviewProgress} */ report) => {
    if (report.final) {
      review = report;
      return;
    }
    $("progress-text").textContent = report.said;
    $("progress-bar").value = report.plies ? (100 * report.done) / report.plies : 100;
  });
  toggle($("progress"), false);
  const judged = /** @type {Review|null} */ (review);
  if (judged) draw(judged);
  await show((judged?.turning_points[0] ?? state.ply - 1) + 1);
} catch (error) {
  toggle($("progress"), false);
  board.showProblem(messageOf(error));
}
