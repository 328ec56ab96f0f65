// Analysis: any position, a tree of variations, and the lines of the engine.

import { messageOf, position, post, stream, turnAt } from "./api.js";
import { setBar } from "./bar.js";
import { Board } from "./board.js";
import { $, button, copy, el, gameOf, pageData, plural, sentences, t, toggle, update } from "./dom.js";
import { onWalk, scrollToCurrent, setWalk } from "./moves.js";
import { drawPlayers } from "./players.js";
import { saveGame, setting, saveSetting } from "./store.js";

/** @import { AnalysisPage, AnalysisReport, Created, Line, ParsedRecord, Position } from "./types.d.ts" */

/**
 * A node of the tree: the move that leads to it, and its variations.
 * @typedef {{move: string, parent: Node|null, children: Node[]}} Node
 */

const SEARCH_SECONDS = 20;

/**
 * @param {string} move
 * @param {Node|null} parent
 * @returns {Node}
 */
const node = (move, parent) => ({ move, parent, children: [] });

/** @type {AnalysisPage} */
const data = pageData();
let game = data.game;
let start = data.position || null;
let root = node("", null);
let here = root;
/** @type {Position} */
let shown;
/** @type {AbortController|null} */
let search = null;

/** @type {(to: Node) => string[]} */
const path = (to) => (to.parent ? [...path(to.parent), to.move] : []);

const board = new Board({
  steps: (taken, extras) => turnAt(game, start, path(here), taken, { values: values(), ...extras }),
  play,
});

/** Whether to write exact values on the board. */
const values = () => ($("show-values").checked ? "1" : "");

/**
 * The node after a move, which may be new.
 * @param {Node} from
 * @param {string} move
 */
function after(from, move) {
  const known = from.children.find((child) => child.move === move);
  if (known) return known;
  const next = node(move, from);
  from.children.push(next);
  return next;
}

/**
 * Goes to a move from here.
 * @param {string} move
 */
async function play(move) {
  const from = here;
  const { moves } = await position(game, start, [...path(from), move]);
  await go(after(from, moves.at(-1) ?? move));
}

/**
 * Shows a node; if the server does not answer, the board stays as it is.
 * @param {Node} to
 */
async function go(to) {
  const before = here;
  here = to;
  search?.abort();
  let found;
  try {
    found = await position(game, start, path(to), { values: values(), ...board.extras });
  } catch (error) {
    if (here === to) here = before;
    throw error;
  }
  if (here !== to) return;
  shown = found;
  board.mover = shown.to_move;
  board.setGame(game);
  board.show(shown.turn?.svg ?? shown.svg, { animate: true });
  if (shown.turn) await board.begin(shown.turn);
  else board.stop(shown.status);
  if (shown.turn) board.setPrompt(sentences([...shown.remarks, shown.status, shown.prompt]));
  drawTree();
  drawSeats();
  drawShare();
  analyze();
}

/**
 * Shows a node, or why it cannot be shown.
 * @param {Node} to
 */
const visit = (to) => go(to).catch((error) => board.showProblem(messageOf(error)));

// -- The tree -----------------------------------------------------------------------------------

function drawTree() {
  /** @type {HTMLElement[]} */
  const parts = [];
  /** @type {(from: Node, ply: number, isFirst: boolean) => void} */
  const write = (from, ply, isFirst) => {
    const [main, ...others] = from.children;
    if (!main) return;
    parts.push(moveButton(main, ply, isFirst));
    for (const other of others) {
      const group = el("span", { class: "variation" }, "(");
      const outer = parts.splice(0);
      parts.push(moveButton(other, ply, true));
      write(other, ply + 1, false);
      group.append(...parts.splice(0), ")");
      parts.push(...outer, group);
    }
    write(main, ply + 1, others.length > 0);
  };
  write(root, 0, true);
  $("tree").replaceChildren(...parts);
  setWalk(Boolean(here.parent), here.children.length > 0);
  $("prune").disabled = !here.parent;
  scrollToCurrent($("tree"));
}

/**
 * @param {Node} to
 * @param {number} ply
 * @param {boolean} numbered
 */
function moveButton(to, ply, numbered) {
  const is = to === here;
  const number = numbered || ply % 2 === 0 ? `${ply + 1}. ` : "";
  return button(number + to.move, () => visit(to), { class: is ? "move current" : "move", "aria-current": is ? "step" : null });
}

/** Removes the current move and everything after it. */
function prune() {
  const { parent } = here;
  if (!parent) return;
  parent.children = parent.children.filter((child) => child !== here);
  visit(parent);
}

/** @type {(from: Node) => Node} */
const lastOf = (from) => (from.children.length ? lastOf(from.children[0]) : from);

// -- The engine ---------------------------------------------------------------------------------

/** The seats that play. */
const seats = () => gameOf(game).seats.slice(0, shown.seats);

const seatName = (/** @type {number} */ index) => gameOf(game).seats[index]?.name ?? "";

function drawSeats() {
  const isTurn = (/** @type {number} */ index) => !shown.result && shown.to_move === index;
  drawPlayers(seats().map((seat, index) => ({ ...seat, isTurn: isTurn(index) })), shown.facts);
}

/**
 * `61 %`, or the proven value.
 * @param {Line} line
 */
function formatScore(line) {
  if (line.value === "draw") return t("app.drawn");
  if (line.value && line.plies !== null) return plural(line.value === "win" ? "app.wins_in" : "app.loses_in", line.plies);
  if (line.value) return t(line.value === "win" ? "score.wins" : "web.loses");
  // An estimate would contradict the proof: in a lost position every line loses, in others the value is unknown.
  if (shown.value) return shown.value === "loss" ? t("web.loses") : "?";
  return `${Math.round(line.win_percent)} %`;
}

async function analyze() {
  search?.abort();
  const lines = Number($("line-count").value);
  const isOn = $("engine").checked;
  toggle($("bar"), $("show-bar").checked && isOn);
  $("lines").replaceChildren();
  // Reserves the space, so that the page does not shift while lines come and go.
  $("lines").style.minHeight = `${2.7 * lines}rem`;
  const exact = shown.value ? t(`web.exact_${shown.value}`, { player: seatName(shown.to_move) }) : "";
  $("score").textContent = shown.result ? shown.status : exact;
  if (shown.value) drawBar({ win: 100, draw: 50, loss: 0 }[shown.value]);
  if (!isOn || shown.result) return;
  const stop = new AbortController();
  search = stop;
  const at = here;
  try {
    await stream("analyze", { game, position: start, moves: path(here), lines: Math.max(1, lines), seconds: SEARCH_SECONDS }, stop.signal, (/** @type {AnalysisReport} */ report) => {
      if (at !== here || stop.signal.aborted || !report.lines.length) return;
      const best = report.lines[0];
      const who = seatName(shown.to_move);
      // A proven value replaces the estimate.
      $("score").textContent = `${exact || `${who}: ${formatScore(best)}`} · ${t("app.depth", { n: report.depth })}`;
      if (!exact) drawBar(best.win_percent);
      update($("lines"), ...report.lines.slice(0, lines).map((line) => lineItem(line, at)));
    });
  } catch (error) {
    if (stop.signal.aborted) return;
    $("score").textContent = messageOf(error);
    // The bar would show the chances of an earlier position.
    if (!exact) toggle($("bar"), false);
  }
}

/**
 * @param {Line} line
 * @param {Node} at
 */
function lineItem(line, at) {
  const moves = line.line.map((move, index) => button(move, () => follow(at, line.line.slice(0, index + 1)), { class: "move" }));
  return el("li", {}, el("strong", {}, formatScore(line)), el("span", { class: "line-moves" }, ...moves));
}

/**
 * Adds the moves of a line to the tree and shows the last one.
 * @param {Node} from
 * @param {string[]} moves
 */
const follow = (from, moves) => visit(moves.reduce(after, from));

const drawBar = (/** @type {number} */ percent) => setBar(seats(), shown.to_move, percent);

// -- Sharing ------------------------------------------------------------------------------------

function drawShare() {
  const query = new URLSearchParams({ game });
  if (start) query.set("position", start);
  const moves = path(here).join(",");
  if (moves) query.set("moves", moves);
  history.replaceState(null, "", `/analysis?${query}`);
  $("link").value = location.href;
  $("svg").href = `/api/v1/position/board.svg?${query}`;
  $("png").href = `/api/v1/position/board.png?${query}`;
  $("record-link").href = `/api/v1/position/record?${query}`;
  $("spec").value = game;
  $("position").value = shown.position;
}

/**
 * Opens a game at a position, with moves.
 * @param {string} to
 * @param {string|null} from
 * @param {string[]} moves
 */
async function open(to, from, moves) {
  /** @type {[string, string|null, Node]} */
  const before = [game, start, root];
  [game, start] = [to, from || null];
  try {
    const found = await position(game, start, moves);
    root = node("", null);
    await go(found.moves.reduce(after, root));
  } catch (error) {
    [game, start, root] = before;
    if (!shown) await open(game.split(":")[0], null, []).catch(() => {});
    board.showProblem(messageOf(error));
  }
}

$("set-up").addEventListener("submit", async (event) => {
  event.preventDefault();
  const record = $("record").value.trim();
  if (!record) return open($("spec").value.trim(), $("position").value.trim(), []);
  try {
    const answer = await fetch("/api/v1/record", { method: "POST", body: record });
    /** @type {ParsedRecord & {detail?: string}} */
    const read = await answer.json();
    if (!answer.ok) throw new Error(read.detail);
    $("record").value = "";
    await open(read.game, read.position, read.moves);
  } catch (error) {
    board.showProblem(messageOf(error));
  }
});

$("play-from").onclick = async () => {
  try {
    const seats = Array.from({ length: shown.seats }, (_, index) => (index === shown.to_move ? "human" : "level3"));
    /** @type {Created} */
    const created = await post("games", { game, position: shown.position, seats });
    saveGame(created.id, { token: created.token, seats: [shown.to_move], game: created.state.game });
    location.href = `/games/${created.id}`;
  } catch (error) {
    board.showProblem(messageOf(error));
  }
};

$("copy").onclick = () => copy(location.href, $("copy"));
onWalk({
  first: () => visit(root),
  previous: () => here.parent && visit(here.parent),
  next: () => here.children[0] && visit(here.children[0]),
  last: () => visit(lastOf(here)),
});
$("prune").onclick = prune;

/** @type {["engine"|"show-bar"|"show-values", "engine"|"bar"|"values", boolean][]} */
const SWITCHES = [["engine", "engine", true], ["show-bar", "bar", true], ["show-values", "values", false]];
for (const [id, name, fallback] of SWITCHES) {
  $(id).checked = setting(name, fallback);
  $(id).addEventListener("change", () => {
    saveSetting(name, $(id).checked);
    if (id === "show-values") visit(here);
    else analyze();
  });
}
$("line-count").value = String(setting("lines", 3));
$("line-count").addEventListener("change", () => {
  saveSetting("lines", Number($("line-count").value));
  analyze();
});

open(game, start, (data.moves ?? "").split(",").filter(Boolean));
