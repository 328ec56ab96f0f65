// A review: the graph, the key moments, better lines that play on the board, and the player's own mistakes as exercises.

import { get, messageOf, position, stream, turnAt } from "./api.js";
import { Board } from "./board.js";
import { $, button, el, gameOf, gameTitle, pageData, picture, sentences, t, toggle } from "./dom.js";
import { drawMoves, onWalk } from "./moves.js";
import { make } from "./picture.js";
import { isTurnedAround, saveSide } from "./store.js";

/** @import { AnalysisReport, GamePage, JudgedMove, Review, ReviewProgress, State } from "./types.d.ts" */

/** The tolerance for moves that count as right, in percent below the best move. */
const TOLERANCE = 5;
const CHECK_SECONDS = 1;

/** @type {GamePage} */
const data = pageData();
/** @type {State} */
let state;
/** @type {Review|null} */
let review = null;
let at = 0;
/** The mistakes that remain to be retried, by the number of moves before them. @type {number[]|null} */
let exercises = null;

const board = new Board({
  steps: (taken, extras) => turnAt(state.game, state.start, state.moves.slice(0, at), taken, extras),
  play: (move) => judge(move),
});

/**
 * Shows the board after a number of moves, or an error.
 * @param {number} ply
 */
const visit = (ply) => show(ply).catch((error) => board.showProblem(messageOf(error)));

/**
 * Shows the board after a number of moves, and the verdict on the last one.
 * @param {number} ply
 */
async function show(ply) {
  if (exercises) endRetry();
  at = Math.max(0, Math.min(state.ply, ply));
  const here = at;
  list();
  drawCursor();
  const shown = await position(state.game, state.start, state.moves.slice(0, here));
  if (here !== at) return;
  board.show(shown.svg, { animate: true });
  board.stop(sentences([...shown.remarks, shown.status]));
  const judged = judgedAt(here - 1);
  const words = review?.words[indexOf(here - 1)];
  $("verdict-title").textContent = here ? `${here}. ${state.moves[here - 1]}` : t("review.start");
  const verdict = words && (words.verdict.includes(words.chance) ? words.verdict : `${words.verdict} (${words.chance})`);
  $("verdict").textContent = here ? (verdict ?? t("review.not_judged")) : "";
  $("fact").textContent = words?.fact ?? "";
  $("reasons").replaceChildren(...(judged && words ? lines(judged, words.reasons) : []));
  const query = new URLSearchParams({ game: state.game, moves: state.moves.slice(0, here).join(",") });
  if (state.start) query.set("position", state.start);
  $("analyse").href = `/analysis?${query}`;
}

const indexOf = (/** @type {number} */ ply) => review?.moves.findIndex((judged) => judged.ply === ply) ?? -1;

/** Returns the judgement of the move after a number of moves. @param {number} ply */
const judgedAt = (ply) => review?.moves[indexOf(ply)];

/**
 * Shows the better line and the reply to the move; a click on any of their moves shows its position.
 * @param {JudgedMove} judged
 * @param {string[]} reasons
 */
function lines(judged, reasons) {
  return reasons.map((reason, index) => {
    const line = index ? judged.played : judged.line;
    // The text ends where the moves begin.
    const words = reason.slice(0, reason.indexOf(":") + 1);
    const first = index ? 1 : 0;
    const moves = line.slice(first, 8 + first).map((move, step) => button(move, () => showLine(judged.ply, line.slice(0, step + 1 + first)), { class: "move" }));
    return el("li", {}, `${words} `, el("span", { class: "line-moves" }, ...moves));
  });
}

/**
 * Shows the board after moves that were not played.
 * @param {number} ply
 * @param {string[]} moves
 */
async function showLine(ply, moves) {
  try {
    const shown = await position(state.game, state.start, [...state.moves.slice(0, ply), ...moves]);
    board.show(shown.svg, { animate: true });
    board.setPrompt(`${moves.join(" ")}. ${shown.status}`);
  } catch (error) {
    board.showProblem(messageOf(error));
  }
}

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Draws the list of moves, with the symbols of judgements. */
const list = () =>
  drawMoves(state.moves, at, visit, (index) => {
    const kind = judgedAt(index)?.judgement ?? "";
    return { sign: SIGNS[kind] ?? "", kind };
  });

// -- The graph ----------------------------------------------------------------------------------

/** Returns the part of the graph with the curves. */
function plot() {
  const frame = $("graph").querySelectorAll("rect")[1];
  const number = (/** @type {string} */ name) => Number(frame?.getAttribute(name) ?? 0);
  return { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
}

/** Marks the current move in the graph. */
function drawCursor() {
  const svg = $("graph").querySelector("svg");
  $("graph-at").value = String(at);
  $("graph-at").setAttribute("aria-valuetext", t("review.graph_help", { n: at }));
  if (!svg || !state.ply) return;
  const { x, y, width, height } = plot();
  const place = x + (width * at) / state.ply;
  svg.querySelector(".cursor")?.remove();
  svg.append(make("path", { class: "cursor", d: `M${place} ${y}v${height}` }));
}

$("graph").addEventListener("click", ({ clientX }) => {
  const svg = $("graph").querySelector("svg");
  const matrix = svg instanceof SVGSVGElement && svg.getScreenCTM();
  if (!matrix) return;
  const { x, width } = plot();
  const place = new DOMPoint(clientX, 0).matrixTransform(matrix.inverse()).x;
  visit(Math.round(((place - x) / width) * state.ply));
});
$("graph-at").addEventListener("input", () => visit(Number($("graph-at").value)));

/** @param {Review} review */
function draw(review) {
  $("graph").replaceChildren(picture(review.graph));
  $("graph-at").max = String(state.ply);
  toggle($("graph-card"), review.plies > 0);
  $("accuracy-list").replaceChildren(
    ...review.seats.flatMap((seat) => [el("dt", {}, seat.name), el("dd", {}, seat.accuracy === null ? t("review.no_moves") : `${seat.accuracy} %`)]),
  );
  drawCounts(review);
  toggle($("accuracy"), true);
  const points = review.turning_points.map((ply) =>
    el("li", {}, button(`${ply + 1}. ${state.moves[ply]}`, () => visit(ply + 1), { class: "move" }), ` ${review.words[indexOf(ply)]?.verdict ?? ""}`),
  );
  $("turning-list").replaceChildren(...points);
  if (!points.length) $("turning-list").replaceChildren(el("li", {}, t("review.no_turning_points")));
  toggle($("turning"), true);
  $("retry").replaceChildren(
    ...review.seats.flatMap(({ name }, seat) => {
      const mistakes = mistakesOf(seat);
      return mistakes.length ? [button(t("review.retry", { player: name }), () => retry(seat))] : [];
    }),
  );
}

/** Shows how many moves of each kind each player has made. @param {Review} review */
function drawCounts({ seats }) {
  const head = el("tr", {}, el("td"), ...(seats[0]?.counts ?? []).map(({ name }) => el("th", { scope: "col" }, name)));
  const rows = seats.map(({ name, counts }) => el("tr", {}, el("th", { scope: "row" }, name), ...counts.map(({ n }) => el("td", {}, String(n)))));
  $("counts").replaceChildren(el("thead", {}, head), el("tbody", {}, ...rows));
}

// -- Retrying mistakes --------------------------------------------------------------------------

/** Returns the mistakes and blunders of a seat. @param {number} seat */
const mistakesOf = (seat) => (review?.moves ?? []).filter((judged) => judged.player === seat && SIGNS[judged.judgement]?.startsWith("?") && judged.judgement !== "inaccuracy").map(({ ply }) => ply);

/** Starts to retry the mistakes of a seat. @param {number} seat */
function retry(seat) {
  exercises = mistakesOf(seat);
  nextExercise();
}

/** Shows the position before the next mistake. */
async function nextExercise() {
  const ply = exercises?.[0];
  const judged = ply === undefined ? undefined : judgedAt(ply);
  if (ply === undefined || !judged || !exercises) {
    board.setPrompt(t("review.retry_done"));
    $("retry-bar").replaceChildren(button(t("review.retry_end"), endRetry));
    return;
  }
  at = ply;
  list();
  drawCursor();
  const name = review?.seats[judged.player]?.name ?? "";
  $("verdict-title").textContent = t("review.retry_prompt", { player: name, move: judged.move });
  for (const id of /** @type {const} */ (["verdict", "fact"])) $(id).textContent = "";
  $("reasons").replaceChildren();
  toggle($("retry-bar"), true);
  $("retry-bar").replaceChildren(button(t("review.retry_show"), () => found(judged, judged.best)), button(t("review.retry_end"), endRetry));
  try {
    const shown = await position(state.game, state.start, state.moves.slice(0, ply));
    board.show(shown.svg);
    await board.begin();
    board.setPrompt(t("review.retry_prompt", { player: name, move: judged.move }));
  } catch (error) {
    board.showProblem(messageOf(error));
  }
}

/**
 * Judges a move that replaces a mistake: the best one is right, and so is any other that is about as good.
 * @param {string} text
 * @returns {Promise<void>}
 */
async function judge(text) {
  const judged = exercises && judgedAt(at);
  if (!judged) return;
  const before = state.moves.slice(0, at);
  const after = await position(state.game, state.start, [...before, text]);
  const move = after.moves.at(-1) ?? text;
  if (move === judged.best || (await isAsGood(judged, move, after.to_move))) return found(judged, move);
  await board.begin();
  board.showProblem(t("review.retry_wrong", { move }));
}

/**
 * Returns whether the engine rates a move as high as the best one.
 * @param {JudgedMove} judged
 * @param {string} move
 * @param {number} mover the player after the move
 */
async function isAsGood(judged, move, mover) {
  /** @type {number|null} */
  let percent = null;
  const moves = [...state.moves.slice(0, judged.ply), move];
  await stream("analyze", { game: state.game, position: state.start, moves, lines: 1, seconds: CHECK_SECONDS }, null, (/** @type {AnalysisReport} */ report) => {
    percent = report.win_percent ?? percent;
  });
  if (percent === null) return false;
  const chance = mover === judged.player ? percent : 100 - percent;
  return chance >= 100 * judged.before - TOLERANCE && move !== judged.move;
}

/**
 * Shows a right move, and offers the next mistake.
 * @param {JudgedMove} judged
 * @param {string} move
 */
async function found(judged, move) {
  await showLine(judged.ply, [move]);
  board.stop(t("review.retry_right", { move }));
  exercises?.shift();
  $("retry-bar").replaceChildren(button(t("review.retry_next"), nextExercise, { class: "primary" }), button(t("review.retry_end"), endRetry));
}

function endRetry() {
  exercises = null;
  toggle($("retry-bar"), false);
  visit(at);
}

onWalk({ first: () => visit(0), previous: () => visit(at - 1), next: () => visit(at + 1), last: () => visit(state.ply) });
board.onFlip = (/** @type {boolean} */ isFlipped) => saveSide(data.id, isFlipped);

try {
  state = await get(`games/${data.id}`);
  document.title = `${t("review.title")}: ${gameOf(state.game).name} · Cairn`;
  $("result").textContent = [gameTitle(state.game), state.result].filter(Boolean).join(" · ");
  board.setFlipped(isTurnedAround(data.id, state.seats.length, gameOf(state.game).bottom));
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
