// One puzzle: every move is judged by the server.

import { position, post } from "./api.js";
import { Board } from "./board.js";
import { $, data, gameOf, t, toggle } from "./dom.js";
import { knock } from "./sound.js";
import { keepPuzzle } from "./store.js";

/** The solver's own moves that were right, and all moves on the board. */
let own = [];
let all = [];
let wrong = 0;
let shown = false;
let solved = false;

const board = new Board({
  steps: async (taken) => (await position(data.spec, data.position, all, { steps: taken.join(",") })).turn,
  play,
});

board.mover = data.seat;
board.names = gameOf(data.spec).seats.map((seat) => seat.name);

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

function say(text, kind = "") {
  const said = $("said");
  toggle(said, Boolean(text));
  said.className = `card notice ${kind}`;
  said.textContent = text;
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
  try {
    await board.begin();
  } catch (error) {
    board.complain(error.message);
  }
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
