// A game in play: with friends, against bots, or watched.

import { get, isAbort, messageOf, post, stream, turnAt } from "./api.js";
import { setBar } from "./bar.js";
import { Board } from "./board.js";
import { Clocks, spell } from "./clock.js";
import { $, ask, botName, button, copy, el, gameOf, pageData, sentences, t, toggle } from "./dom.js";
import { Live } from "./live.js";
import { drawMoves, onWalk } from "./moves.js";
import { entrance, invitation, question } from "./notice.js";
import { drawPlayers } from "./players.js";
import { knock } from "./sound.js";
import { isSeenFromSecond, keepGame, keepName, keepSide, myGame } from "./store.js";

/** @import { AnalysisReport, Extras, GamePage, Joined, Seat, State, Steps, View } from "./types.d.ts" */

const HINT_SECONDS = 1;
const BAR_SECONDS = 2;

/** @type {GamePage} */
const data = pageData();
/** @type {State} */
let state;
/** @type {View} */
let view;
/** How many moves are shown, if not all. @type {number|null} */
let lookingAt = null;
let isLineUp = true;
/** The seat whose bot thinks. @type {number|null} */
let thinking = null;
/** @type {string|null} */
let hinted = null;
let withBar = false;
/** Ends the search for the bar. @type {AbortController|null} */
let counter = null;
/** Ends the search for a hint. @type {AbortController|null} */
let advisor = null;
const clocks = new Clocks((seat, left) => {
  if (mine().includes(seat)) $("announcement").textContent = t("web.time_low", { player: seatName(seat), time: spell(left) });
});

const mine = () => myGame(data.id)?.seats ?? [];
const token = () => myGame(data.id)?.token ?? null;
const isOver = () => state.result !== null;
const isMyTurn = () => !isOver() && mine().includes(state.to_move);
const hasOpenSeat = () => state.seats.some((seat) => seat.kind === "open");
/** Only the visitor and bots play: nobody has to be asked. */
const isAlone = () => mine().length > 0 && state.seats.every((seat, index) => seat.kind === "bot" || mine().includes(index));

const board = new Board({ steps, play });
board.onFlip = (/** @type {boolean} */ isFlipped) => keepSide(data.id, isFlipped);

const live = new Live(data.id, {
  token,
  onLine(up) {
    isLineUp = up;
    if (state) drawStatus();
  },
  onMessage(message) {
    if (message.t === "thinking") {
      thinking = message.by;
      drawSeats();
      if (!isMyTurn()) drawStatus();
    } else if (message.t === "problem" && message.status === 404) {
      $("players").replaceChildren();
      board.rest(message.detail);
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
  advise(null);
  await live.play(move, state.ply);
}

/**
 * Shows and marks a suggested move, or none; a search for one is over.
 * @param {string|null} move
 */
function advise(move) {
  advisor?.abort();
  hinted = move ? t("web.hint_is", { move }) : null;
  board.advise(move);
}

/**
 * Takes over a new state; its view is fetched unless it has come with it.
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
    advise(null);
    thinking = null;
    if (lookingAt !== null && before && state.ply > before.ply) lookingAt = null;
    if (before && state.ply > before.ply) knock();
  }
  // All want to play again: those who have a seat go there.
  if (state.rematch && state.rematch_seats && before && !before.rematch && mine().length) goToRematch(state.rematch, state.rematch_seats);
  board.setGame(state.game);
  board.setFlipped(isSeenFromSecond(data.id, state.seats.length));
  remember();
  drawList();
  drawSeats();
  drawNotice();
  drawTools();
  if (lookingAt === null && (isNew || before?.result !== state.result || !board.turn.isActive)) {
    board.show(view.svg, { animate: Boolean(before) });
    await beginTurn();
  }
  drawStatus();
  if (withBar && isNew) evaluate();
}

async function beginTurn() {
  if (!isMyTurn() || lookingAt !== null) {
    board.rest();
    return;
  }
  board.mover = state.to_move;
  await board.begin();
}

function remember() {
  if (!mine().length) return;
  const names = state.seats.map((seat, index) => nameOf(seat, index));
  keepGame(data.id, { game: state.game, result: state.result, moves: state.ply, names, turn: isMyTurn() });
}

// -- What is shown ------------------------------------------------------------------------------

const seatName = (/** @type {number} */ index) => gameOf(state.game).seats[index]?.name ?? String(index + 1);

/**
 * @param {Seat} seat
 * @param {number} index
 */
function nameOf(seat, index) {
  if (seat.kind === "open") return t("web.open_seat");
  if (seat.kind === "bot") return botName(seat.bot);
  if (seat.name) return seat.name;
  return mine().includes(index) ? t("web.you") : t("web.guest");
}

function drawSeats() {
  const faces = state.seats.map((_, index) => el("span", { class: "clock", role: "timer", "aria-label": t("web.clock_of", { player: seatName(index) }), hidden: true }));
  const players = state.seats.map((seat, index) => {
    const isTurn = !isOver() && state.to_move === index;
    const you = mine().includes(index) && seat.name && !isAlone() ? ` (${t("web.you")})` : "";
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
  toggle($("typed"), mine().length > 0 && !isOver());
  if (!isLineUp) board.say(t("web.reconnecting"));
  else if (lookingAt !== null) board.say(t("web.looking_back", { ply: lookingAt, plies: state.ply }));
  else if (isOver()) board.say(view.status);
  else if (!isMyTurn()) {
    const said = thinking === state.to_move ? t("web.thinks", { player: seatName(state.to_move) }) : view.status;
    board.say([...view.remarks, said].join(". "));
  } else if (!board.turn.taken.length) {
    board.say(sentences([...view.remarks, view.status, view.prompt]));
  }
}

const drawList = () => drawMoves(state.moves, lookingAt ?? state.ply, lookAt);

/**
 * Shows the board after so many moves.
 * @param {number} ply
 * @returns {Promise<void>}
 */
async function lookAt(ply) {
  const to = Math.max(0, Math.min(state.ply, ply));
  if (to === state.ply) {
    lookingAt = null;
    board.show(view.svg, { animate: true });
    await beginTurn();
  } else {
    lookingAt = to;
    board.rest();
    try {
      /** @type {View} */
      const past = await get(`games/${data.id}/view`, { ply: to });
      if (lookingAt === to) board.show(past.svg, { animate: true });
    } catch (error) {
      if (lookingAt === to) await lookAt(state.ply);
      board.complain(messageOf(error));
      return;
    }
  }
  drawList();
  drawStatus();
}

function drawNotice() {
  const notice = $("notice");
  const parts = [];
  const isMine = (/** @type {number|null} */ seat) => seat !== null && mine().includes(seat);
  const mustAnswer = (/** @type {number[]|undefined} */ pending) => pending?.some((seat) => mine().includes(seat));
  if (isOver()) parts.push(...ending());
  else if (hasOpenSeat()) parts.push(...(mine().length ? invitation() : entrance(join)));
  else if (mustAnswer(state.draw_pending)) {
    parts.push(...question(t("web.draw_offered", { player: seatName(state.draw_offer ?? 0) }), () => act("accept_draw"), () => act("decline_draw")));
  } else if (mustAnswer(state.takeback_pending)) {
    parts.push(...question(t("web.takeback_asked", { player: seatName(state.takeback ?? 0) }), () => act("accept_takeback"), () => act("decline_takeback")));
  } else if (isMine(state.draw_offer)) parts.push(el("p", {}, t("web.draw_waits")));
  else if (isMine(state.takeback)) parts.push(el("p", {}, t("web.takeback_waits")));
  if (hinted) parts.push(el("p", { class: "hint" }, hinted));
  toggle(notice, parts.length > 0);
  notice.replaceChildren(...parts);
}

function ending() {
  const parts = [el("h2", {}, view.status)];
  /** @type {HTMLElement[]} */
  const actions = [el("a", { class: "button primary", href: `/games/${data.id}/review` }, t("web.review"))];
  if (state.rematch) actions.push(el("a", { class: "button", href: `/games/${state.rematch}` }, t("web.to_rematch")));
  else if (mine().length) actions.push(button(t("web.rematch"), () => act("rematch")));
  /** @type {HTMLButtonElement} */
  const share = button(t("web.share"), () => copy(location.href, share));
  actions.push(el("a", { class: "button", href: `/new?game=${encodeURIComponent(state.game)}` }, t("web.new_game")), share);
  parts.push(el("p", { class: "actions" }, ...actions));
  return parts;
}

/**
 * A button with a key of its own.
 * @param {string} text
 * @param {string} key
 * @param {() => unknown} onclick
 * @param {import("./dom.js").Props} props
 */
const keyed = (text, key, onclick, props = {}) => button(text, onclick, { "aria-keyshortcuts": key, title: `${text} (${key})`, ...props });

function drawTools() {
  /** @type {HTMLElement[]} */
  const tools = [];
  const running = !isOver() && mine().length > 0 && !hasOpenSeat();
  if (running) {
    tools.push(keyed(isAlone() ? t("web.undo") : t("web.ask_takeback"), "U", () => act("ask_takeback"), { disabled: state.ply === 0 }));
    if (isAlone()) {
      tools.push(keyed(t("web.hint"), "T", hint, { disabled: !isMyTurn() }));
      tools.push(keyed(t("web.bar_short"), "E", toggleBar, { "aria-pressed": String(withBar) }));
    }
    if (gameOf(state.game).draws && !isAlone()) {
      tools.push(button(t("web.offer_draw"), () => act("offer_draw"), { disabled: state.draw_offer !== null }));
    }
    tools.push(button(t("web.resign"), async () => {
      if (await ask(t("web.ask_resign"), t("web.resign"), t("web.cancel"))) act("resign");
    }));
  }
  if (isAlone() || isOver() || !mine().length) {
    const query = new URLSearchParams({ game: state.game, moves: state.moves.join(",") });
    if (state.start) query.set("position", state.start);
    tools.push(el("a", { class: "button", href: `/analysis?${query}` }, t("web.analyse")));
  }
  tools.push(el("a", { class: "button", href: `/api/v1/games/${data.id}/record`, download: "game.txt" }, t("web.record")));
  $("tools").replaceChildren(...tools);
}

// -- What is done -------------------------------------------------------------------------------

/**
 * Does something, and shows why it failed unless it was aborted.
 * @param {() => Promise<unknown>} job
 */
async function attempt(job) {
  try {
    await job();
  } catch (error) {
    if (!isAbort(error)) board.complain(messageOf(error));
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
    keepName(name);
    keepGame(data.id, { token: joined.token, seats: [joined.seat], game: joined.state.game });
    live.hello();
    await receive(joined.state);
  });

/**
 * The seat of the visitor that this action is for has the token.
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
    keepGame(id, { token: known.token, seats: known.seats.map((seat) => next[seat]), game: state.game });
  }
  location.href = `/games/${id}`;
}

/** The request to analyse the position for so long. */
const analysis = (/** @type {number} */ seconds) => ({ game: state.game, position: state.start, moves: state.moves, lines: 1, seconds });

/** Suggests a move, unless another position comes first. */
async function hint() {
  advise(null);
  const { signal } = (advisor = new AbortController());
  /** @type {string|null} */
  let move = null;
  hinted = t("web.thinking");
  drawNotice();
  await attempt(() => stream("analyze", analysis(HINT_SECONDS), signal, (/** @type {AnalysisReport} */ report) => (move = report.bestmove)));
  if (signal.aborted) return;
  advise(move);
  drawNotice();
}

function toggleBar() {
  withBar = !withBar;
  counter?.abort();
  toggle($("bar"), withBar);
  if (withBar) evaluate();
  drawTools();
}

async function evaluate() {
  counter?.abort();
  if (isOver()) return;
  const { signal } = (counter = new AbortController());
  const mover = state.to_move;
  const seats = gameOf(state.game).seats.slice(0, state.seats.length);
  toggle($("bar"), true);
  try {
    await stream("analyze", analysis(BAR_SECONDS), signal, (/** @type {AnalysisReport} */ report) => setBar(seats, mover, report.win_percent));
  } catch (error) {
    if (signal.aborted) return;
    // The bar would show the chances of an earlier position.
    toggle($("bar"), false);
    board.complain(messageOf(error));
  }
}

onWalk({
  first: () => lookAt(0),
  previous: () => lookAt((lookingAt ?? state.ply) - 1),
  next: () => lookAt((lookingAt ?? state.ply) + 1),
  last: () => lookAt(state.ply),
});
