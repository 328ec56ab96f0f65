// A game in play: with friends, against bots, or watched. table.js knows who sits where and what is offered, offers.js shows the
// notice, game_tools.js the toolbar, and advice.js what the engine says.

import { get, isAbort, messageOf, post, turnAt } from "./api.js";
import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { Clocks, formatTime } from "./clock.js";
import { $, el, pageData, rulesOf, sentences, t } from "./dom.js";
import { drawTools as drawToolsOf } from "./game_tools.js";
import { Live, viewOf } from "./live.js";
import { drawMoves, onWalk } from "./moves.js";
import { drawNotice } from "./offers.js";
import { Pace, Playback } from "./pace.js";
import { piecesOf } from "./picture.js";
import { drawPlayers } from "./players.js";
import { playSound } from "./sound.js";
import { isTurnedAround, saveGame, saveName, saveSide, myGame } from "./store.js";
import { Table } from "./table.js";
import { toggleTyping } from "./toolbar.js";

/** @import { Extras, GamePage, Joined, State, Steps, View } from "./types.d.ts" */

/** @type {GamePage} */
const data = pageData();
const table = new Table(data.id);
/** The number of moves on the board, if not all. @type {number|null} */
let shownPly = null;
let isConnected = true;
/** The seat whose bot thinks. @type {number|null} */
let thinking = null;
const clocks = new Clocks((seat, left) => {
  if (!table.mySeats.includes(seat)) return;
  $("announcement").textContent = t("web.time_low", { player: table.seatName(seat), time: formatTime(left) });
  playSound("low");
});
const pace = new Pace();
/** Plays back a game between bots at a visible pace. */
const playback = new Playback(async () => {
  await showPly((shownPly ?? table.state.ply) + 1);
  return shownPly !== null;
});

const board = new Board({ steps, play });
board.onFlip = (/** @type {boolean} */ isFlipped) => saveSide(data.id, isFlipped);
const advice = new Advice(table, board, () => drawStatus());

const live = new Live(data.id, {
  token: () => table.token,
  onConnection(up) {
    isConnected = up;
    if (table.state) drawStatus();
  },
  onMessage(message) {
    if (message.t === "thinking") {
      thinking = message.by;
      if (!table.state) return;
      drawSeats();
      if (!table.isMyTurn) drawStatus();
    } else if (message.t === "problem" && message.status === 404) {
      $("players").replaceChildren();
      board.stop(message.detail);
    } else if ("state" in message && message.state) {
      const { state: next, view } = /** @type {{state: State, view?: View}} */ (message);
      pace.add(() => isBotMove(next), () => attempt(() => receive(next, view)));
    }
  },
});

/**
 * @param {string[]} taken
 * @param {Extras} extras
 * @returns {Promise<Steps>}
 */
async function steps(taken, extras) {
  const { game, start, moves } = table.state;
  return (await live.steps(taken, extras)) ?? turnAt(game, start, moves, taken, { ...extras, preview: "1" });
}

/** @param {string} move */
async function play(move) {
  advice.setHint(null);
  pace.touch();
  const before = table.view.svg;
  try {
    await live.play(move, table.state.ply);
  } catch (error) {
    // The board has already shown the move.
    board.show(before);
    throw error;
  }
  toggleTyping(false);
}

/** Whether a bot has made the last move of a state that is to be shown next. @param {State} next */
const isBotMove = (next) => Boolean(table.state) && next.ply === table.state.ply + 1 && !table.isBotsOnly && table.state.seats[table.state.to_move]?.kind === "bot";

/**
 * Shows a new state; fetches its view unless the message included it.
 * @param {State} next
 * @param {View} [shown]
 */
async function receive(next, shown) {
  const view = shown ?? (await viewOf(next));
  /** @type {State|undefined} */
  const before = table.state;
  // The response to a request can arrive after a newer state.
  if (before && (next.updated < before.updated || (next.updated === before.updated && next.ply < before.ply))) return;
  table.state = next;
  table.view = view;
  const isNew = !before || before.ply !== next.ply || before.position !== next.position;
  if (isNew) {
    advice.setHint(null);
    thinking = null;
    if (shownPly !== null && before && next.ply > before.ply && !table.isBotsOnly) shownPly = null;
    if (before && table.isBotsOnly && playback.isRunning) shownPly ??= before.ply;
  }
  const isReplay = !before && table.isBotsOnly && location.hash === "#play";
  if (isReplay) shownPly = 0;
  // All want to play again: players go to the next game.
  if (next.rematch && next.rematch_seats && before && !before.rematch && table.isPlayer) goToRematch(next.rematch, next.rematch_seats);
  board.setGame(next.game);
  board.setFlipped(isTurnedAround(data.id, next.seats.length, table.info.bottom));
  saveProgress();
  drawList();
  drawSeats();
  drawNotice(table, { act, join });
  drawTools();
  if (shownPly === null && (isNew || before?.result !== next.result || !board.turn.isActive)) {
    const earlier = board.picture && before ? countPieces(board.picture) : null;
    board.show(table.view.svg, { animate: Boolean(before) });
    if (isNew) pace.touch();
    if (before && earlier && next.ply > before.ply) sound(earlier);
    if (before && !before.result && next.result) playSound(table.hasWon ? "win" : table.isDraw ? "turn" : "loss");
    await beginTurn();
  }
  drawStatus();
  if (isNew) advice.evaluate();
  if (isReplay && next.ply > 0) await showPly(0);
  if (shownPly !== null && table.isBotsOnly && (playback.isRunning || isReplay)) playback.start();
}

/** Counts the pieces in a picture and the height of the tallest pile. @param {SVGElement} svg */
function countPieces(svg) {
  const heights = [...piecesOf(svg).values()].flatMap(({ pieces }) => Object.values(pieces).map(({ height }) => height));
  return { all: heights.reduce((sum, height) => sum + height, 0), tallest: Math.max(0, ...heights), piles: heights.length };
}

/** Plays the sound of the last move. @param {ReturnType<typeof countPieces>} before */
function sound(before) {
  if (!board.picture) return;
  const now = countPieces(board.picture);
  playSound(now.all < before.all ? "capture" : now.piles <= before.piles && now.tallest > before.tallest ? "stack" : "place");
  if (table.isMyTurn) setTimeout(() => playSound("turn"), 250);
}

async function beginTurn() {
  if (!table.isMyTurn || shownPly !== null) {
    board.stop();
    return;
  }
  board.mover = table.state.to_move;
  await board.begin();
}

function saveProgress() {
  if (!table.isPlayer) return;
  const { game, result, ply, seats } = table.state;
  const names = seats.map((_, index) => table.nameOf(index));
  saveGame(data.id, { game, result, moves: ply, names, turn: table.isMyTurn });
}

// -- Display ------------------------------------------------------------------------------------

/** The seat whose side is at the bottom of the window. */
const bottomSeat = () => (table.state.seats.length === 2 ? board.bottom : (table.mySeats[0] ?? 0));

function drawSeats() {
  const { state, info } = table;
  const faces = state.seats.map((_, index) => el("span", { class: "clock", role: "timer", "aria-label": t("web.clock_of", { player: table.seatName(index) }), hidden: true }));
  const players = state.seats.map((seat, index) => {
    const isTurn = !table.isOver && state.to_move === index;
    const you = table.mySeats.length === 1 && table.mySeats.includes(index) && seat.name && !table.isAlone ? ` (${t("web.you")})` : "";
    return {
      paint: info.seats[index]?.paint,
      name: table.nameOf(index) + you,
      seat: table.seatName(index),
      isTurn,
      won: table.isOver && table.winners.includes(index),
      thinks: thinking === index && isTurn,
      away: state.away?.includes(index),
      face: faces[index],
    };
  });
  drawPlayers(players, table.view.facts, bottomSeat());
  clocks.set(state.clock, faces);
}

function drawStatus() {
  const { state, view, info } = table;
  document.title = `${table.isMyTurn ? "● " : ""}${info.name} · Cairn`;
  $("title").textContent = info.name;
  $("terms").textContent = rulesOf(state.game);
  if (table.isOver || !table.isPlayer) toggleTyping(false);
  if (!isConnected) board.setPrompt(t("web.reconnecting"));
  else if (shownPly !== null) board.setPrompt(t("web.looking_back", { ply: shownPly, plies: state.ply }));
  else if (table.isOver) board.setPrompt(sentences([table.ending, table.rematchText]));
  else if (!table.isMyTurn) {
    const said = thinking === state.to_move ? t("web.thinks", { player: table.seatName(state.to_move) }) : view.status;
    board.setPrompt(sentences([table.pendingOffer, said]), sentences(view.remarks));
  } else if (!board.turn.taken.length) {
    // Who plays alone knows whose turn it is.
    const status = table.mySeats.length > 1 ? view.status : state.clock && state.clock.running === null && !table.isAlone ? t("web.clocks_wait") : null;
    board.setPrompt(advice.hint ?? sentences([table.pendingOffer, status, view.prompt ?? view.status]), sentences(view.remarks));
  }
}

const drawList = () => drawMoves(table.state.moves, shownPly ?? table.state.ply, walk);

const drawTools = () => drawToolsOf({ table, advice, playback, isLookingBack: shownPly !== null, canEmbed: data.can_embed, act });

/**
 * Shows the board after a number of moves.
 * @param {number} ply
 * @returns {Promise<void>}
 */
async function showPly(ply) {
  const to = Math.max(0, Math.min(table.state.ply, ply));
  if (to === table.state.ply) {
    shownPly = null;
    board.show(table.view.svg, { animate: true });
    await beginTurn();
  } else {
    shownPly = to;
    board.stop();
    try {
      /** @type {View} */
      const past = await get(`games/${data.id}/view`, { ply: to });
      if (shownPly === to) board.show(past.svg, { animate: true });
    } catch (error) {
      if (shownPly === to) await showPly(table.state.ply);
      board.showProblem(messageOf(error));
      return;
    }
  }
  drawList();
  drawStatus();
  drawTools();
}

// -- Actions ------------------------------------------------------------------------------------

/**
 * Runs a job, and shows its error unless it was aborted.
 * @param {() => Promise<unknown>} job
 */
async function attempt(job) {
  try {
    await job();
  } catch (error) {
    if (!isAbort(error)) board.showProblem(messageOf(error));
  }
}

/**
 * Takes an open seat.
 * @param {string} name
 */
const join = (name) =>
  attempt(async () => {
    /** @type {Joined} */
    const joined = await post(`games/${data.id}/join`, { name: name || null, invite: location.hash.slice(1) || null });
    saveName(name);
    saveGame(data.id, { token: joined.token, seats: [joined.seat], game: joined.state.game });
    live.hello();
    await receive(joined.state);
  });

/**
 * Resigns, makes or answers an offer, or asks for a rematch.
 * @param {string} action
 */
const act = (action) =>
  attempt(async () => {
    const answer = await live.act(action);
    const { rematch, rematch_seats } = answer.state ?? answer;
    if (action === "rematch" && rematch && rematch_seats) goToRematch(rematch, rematch_seats);
  });

/**
 * Goes to the next game, with the same token.
 * @param {string} id
 * @param {number[]} next the seat there of each player here
 */
function goToRematch(id, next) {
  const known = myGame(data.id);
  if (known && !myGame(id)) {
    saveGame(id, { token: known.token, seats: known.seats.map((seat) => next[seat]), game: table.state.game });
  }
  location.href = `/games/${id}`;
}

/** Walks by hand, which pauses the playback. @param {number} ply */
function walk(ply) {
  playback.stop();
  showPly(ply);
}

onWalk({
  first: () => walk(0),
  previous: () => walk((shownPly ?? table.state.ply) - 1),
  next: () => walk((shownPly ?? table.state.ply) + 1),
  last: () => walk(table.state.ply),
});
