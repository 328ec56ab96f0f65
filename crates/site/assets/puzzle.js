// One puzzle: the server judges every move.

import { messageOf, post } from "./api.js";
import { $, pageData, t } from "./dom.js";
import { playMoveSound } from "./sound.js";
import { savePuzzle } from "./store.js";
import { showVerdict, taskBoard } from "./task.js";

/** @import { PuzzlePage, PuzzleTry } from "./types.d.ts" */

/** @type {PuzzlePage} */
const data = pageData();
/** The solver's own moves that were right. @type {string[]} */
let own = [];
/** All moves on the board. @type {string[]} */
let all = [];
let wrong = 0;
let shown = false;
let solved = false;

const board = taskBoard(() => ({ spec: data.spec, start: data.position, moves: all }), play);

board.mover = data.seat;
board.setGame(data.spec);

/** @param {string} move */
async function play(move) {
  /** @type {PuzzleTry} */
  const judged = await post(`puzzles/${data.id}/try`, { moves: [...own, move] });
  showVerdict(judged.said, judged.verdict);
  if (judged.verdict === "wrong") {
    wrong += 1;
    savePuzzle(data.id, "tried");
    attempts();
    await board.begin();
    return;
  }
  playMoveSound();
  own = [...own, judged.move];
  all = judged.moves;
  board.show(judged.svg, { animate: true });
  solved = judged.verdict === "solved";
  if (solved) {
    savePuzzle(data.id, shown ? "shown" : wrong ? "later" : "first");
    board.stop(judged.status);
  } else await board.begin();
  draw();
}

const attempts = () => {
  $("attempts").textContent = wrong ? t("web.attempts", { n: wrong + 1 }) : "";
};

function draw() {
  $("solution").disabled = solved;
  $("next-puzzle").classList.toggle("primary", solved);
  $("next-puzzle").href = data.next ? `/puzzles/${data.next}` : "/puzzles";
  const query = new URLSearchParams({ game: data.spec, position: data.position, moves: all.join(",") });
  $("analyse").href = `/analysis?${query}`;
}

async function reset() {
  [own, all, solved] = [[], [], false];
  showVerdict("");
  board.show(data.svg);
  draw();
  await board.begin();
}

$("reset").onclick = reset;
$("solution").onclick = async () => {
  try {
    /** @type {{said: string}} */
    const { said } = await post(`puzzles/${data.id}/solution`, { moves: own });
    shown = true;
    showVerdict(said);
  } catch (error) {
    board.showProblem(messageOf(error));
  }
};

reset();
