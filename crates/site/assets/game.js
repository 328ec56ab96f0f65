// A game in play: with friends, against bots, or watched.

import { get, isAbort, messageOf, post, stream, turnAt } from "./api.js";
import { setBar } from "./bar.js";
import { Board } from "./board.js";
import { Clocks, formatTime } from "./clock.js";
import { $, ask, botName, button, copy, el, gameOf, pageData, sentences, t, toggle, update } from "./dom.js";
import { Live } from "./live.js";
import { drawMoves, onWalk } from "./moves.js";
import { joinForm, invitation, question } from "./notice.js";
import { drawPlayers } from "./players.js";
import { playMoveSound } from "./sound.js";
import { isSeenFromSecond, saveGame, saveName, saveSide, myGame } from "./store.js";

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
const clocks = new Clocks((seat, left) => {
  if (mySeats().includes(seat)) $("announcement").textContent = t("web.time_low", { player: seatName(seat), time: formatTime(left) });
});

const mySeats = () => myGame(data.id)?.seats ?? [];
const token = () => myGame(data.id)?.token ?? null;
const isOver = () => state.result !== null;
const isMyTurn = () => !isOver() && mySeats().includes(state.to_move);
const hasOpenSeat = () => state.seats.some((seat) => seat.kind === "open");
/** Whether only the visitor and bots play, so that no offer needs an answer. */
const isAlone = () => mySeats().length > 0 && state.seats.every((seat, index) => seat.kind === "bot" || mySeats().includes(index));

const board = new Board({ steps, play });
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
      const { state, view } = /** @type {{state: State, view?: View}} */ (message);
      attempt(() => receive(state, view));
    }
  },
});

/**
 * @param {string[]} taken
 * @param {Extras} extras
 * @returns {Promise<Steps>}
 */
async function steps(taken, extras) {
  return (await live.steps(taken, extras)) ?? turnAt(state.game, state.start, state.moves, taken, extras);
}

/** @param {string} move */
async function play(move) {
  setHint(null);
  await live.play(move, state.ply);
}

/**
 * Shows and marks a suggested move, or none, and ends the search for one.
 * @param {string|null} move
 */
function setHint(move) {
  hintSearch?.abort();
  hintText = move ? t("web.hint_is", { move }) : null;
  board.setHint(move);
}

/**
 * Shows a new state; fetches its view unless it came along.
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
    if (shownPly !== null && before && state.ply > before.ply) shownPly = null;
    if (before && state.ply > before.ply) playMoveSound();
  }
  // All want to play again: players go to the next game.
  if (state.rematch && state.rematch_seats && before && !before.rematch && mySeats().length) goToRematch(state.rematch, state.rematch_seats);
  board.setGame(state.game);
  board.setFlipped(isSeenFromSecond(data.id, state.seats.length));
  saveProgress();
  drawList();
  drawSeats();
  drawNotice();
  drawTools();
  if (shownPly === null && (isNew || before?.result !== state.result || !board.turn.isActive)) {
    board.show(view.svg, { animate: Boolean(before) });
    await beginTurn();
  }
  drawStatus();
  if (isBarOn && isNew) evaluate();
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
  if (seat.name) return seat.name;
  return mySeats().includes(index) ? t("web.you") : t("web.guest");
}

function drawSeats() {
  const faces = state.seats.map((_, index) => el("span", { class: "clock", role: "timer", "aria-label": t("web.clock_of", { player: seatName(index) }), hidden: true }));
  const players = state.seats.map((seat, index) => {
    const isTurn = !isOver() && state.to_move === index;
    const you = mySeats().includes(index) && seat.name && !isAlone() ? ` (${t("web.you")})` : "";
    return {
      paint: gameOf(state.game).seats[index]?.paint,
      name: nameOf(seat, index) + you,
      seat: seatName(index),
      isTurn,
      won: isOver() && winners().includes(index),
      thinks: thinking === index && isTurn,
      face: faces[index],
    };
  });
  drawPlayers(players, view.facts);
  clocks.set(state.clock, faces);
}

/** The seats with the best score. */
function winners() {
  const scores = String(state.result).split("-");
  return scores.map((score, seat) => (score === "1" ? seat : -1)).filter((seat) => seat >= 0);
}

function drawStatus() {
  document.title = `${isMyTurn() ? "● " : ""}${gameOf(state.game).name} · Cairn`;
  $("title").textContent = gameOf(state.game).name;
  toggle($("typed"), mySeats().length > 0 && !isOver());
  if (!isConnected) board.setPrompt(t("web.reconnecting"));
  else if (shownPly !== null) board.setPrompt(t("web.looking_back", { ply: shownPly, plies: state.ply }));
  else if (isOver()) board.setPrompt(view.status);
  else if (!isMyTurn()) {
    const said = thinking === state.to_move ? t("web.thinks", { player: seatName(state.to_move) }) : view.status;
    board.setPrompt([...view.remarks, said].join(". "));
  } else if (!board.turn.taken.length) {
    board.setPrompt(sentences([...view.remarks, view.status, view.prompt]));
  }
}

const drawList = () => drawMoves(state.moves, shownPly ?? state.ply, showPly);

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
}

function drawNotice() {
  const notice = $("notice");
  const parts = [];
  const isMine = (/** @type {number|null} */ seat) => seat !== null && mySeats().includes(seat);
  const mustAnswer = (/** @type {number[]|undefined} */ pending) => pending?.some((seat) => mySeats().includes(seat));
  if (isOver()) parts.push(...ending());
  else if (hasOpenSeat()) parts.push(...(mySeats().length ? invitation() : joinForm(join)));
  else if (mustAnswer(state.draw_pending)) {
    parts.push(...question(t("web.draw_offered", { player: seatName(state.draw_offer ?? 0) }), () => act("accept_draw"), () => act("decline_draw")));
  } else if (mustAnswer(state.takeback_pending)) {
    parts.push(...question(t("web.takeback_asked", { player: seatName(state.takeback ?? 0) }), () => act("accept_takeback"), () => act("decline_takeback")));
  } else if (isMine(state.draw_offer)) parts.push(el("p", {}, t("web.draw_waits")));
  else if (isMine(state.takeback)) parts.push(el("p", {}, t("web.takeback_waits")));
  if (hintText) parts.push(el("p", { class: "hint" }, hintText));
  toggle(notice, parts.length > 0);
  update(notice, ...parts);
}

function ending() {
  const parts = [el("h2", {}, view.status)];
  /** @type {HTMLElement[]} */
  const actions = [el("a", { class: "button primary", href: `/games/${data.id}/review` }, t("web.review"))];
  if (state.rematch) actions.push(el("a", { class: "button", href: `/games/${state.rematch}` }, t("web.to_rematch")));
  else if (mySeats().length) actions.push(button(t("web.rematch"), () => act("rematch")));
  const share = button(t("web.share"), ({ currentTarget }) => copy(location.href, currentTarget));
  actions.push(el("a", { class: "button", href: `/new?game=${encodeURIComponent(state.game)}` }, t("web.new_game")), share);
  parts.push(el("p", { class: "actions" }, ...actions));
  return parts;
}

/**
 * A button with a keyboard shortcut.
 * @param {string} text
 * @param {string} key
 * @param {() => unknown} onclick
 * @param {import("./dom.js").Props} props
 */
const shortcutButton = (text, key, onclick, props = {}) => button(text, onclick, { "aria-keyshortcuts": key, title: `${text} (${key})`, ...props });

function drawTools() {
  /** @type {HTMLElement[]} */
  const tools = [];
  const running = !isOver() && mySeats().length > 0 && !hasOpenSeat();
  if (running) {
    tools.push(shortcutButton(isAlone() ? t("web.undo") : t("web.ask_takeback"), "U", () => act("ask_takeback"), { disabled: state.ply === 0 }));
    if (isAlone()) {
      tools.push(shortcutButton(t("web.hint"), "T", hint, { disabled: !isMyTurn() }));
      tools.push(shortcutButton(t("web.bar_short"), "E", toggleBar, { "aria-pressed": String(isBarOn) }));
    }
    if (gameOf(state.game).draws && !isAlone()) {
      tools.push(button(t("web.offer_draw"), () => act("offer_draw"), { disabled: state.draw_offer !== null }));
    }
    tools.push(button(t("web.resign"), async () => {
      if (await ask(t("web.ask_resign"), t("web.resign"), t("web.cancel"))) act("resign");
    }));
  }
  if (isAlone() || isOver() || !mySeats().length) {
    const query = new URLSearchParams({ game: state.game, moves: state.moves.join(",") });
    if (state.start) query.set("position", state.start);
    tools.push(el("a", { class: "button", href: `/analysis?${query}` }, t("web.analyse")));
  }
  tools.push(el("a", { class: "button", href: `/api/v1/games/${data.id}/record`, download: "game.txt" }, t("web.record")));
  update($("tools"), ...tools);
}

// -- Actions ------------------------------------------------------------------------------------

/**
 * Runs a job, and shows why it failed unless it was aborted.
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
    const joined = await post(`games/${data.id}/join`, { name: name || null });
    saveName(name);
    saveGame(data.id, { token: joined.token, seats: [joined.seat], game: joined.state.game });
    live.hello();
    await receive(joined.state);
  });

/**
 * Resigns, offers, asks, answers, or wants a rematch.
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
    saveGame(id, { token: known.token, seats: known.seats.map((seat) => next[seat]), game: state.game });
  }
  location.href = `/games/${id}`;
}

/** The request to analyse the position for some seconds. */
const analysis = (/** @type {number} */ seconds) => ({ game: state.game, position: state.start, moves: state.moves, lines: 1, seconds });

/** Suggests a move, unless the position changes first. */
async function hint() {
  setHint(null);
  const { signal } = (hintSearch = new AbortController());
  /** @type {string|null} */
  let move = null;
  hintText = t("web.thinking");
  drawNotice();
  await attempt(() => stream("analyze", analysis(HINT_SECONDS), signal, (/** @type {AnalysisReport} */ report) => (move = report.bestmove)));
  if (signal.aborted) return;
  setHint(move);
  drawNotice();
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

onWalk({
  first: () => showPly(0),
  previous: () => showPly((shownPly ?? state.ply) - 1),
  next: () => showPly((shownPly ?? state.ply) + 1),
  last: () => showPly(state.ply),
});
