// One puzzle: every move is judged by the server.

import { post } from "./api.js";
import { $, data, t } from "./dom.js";
import { knock } from "./sound.js";
import { keepPuzzle } from "./store.js";
import { say, taskBoard } from "./task.js";

/** The solver's own moves that were right, and all moves on the board. */
let own = [];
let all = [];
let wrong = 0;
let shown = false;
let solved = false;

const board = taskBoard(() => ({ spec: data.spec, start: data.position, moves: all }), play);

board.mover = data.seat;
board.setGame(data.spec);

async function play(move) {
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
    const { said } = await post(`puzzles/${data.id}/solution`, { moves: own });
    shown = true;
    say(said);
  } catch (error) {
    board.complain(error.message);
  }
};

reset();
