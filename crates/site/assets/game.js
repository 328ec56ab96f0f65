// A game in play: with friends, against bots, or as a spectator.

import { get, isAbort, messageOf, post, stream, turnAt } from "./api.js";
import { setBar } from "./bar.js";
import { Board } from "./board.js";
import { Clocks, formatTime } from "./clock.js";
import { $, ask, botName, button, copy, el, gameOf, pageData, sentences, t, toggle, update } from "./dom.js";
import { Live } from "./live.js";
import { drawMoves, onWalk } from "./moves.js";
import { joinForm, invitation, question } from "./notice.js";
import { Pace, Playback } from "./pace.js";
import { piecesOf } from "./picture.js";
import { drawPlayers } from "./players.js";
import { playSound } from "./sound.js";
import { isTurnedAround, saveGame, saveName, saveSide, myGame } from "./store.js";
import { entry, linkEntry, shortcutButton, toggleTyping } from "./toolbar.js";

/** @import { AnalysisReport, Extras, GamePage, Joined, Seat, State, Steps, View } from "./types.d.ts" */

const HINT_SECONDS = 1;
const BAR_SECONDS = 2;

/** @type {GamePage} */
const data = pageData();
/** @type {State} */
let state;
/** @type {View} */
let view;
/** The number of moves on the board, if not all. @type {number|null} */
let shownPly = null;
let isConnected = true;
/** The seat whose bot thinks. @type {number|null} */
let thinking = null;
/** @type {string|null} */
let hintText = null;
let isBarOn = false;
/** Stops the search for the bar. @type {AbortController|null} */
let barSearch = null;
/** Stops the search for a hint. @type {AbortController|null} */
let hintSearch = null;
/** Offers the claim when the others have been away for long enough. */
let claimTimer = 0;
const clocks = new Clocks((seat, left) => {
  if (!mySeats().includes(seat)) return;
  $("announcement").textContent = t("web.time_low", { player: seatName(seat), time: formatTime(left) });
  playSound("low");
});
const pace = new Pace();
/** Plays back a game between bots at a visible pace. */
const playback = new Playback(async () => {
  await showPly((shownPly ?? state.ply) + 1);
  return shownPly !== null;
});

const mySeats = () => myGame(data.id)?.seats ?? [];
const token = () => myGame(data.id)?.token ?? null;
const isOver = () => state.result !== null;
const isMyTurn = () => !isOver() && mySeats().includes(state.to_move);
const hasOpenSeat = () => state.seats.some((seat) => seat.kind === "open");
const isBotsOnly = () => state.seats.every((seat) => seat.kind === "bot");
/** Whether only the visitor and bots play, so that no offer needs an answer. */
const isAlone = () => mySeats().length > 0 && state.seats.every((seat, index) => seat.kind === "bot" || mySeats().includes(index));

const board = new Board({ steps, play });
board.onHint = (/** @type {string} */ text) => {
  hintText = text;
  drawStatus();
};
board.onFlip = (/** @type {boolean} */ isFlipped) => saveSide(data.id, isFlipped);

const live = new Live(data.id, {
  token,
  onConnection(up) {
    isConnected = up;
    if (state) drawStatus();
  },
  onMessage(message) {
    if (message.t === "thinking") {
      thinking = message.by;
      drawSeats();
      if (!isMyTurn()) drawStatus();
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
  return (await live.steps(taken, extras)) ?? turnAt(state.game, state.start, state.moves, taken, { ...extras, preview: "1" });
}

/** @param {string} move */
async function play(move) {
  setHint(null);
  pace.touch();
  const before = view.svg;
  try {
    await live.play(move, state.ply);
  } catch (error) {
    // The board has already shown the move.
    board.show(before);
    throw error;
  }
  toggleTyping(false);
}

/** Whether a bot has made the last move of the next state. @param {State} next */
const isBotMove = (next) => Boolean(state) && next.ply === state.ply + 1 && !isBotsOnly() && state.seats[state.to_move]?.kind === "bot";

/**
 * Shows and marks a suggested move, or none, and ends the search for one.
 * @param {string|null} move
 */
function setHint(move) {
  hintSearch?.abort();
  hintText = null;
  board.setHint(move);
}

/**
 * Shows a new state; fetches its view unless the message included it.
 * @param {State} next
 * @param {View} [shown]
 */
async function receive(next, shown) {
  /** @type {State|undefined} */
  const before = state;
  state = next;
  view = shown ?? (await get(`games/${data.id}/view`));
  const isNew = !before || before.ply !== state.ply || before.position !== state.position;
  if (isNew) {
    setHint(null);
    thinking = null;
    if (shownPly !== null && before && state.ply > before.ply && !isBotsOnly()) shownPly = null;
    if (before && isBotsOnly() && playback.isRunning) shownPly ??= before.ply;
  }
  const isReplay = !before && isBotsOnly() && location.hash === "#play";
  if (isReplay) shownPly = 0;
  // All players want a rematch: go to the next game.
  if (state.rematch && state.rematch_seats && before && !before.rematch && mySeats().length) goToRematch(state.rematch, state.rematch_seats);
  board.setGame(state.game);
  board.setFlipped(isTurnedAround(data.id, state.seats.length, gameOf(state.game).bottom));
  saveProgress();
  drawList();
  drawSeats();
  drawNotice();
  drawTools();
  if (shownPly === null && (isNew || before?.result !== state.result || !board.turn.isActive)) {
    const earlier = board.picture && before ? countPieces(board.picture) : null;
    board.show(view.svg, { animate: Boolean(before) });
    if (isNew) pace.touch();
    if (before && earlier && state.ply > before.ply) sound(earlier);
    if (before && !before.result && state.result) playSound(hasWon() ? "win" : isDraw() ? "turn" : "loss");
    await beginTurn();
  }
  drawStatus();
  if (isBarOn && isNew) evaluate();
  if (isReplay && state.ply > 0) await showPly(0);
  if (shownPly !== null && isBotsOnly() && (playback.isRunning || isReplay)) playback.start();
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
  if (isMyTurn()) setTimeout(() => playSound("turn"), 250);
}

async function beginTurn() {
  if (!isMyTurn() || shownPly !== null) {
    board.stop();
    return;
  }
  board.mover = state.to_move;
  await board.begin();
}

function saveProgress() {
  if (!mySeats().length) return;
  const names = state.seats.map((seat, index) => nameOf(seat, index));
  saveGame(data.id, { game: state.game, result: state.result, moves: state.ply, names, turn: isMyTurn() });
}

// -- Display ------------------------------------------------------------------------------------

const seatName = (/** @type {number} */ index) => gameOf(state.game).seats[index]?.name ?? String(index + 1);

/**
 * @param {Seat} seat
 * @param {number} index
 */
function nameOf(seat, index) {
  if (seat.kind === "open") return t("web.open_seat");
  if (seat.kind === "bot") return botName(seat.bot);
  const mine = mySeats();
  // Two people on one device have the names of their seats.
  if (mine.includes(index) && mine.length > 1) return seatName(index);
  if (seat.name) return seat.name;
  return mine.includes(index) ? t("web.you") : t("web.guest");
}

/** Returns the seat whose side is at the bottom of the window. */
const bottomSeat = () => (state.seats.length === 2 ? board.bottom : (mySeats()[0] ?? 0));

function drawSeats() {
  const faces = state.seats.map((_, index) => el("span", { class: "clock", role: "timer", "aria-label": t("web.clock_of", { player: seatName(index) }), hidden: true }));
  const players = state.seats.map((seat, index) => {
    const isTurn = !isOver() && state.to_move === index;
    const you = mySeats().length === 1 && mySeats().includes(index) && seat.name && !isAlone() ? ` (${t("web.you")})` : "";
    return {
      paint: gameOf(state.game).seats[index]?.paint,
      name: nameOf(seat, index) + you,
      seat: seatName(index),
      isTurn,
      won: isOver() && winners().includes(index),
      thinks: thinking === index && isTurn,
      away: state.away?.includes(index),
      face: faces[index],
    };
  });
  drawPlayers(players, view.facts, bottomSeat());
  clocks.set(state.clock, faces);
}

/** Returns the seats with the best score. */
function winners() {
  const scores = String(state.result).split("-");
  return scores.map((score, seat) => (score === "1" ? seat : -1)).filter((seat) => seat >= 0);
}

const hasWon = () => mySeats().some((seat) => winners().includes(seat));
const isDraw = () => !String(state.result).includes("1-") && !String(state.result).endsWith("-1");

/** Describes the end of the game to the visitor. */
function ending() {
  if (state.reason === "aborted") return t("web.aborted");
  if (state.claimed !== undefined) return t(isDraw() ? "web.left_draw" : mySeats().includes(state.claimed) ? "web.left_won" : "web.left", { player: seatName(state.claimed) });
  const why = view.why ?? "";
  if (mySeats().length !== 1 || !why) return view.status;
  if (hasWon()) return t("web.you_won", { why });
  return winners().length === 1 ? t("web.you_lost", { why }) : view.status;
}

function drawStatus() {
  document.title = `${isMyTurn() ? "● " : ""}${gameOf(state.game).name} · Cairn`;
  $("title").textContent = gameOf(state.game).name;
  if (isOver() || !mySeats().length) toggleTyping(false);
  if (!isConnected) board.setPrompt(t("web.reconnecting"));
  else if (shownPly !== null) board.setPrompt(t("web.looking_back", { ply: shownPly, plies: state.ply }));
  else if (isOver()) board.setPrompt(sentences([ending(), rematchText()]));
  else if (!isMyTurn()) {
    const said = thinking === state.to_move ? t("web.thinks", { player: seatName(state.to_move) }) : view.status;
    board.setPrompt(sentences([pending(), said]), sentences(view.remarks));
  } else if (!board.turn.taken.length) {
    // A visitor who plays one seat needs no reminder of whose turn it is.
    const status = mySeats().length > 1 ? view.status : state.clock && state.clock.running === null && !isAlone() ? t("web.clocks_wait") : null;
    board.setPrompt(hintText ?? sentences([pending(), status, view.prompt ?? view.status]), sentences(view.remarks));
  }
}

const drawList = () => drawMoves(state.moves, shownPly ?? state.ply, walk);

/**
 * Shows the board after a number of moves.
 * @param {number} ply
 * @returns {Promise<void>}
 */
async function showPly(ply) {
  const to = Math.max(0, Math.min(state.ply, ply));
  if (to === state.ply) {
    shownPly = null;
    board.show(view.svg, { animate: true });
    await beginTurn();
  } else {
    shownPly = to;
    board.stop();
    try {
      /** @type {View} */
      const past = await get(`games/${data.id}/view`, { ply: to });
      if (shownPly === to) board.show(past.svg, { animate: true });
    } catch (error) {
      if (shownPly === to) await showPly(state.ply);
      board.showProblem(messageOf(error));
      return;
    }
  }
  drawList();
  drawStatus();
  drawTools();
}

/** Returns the visitor's own pending offer. */
function pending() {
  const isMine = (/** @type {number|null} */ seat) => seat !== null && mySeats().includes(seat);
  const { declined } = state;
  if (declined && !isOver()) return t(declined.what === "draw" ? "web.draw_declined" : "web.takeback_declined", { player: seatName(declined.by) });
  if (isMine(state.draw_offer)) return t("web.draw_waits");
  return isMine(state.takeback) ? t("web.takeback_waits") : null;
}

function drawNotice() {
  clearTimeout(claimTimer);
  const notice = $("notice");
  const parts = [];
  const mustAnswer = (/** @type {number[]|undefined} */ pending) => pending?.some((seat) => mySeats().includes(seat));
  if (!isOver() && hasOpenSeat()) parts.push(...(mySeats().length ? invitation(myGame(data.id)?.invite, button(t("web.cancel"), () => act("abort"))) : canJoin() ? joinForm(join) : []));
  else if (mustAnswer(state.draw_pending)) {
    parts.push(...question(t("web.draw_offered", { player: seatName(state.draw_offer ?? 0) }), () => act("accept_draw"), () => act("decline_draw")));
  } else if (mustAnswer(state.takeback_pending)) {
    parts.push(...question(t("web.takeback_asked", { player: seatName(state.takeback ?? 0) }), () => act("accept_takeback"), () => act("decline_takeback")));
  }
  else if (isOver() && isRematchOffered() && !state.rematch && !hasAgreed()) {
    const other = (state.rematch_wanted ?? []).find((seat) => !mySeats().includes(seat)) ?? 0;
    parts.push(...question(t("web.rematch_offered", { player: seatName(other) }), () => act("rematch"), () => act("decline_rematch")));
  } else if (!isOver() && state.claim_in !== undefined && isPlayer()) parts.push(...claim());
  toggle(notice, parts.length > 0);
  update(notice, ...parts);
}

const isPlayer = () => mySeats().length > 0;
/** Whether the visitor may join. */
const canJoin = () => state.join !== false || Boolean(location.hash);
/** Whether the visitor has agreed to a rematch. */
const hasAgreed = () => !isPlayer() || mySeats().every((seat) => state.rematch_wanted?.includes(seat));

/** What can be done when the others have left: wait, and after a while claim the game. */
function claim() {
  const wait = state.claim_in ?? 0;
  if (wait > 0) {
    claimTimer = setTimeout(() => {
      state.claim_in = 0;
      drawNotice();
    }, wait);
    return [el("p", {}, t("web.gone"))];
  }
  const controls = [button(t("web.claim_win"), () => act("claim_win"), { class: "primary" })];
  if (gameOf(state.game).draws) controls.push(button(t("web.claim_draw"), () => act("claim_draw")));
  return [el("p", {}, t("web.gone_long")), el("div", { class: "controls" }, ...controls)];
}

/** Whether another player has offered a rematch. */
const isRematchOffered = () => (state.rematch_wanted ?? []).some((seat) => !mySeats().includes(seat));

function rematchText() {
  const wanted = state.rematch_wanted ?? [];
  if (state.declined?.what === "rematch") return t("web.rematch_declined", { player: seatName(state.declined.by) });
  if (state.rematch || !mySeats().length || !wanted.length) return null;
  const other = wanted.find((seat) => !mySeats().includes(seat));
  return other === undefined ? t("web.rematch_waits") : t("web.rematch_offered", { player: seatName(other) });
}

/** Draws the available tools, always in the same places. */
function drawTools() {
  /** @type {HTMLElement[]} */
  const tools = [];
  const isPlayer = mySeats().length > 0;
  const running = !isOver() && isPlayer && !hasOpenSeat();
  if (isBotsOnly() && (!isOver() || shownPly !== null)) {
    const pause = () => {
      if (playback.isRunning) playback.stop();
      else playback.start();
      drawTools();
    };
    const faster = () => {
      playback.faster();
      drawTools();
    };
    tools.push(shortcutButton(playback.isRunning ? t("web.pause") : t("web.resume"), "P", pause, { id: "pause" }));
    tools.push(button(t("web.speed", { n: playback.speed }), faster, { id: "speed" }));
  } else if (isOver()) {
    tools.push(el("a", { class: "button primary", href: `/games/${data.id}/review` }, t("web.review")));
    if (state.rematch) tools.push(el("a", { class: "button", href: `/games/${state.rematch}` }, t("web.to_rematch")));
    else if (isPlayer && state.declined?.what !== "rematch" && state.reason !== "aborted") {
      const waits = mySeats().every((seat) => state.rematch_wanted?.includes(seat));
      tools.push(button(t("web.rematch"), () => act("rematch"), { disabled: waits, class: isRematchOffered() ? "primary" : "" }));
    }
  } else if (running && isAlone()) {
    tools.push(shortcutButton(t("web.hint"), "T", hint, { disabled: !isMyTurn() }));
    tools.push(shortcutButton(t("web.undo"), "U", () => act("ask_takeback"), { disabled: state.ply === 0 }));
  } else if (running) {
    tools.push(shortcutButton(t("web.ask_takeback"), "U", () => act("ask_takeback"), { disabled: state.ply === 0 }));
    tools.push(state.ply < state.seats.length ? button(t("web.abort"), () => act("abort")) : button(t("web.resign"), resign));
  }
  update($("tools"), ...tools);
  drawMenu(running);
}

/** @param {boolean} running */
function drawMenu(running) {
  /** @type {HTMLElement[]} */
  const entries = [];
  if (running) {
    if (gameOf(state.game).draws && !isAlone()) entries.push(entry(t("web.offer_draw"), () => act("offer_draw"), { disabled: state.draw_offer !== null }));
    if (isAlone() || state.ply < state.seats.length) entries.push(entry(t("web.resign"), resign));
    if (isAlone()) {
      entries.push(entry(t("web.bar_short"), toggleBar, { id: "show-evaluation", "aria-keyshortcuts": "E", "aria-pressed": String(isBarOn) }));
    }
  }
  if (isAlone() || isOver() || !mySeats().length) {
    const query = new URLSearchParams({ game: state.game, moves: state.moves.join(",") });
    if (state.start) query.set("position", state.start);
    entries.push(linkEntry(t("web.analyse"), { href: `/analysis?${query}` }));
  }
  entries.push(entry(t("web.share"), (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget }) => copy(location.href, currentTarget), { id: "share", "data-stay": "" }));
  entries.push(linkEntry(t("web.record"), { href: `/api/v1/games/${data.id}/record`, download: "game.txt" }));
  if (isOver()) entries.push(linkEntry(t("web.new_game"), { href: `/new?game=${encodeURIComponent(state.game)}` }));
  update($("more"), ...entries);
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

async function resign() {
  if (await ask(t("web.ask_resign"), t("web.resign"), t("web.cancel"))) act("resign");
}

/**
 * Goes to the next game, with the same token.
 * @param {string} id
 * @param {number[]} next the seat there of each player here
 */
function goToRematch(id, next) {
  const known = myGame(data.id);
  if (known && !myGame(id)) {
    saveGame(id, { token: known.token, seats: known.seats.map((seat) => next[seat]), game: state.game });
  }
  location.href = `/games/${id}`;
}

/** Returns the request to analyse the position for some seconds. */
const analysis = (/** @type {number} */ seconds) => ({ game: state.game, position: state.start, moves: state.moves, lines: 1, seconds });

/** Suggests a move, unless the position changes first. */
async function hint() {
  setHint(null);
  const { signal } = (hintSearch = new AbortController());
  /** @type {string|null} */
  let move = null;
  hintText = t("web.thinking");
  drawStatus();
  try {
    await stream("analyze", analysis(HINT_SECONDS), signal, (/** @type {AnalysisReport} */ report) => (move = report.bestmove));
  } catch (error) {
    if (signal.aborted) return;
    setHint(null);
    drawStatus();
    board.showProblem(messageOf(error));
    return;
  }
  if (!signal.aborted) setHint(move);
}

function toggleBar() {
  isBarOn = !isBarOn;
  barSearch?.abort();
  toggle($("bar"), isBarOn);
  if (isBarOn) evaluate();
  drawTools();
}

async function evaluate() {
  barSearch?.abort();
  if (isOver()) return;
  const { signal } = (barSearch = new AbortController());
  const mover = state.to_move;
  const seats = gameOf(state.game).seats.slice(0, state.seats.length);
  toggle($("bar"), true);
  try {
    await stream("analyze", analysis(BAR_SECONDS), signal, (/** @type {AnalysisReport} */ report) => setBar(seats, mover, report.win_percent));
  } catch (error) {
    if (signal.aborted) return;
    // The bar would show the chances of an earlier position.
    toggle($("bar"), false);
    board.showProblem(messageOf(error));
  }
}

/** Steps through the moves manually, which pauses the playback. @param {number} ply */
function walk(ply) {
  playback.stop();
  showPly(ply);
}

onWalk({
  first: () => walk(0),
  previous: () => walk((shownPly ?? state.ply) - 1),
  next: () => walk((shownPly ?? state.ply) + 1),
  last: () => walk(state.ply),
});
