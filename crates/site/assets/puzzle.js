// A puzzle, whose moves the server judges. In a timed run the next puzzle follows at once.

import { get, messageOf, position, post } from "./api.js";
import { formatTime } from "./clock.js";
import { $, gameOf, pageData, t, toggle } from "./dom.js";
import { onWalk, setWalk } from "./moves.js";
import { drawPlayers } from "./players.js";
import { bestRun, currentRun, isOver, MAX_MISTAKES, rate, rating, ratingOf, saveRun, startRun, suitable } from "./ratings.js";
import { playSound } from "./sound.js";
import { puzzles, savePuzzle, saveSetting, setting } from "./store.js";
import { showVerdict, taskBoard } from "./task.js";

/** @import { PuzzleList, PuzzlePage, PuzzleTry } from "./types.d.ts" */

/** The time before the next puzzle, and between the moves of a line that is played out. */
const NEXT_MS = 1600;
const LINE_MS = 900;

/** @type {PuzzlePage} */
const data = pageData();
/** The solver's right moves. @type {string[]} */
let own = [];
/** All moves on the board. @type {string[]} */
let all = [];
let wrong = 0;
let shown = false;
let solved = false;
/** The last wrong move and the answer to it. @type {string[]} */
let refutation = [];
/** The number of moves that the board shows. */
let at = 0;
const run = currentRun();

const board = taskBoard(() => ({ spec: data.spec, start: data.position, moves: all }), play);

board.mover = data.seat;
board.setGame(data.spec);

const isDone = (/** @type {string} */ id) => Boolean(puzzles()[id]) && puzzles()[id] !== "tried";

/** Counts the first attempt. @param {boolean} isRight */
function countAttempt(isRight) {
  if (wrong || shown || own.length || puzzles()[data.id]) return;
  const change = rate(data.difficulty, isRight);
  $("rating").textContent = t("web.rating_change", { n: rating().rating, change: change < 0 ? change : `+${change}` });
}

/** @param {string} move */
async function play(move) {
  if (run && isOver(run)) return endRun();
  /** @type {PuzzleTry} */
  const judged = await post(`puzzles/${data.id}/try`, { moves: [...own, move] });
  showVerdict(judged.said, judged.verdict);
  if (judged.verdict === "wrong") {
    countAttempt(false);
    wrong += 1;
    savePuzzle(data.id, "tried");
    $("attempts").textContent = t("web.attempts", { n: wrong + 1 });
    refutation = judged.refutation;
    toggle($("refute"), true);
    await playOut(refutation);
    if (run) return countRun(false);
    await board.begin();
    return;
  }
  if (judged.verdict === "solved") countAttempt(true);
  playSound("place");
  own = [...own, judged.move];
  all = judged.moves;
  refutation = [];
  toggle($("refute"), false);
  at = all.length;
  board.show(judged.svg, { animate: true });
  drawSides(judged.facts, !judged.over && judged.verdict !== "solved");
  solved = judged.verdict === "solved";
  if (solved) {
    savePuzzle(data.id, shown ? "shown" : wrong ? "later" : "first");
    board.stop(judged.status);
    if (run) return countRun(!shown && !wrong);
    if (setting("autoNext", true) && !shown) goOn(NEXT_MS);
  } else await board.begin();
  draw();
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Plays moves on the board, one after the other.
 * @param {string[]} moves
 */
async function playOut(moves) {
  board.stop($("prompt").textContent ?? "");
  for (let count = 1; count <= moves.length; count++) {
    const { svg } = await position(data.spec, data.position, [...all, ...moves.slice(0, count)]);
    board.show(svg, { animate: true });
    await pause(LINE_MS);
  }
}

// -- The next puzzle, and a run -----------------------------------------------------------------

/** Chooses the next puzzle: of this game near the visitor's rating, or ever harder ones in a run. */
async function nextPuzzle() {
  /** @type {PuzzleList} */
  const list = await get("puzzles");
  const isSeen = (/** @type {string} */ id) => id === data.id || (run ? run.seen.includes(id) : isDone(id));
  return suitable(list.puzzles, isSeen, run ? ratingOf(1 + run.solved / 3) : rating().rating, run ? undefined : data.game);
}

/** Continues after a while, unless the visitor acts first. @param {number} ms */
async function goOn(ms) {
  const next = await nextPuzzle().catch(() => undefined);
  if (!next) return;
  $("next-puzzle").href = `/puzzles/${next.id}`;
  const timer = setTimeout(() => (location.href = `/puzzles/${next.id}`), ms);
  addEventListener("pointerdown", () => clearTimeout(timer), { once: true });
  addEventListener("keydown", () => clearTimeout(timer), { once: true });
}

/** @param {boolean} isSolved */
async function countRun(isSolved) {
  if (!run) return;
  run.seen.push(data.id);
  if (isSolved) run.solved += 1;
  else run.mistakes += 1;
  saveRun(run);
  drawRun();
  if (isOver(run)) return endRun();
  board.stop();
  await goOn(LINE_MS);
}

function endRun() {
  if (!run) return;
  saveRun(null);
  board.stop();
  showVerdict(t("web.run_over", { n: run.solved, best: bestRun(run.solved) }), "solved");
  $("run-stop").textContent = t("web.run_again");
  $("run-stop").onclick = () => {
    startRun();
    location.reload();
  };
}

function drawRun() {
  toggle($("run"), Boolean(run));
  for (const id of /** @type {const} */ (["solution", "reset", "analyse", "next-puzzle"])) toggle($(id), !run);
  toggle($("auto-next").closest("label"), !run);
  if (!run) return;
  $("run-state").textContent = t("web.run_state", { n: run.solved, time: formatTime(Math.max(0, run.end - Date.now())) });
  $("run-mistakes").textContent = t("web.run_mistakes", { n: Math.min(run.mistakes, MAX_MISTAKES) });
}

if (run) {
  const timer = setInterval(() => {
    if (!currentRun()) return clearInterval(timer);
    drawRun();
    if (isOver(run)) endRun();
  }, 1000);
  $("run-stop").onclick = endRun;
}

// -- Display ------------------------------------------------------------------------------------

/**
 * Shows the players' facts beside the board.
 * @param {import("./types.d.ts").Fact[]} facts
 * @param {boolean} isMyTurn
 */
function drawSides(facts, isMyTurn) {
  const seats = gameOf(data.spec).seats.slice(0, data.seats);
  const players = seats.map(({ name, paint }, seat) => ({ name, paint, isTurn: isMyTurn && seat === data.seat }));
  drawPlayers(players, facts);
}

/** Shows the board after some of its moves. @param {number} ply */
async function visit(ply) {
  at = Math.max(0, Math.min(all.length, ply));
  const here = at;
  setWalk(at > 0, at < all.length);
  const found = await position(data.spec, data.position, all.slice(0, here));
  if (here !== at) return;
  board.show(found.svg, { animate: true });
  if (at === all.length && !solved) await board.begin();
  else board.stop(found.status);
}

function draw() {
  $("solution").disabled = solved;
  $("next-puzzle").classList.toggle("primary", solved);
  const query = new URLSearchParams({ game: data.spec, position: data.position, moves: all.join(",") });
  $("analyse").href = `/analysis?${query}`;
  setWalk(at > 0, at < all.length);
}

async function reset() {
  [own, all, solved, refutation, at] = [[], [], false, [], 0];
  toggle($("refute"), false);
  showVerdict("");
  board.setHint(null);
  board.show(data.svg);
  drawSides(data.facts, true);
  draw();
  await board.begin();
}

const attempt = (/** @type {() => Promise<unknown>} */ job) => job().catch((error) => board.showProblem(messageOf(error)));

onWalk({ first: () => attempt(() => visit(0)), previous: () => attempt(() => visit(at - 1)), next: () => attempt(() => visit(at + 1)), last: () => attempt(() => visit(all.length)) });
$("reset").onclick = reset;
$("refute").onclick = () =>
  attempt(async () => {
    await playOut(refutation);
    await board.begin();
  });
$("solution").onclick = () =>
  attempt(async () => {
    if (at !== all.length) await visit(all.length);
    /** @type {{said: string, moves: string[]}} */
    const { said, moves } = await post(`puzzles/${data.id}/solution`, { moves: own });
    countAttempt(false);
    shown = true;
    showVerdict(said);
    board.setHint(moves[0] ?? null);
  });
$("auto-next").checked = setting("autoNext", true);
$("auto-next").addEventListener("change", () => saveSetting("autoNext", $("auto-next").checked));
$("rating").textContent = t("web.puzzle_rating", { n: rating().rating });
nextPuzzle().then(
  (next) => ($("next-puzzle").href = next ? `/puzzles/${next.id}` : "/puzzles"),
  () => {},
);

drawRun();
if (run && isOver(run)) endRun();
else reset();
