// One puzzle: every move is judged by the server.

import { messageOf, post } from "./api.js";
import { $, pageData, t } from "./dom.js";
import { knock } from "./sound.js";
import { keepPuzzle } from "./store.js";
import { say, taskBoard } from "./task.js";

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
  say(judged.said, judged.verdict);
  if (judged.verdict === "wrong") {
    wrong += 1;
    keepPuzzle(data.id, "tried");
    attempts();
    await board.begin();
    return;
  }
  knock();
  own = [...own, judged.move];
  all = judged.moves;
  board.show(judged.svg, { animate: true });
  solved = judged.verdict === "solved";
  if (solved) {
    keepPuzzle(data.id, shown ? "shown" : wrong ? "later" : "first");
    board.rest(judged.status);
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
  say("");
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
    say(said);
  } catch (error) {
    board.complain(messageOf(error));
  }
};

reset();
