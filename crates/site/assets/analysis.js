// Analysis of any position: a tree of variations, and the lines of the engine. A study is an analysis on the server.

import { messageOf, position, post, stream, turnAt } from "./api.js";
import { setBar } from "./bar.js";
import { Board } from "./board.js";
import { $, button, copy, el, gameOf, pageData, plural, sentences, t, toggle, update } from "./dom.js";
import { Editor } from "./editor.js";
import { drawMarks } from "./marks.js";
import { onWalk, scrollToCurrent, setWalk } from "./moves.js";
import { Picker } from "./picker.js";
import { drawPlayers } from "./players.js";
import { saveGame, setting, saveSetting } from "./store.js";
import { authorsLink, keepStudy, myStudies, readersLink, StudyFile } from "./study.js";
import { dropTree, keepPlace, keepTree, keptPlace, keptTree, lastKey, titleOf, Tree } from "./tree.js";

/** @import { AnalysisPage, AnalysisReport, Created, CreatedStudy, Line, ParsedRecord, Position, StoredStudy, Study } from "./types.d.ts" */
/** @import { Node } from "./tree.js" */

const SEARCH_SECONDS = 20;
/** The number of moves and brackets of the tree per block. */
const CHUNK = 200;
/** The texts of exact values. */
const EXACT = { win: "web.exact_win", draw: "web.exact_draw", loss: "web.exact_loss" };

/** @type {AnalysisPage} */
const data = pageData();
let game = data.game;
let start = data.position || null;
let title = "";
let tree = new Tree();
/** The study on the server, if the visitor is its author. @type {StudyFile|null} */
let file = null;
/** The key of this tree in the browser's storage. */
let key = "";
/** @type {Position} */
let shown;
/** @type {AbortController|null} */
let search = null;
/** The buttons of the tree, by their nodes. @type {Map<Node, HTMLElement>} */
const buttons = new Map();
/** The nodes of the tree, by their buttons. @type {WeakMap<Element, Node>} */
const nodesOf = new WeakMap();
/** The marks that pointing at squares sets instead of entering moves. @type {"squares"|"arrows"|null} */
let marking = null;
/** Where an arrow begins. @type {string|null} */
let arrowFrom = null;

const board = new Board({
  steps: (taken, extras) => turnAt(game, start, tree.path(), taken, { values: values(), ...extras }),
  play,
});
const picker = new Picker(board);
const editor = new Editor(board, picker, (to, from) => {
  editor.close();
  return open(to, from, []);
});

/** Whether to write exact values on the board. */
const values = () => ($("show-values").checked ? "1" : "");

/** Whether the visitor reads another author's study. */
const isReader = () => Boolean(data.study) && !file;

/** @returns {Study} */
const content = () => ({ title, game, position: start, nodes: tree.nodes() });

/** Stores a copy in the browser, and saves the study on the server. */
function keep() {
  const isEmpty = !tree.root.children.length && !title && !keptTree(key);
  if (isReader() || isEmpty) return;
  keepTree(key, { ...content(), ...(file && { version: file.version }) });
}

/** Updates the page after a change of the tree. */
function changed() {
  keep();
  file?.change(content);
}

/**
 * Plays a move from the current position.
 * @param {string} move
 */
async function play(move) {
  const from = tree.here;
  const { moves } = await position(game, start, [...tree.path(from), move]);
  const before = from.children.length;
  const next = tree.after(from, moves.at(-1) ?? move);
  if (from.children.length > before) {
    drawTree();
    changed();
  }
  await go(next);
}

/**
 * Shows a node; if the server does not answer, the board stays as it is.
 * @param {Node} to
 */
async function go(to) {
  const before = tree.here;
  if (editor.isOpen) editor.close();
  tree.here = to;
  markCurrent();
  search?.abort();
  // The turn belongs to the previous position.
  board.suspend();
  let found;
  try {
    found = await position(game, start, tree.path(to), { values: values(), ...board.extras });
  } catch (error) {
    if (tree.here === to) {
      tree.here = before;
      markCurrent();
      if (shown?.turn) await board.begin(shown.turn);
    }
    throw error;
  }
  if (tree.here !== to) return;
  shown = found;
  board.mover = shown.to_move;
  board.setGame(game);
  board.show(shown.turn?.svg ?? shown.svg, { animate: true });
  if (shown.turn) await board.begin(shown.turn);
  else board.stop(shown.status);
  if (shown.turn) board.setPrompt(sentences([...shown.remarks, shown.status, shown.prompt]));
  drawSeats();
  drawShare();
  drawNotes();
  keepPlace(key, tree.path());
  analyze();
}

/**
 * Shows a node, or an error.
 * @param {Node} to
 */
const visit = (to) => go(to).catch((error) => board.showProblem(messageOf(error)));

// -- The tree -----------------------------------------------------------------------------------

function drawTree() {
  buttons.clear();
  /** @type {HTMLElement[]} */
  const chunks = [];
  let depth = 0;
  let count = 0;
  for (const item of tree.inOrder()) {
    // The browser lays out only the chunks in view.
    if (count++ % CHUNK === 0) chunks.push(el("div", { class: "chunk" }));
    const parts = chunks[chunks.length - 1];
    if (typeof item === "string") {
      depth += item === "(" ? 1 : -1;
      parts.append(el("span", { class: "variation" }, item));
      continue;
    }
    const { node, ply, numbered } = item;
    const number = numbered || ply % 2 === 0 ? `${ply + 1}. ` : "";
    const made = el("button", { type: "button", class: depth ? "move aside" : "move" }, number + node.move);
    buttons.set(node, made);
    nodesOf.set(made, node);
    parts.append(made);
    if (node.comment) parts.append(el("span", { class: "comment" }, node.comment));
  }
  $("tree").replaceChildren(...chunks);
  markCurrent();
}

/** Marks the button of the current move. */
function markCurrent() {
  const old = $("tree").querySelector(".current");
  old?.classList.remove("current");
  old?.removeAttribute("aria-current");
  const now = buttons.get(tree.here);
  now?.classList.add("current");
  now?.setAttribute("aria-current", "step");
  setWalk(Boolean(tree.here.parent), tree.here.children.length > 0);
  $("prune").disabled = $("promote").disabled = !tree.here.parent;
  scrollToCurrent($("tree"));
}

$("tree").addEventListener("click", ({ target }) => {
  const node = target instanceof Element && nodesOf.get(target);
  if (node) visit(node);
});

/** Removes the current move and everything after it. */
function prune() {
  const parent = tree.remove();
  if (!parent) return;
  drawTree();
  changed();
  visit(parent);
}

function promote() {
  tree.promote();
  drawTree();
  changed();
}

// -- The engine ---------------------------------------------------------------------------------

/** Returns the seats that play. */
const seats = () => gameOf(game).seats.slice(0, shown.seats);

const seatName = (/** @type {number} */ index) => gameOf(game).seats[index]?.name ?? "";

function drawSeats() {
  const isTurn = (/** @type {number} */ index) => !shown.result && shown.to_move === index;
  drawPlayers(seats().map((seat, index) => ({ ...seat, isTurn: isTurn(index) })), shown.facts);
}

/**
 * Returns `61 %`, or the proven value.
 * @param {Line} line
 */
function formatScore(line) {
  if (line.value === "draw") return t("app.drawn");
  if (line.value && line.plies !== null) return plural(line.value === "win" ? "app.wins_in" : "app.loses_in", line.plies);
  if (line.value) return t(line.value === "win" ? "score.wins" : "web.loses");
  return `${Math.round(line.win_percent)} %`;
}

async function analyze() {
  search?.abort();
  const lines = Number($("line-count").value);
  const isOn = $("engine").checked;
  toggle($("bar"), $("show-bar").checked && isOn);
  $("lines").replaceChildren();
  // Reserves the space, so that the page does not shift when lines appear or disappear.
  $("lines").style.minHeight = isOn ? `${2.25 * lines}rem` : "";
  const exact = shown.value ? t(EXACT[shown.value], { player: seatName(shown.to_move) }) : "";
  $("score").textContent = shown.result ? shown.status : exact;
  if (shown.value) drawBar({ win: 100, draw: 50, loss: 0 }[shown.value]);
  if (!isOn || shown.result) return;
  const stop = new AbortController();
  search = stop;
  const at = tree.here;
  try {
    await stream("analyze", { game, position: start, moves: tree.path(at), lines: Math.max(1, lines), seconds: SEARCH_SECONDS }, stop.signal, (/** @type {AnalysisReport} */ report) => {
      if (at !== tree.here || stop.signal.aborted || !report.lines.length) return;
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
  const proof = line.value ? el("span", { class: "proven", role: "img", "aria-label": t("web.proven") }, "✓") : null;
  return el("li", {}, el("strong", {}, formatScore(line), proof), el("span", { class: "line-moves" }, ...moves));
}

/**
 * Adds the moves of a line to the tree and shows the last one.
 * @param {Node} from
 * @param {string[]} moves
 */
function follow(from, moves) {
  const to = moves.reduce((node, move) => tree.after(node, move), from);
  drawTree();
  changed();
  return visit(to);
}

const drawBar = (/** @type {number} */ percent) => setBar(seats(), shown.to_move, percent);

// -- Notes: comments, arrows, squares -----------------------------------------------------------

function drawNotes() {
  const { comment } = tree.here;
  if (document.activeElement !== $("comment")) $("comment").value = comment;
  $("comment-text").textContent = comment;
  toggle($("comment-text"), Boolean(comment) && isReader());
  drawMarks(board, tree.here);
}

/** @param {"squares"|"arrows"|null} kind */
function mark(kind) {
  marking = marking === kind ? null : kind;
  arrowFrom = null;
  $("mark-squares").setAttribute("aria-pressed", String(marking === "squares"));
  $("mark-arrows").setAttribute("aria-pressed", String(marking === "arrows"));
  picker.use(marking ? { tap: markAt, drag: (from, to) => marking === "arrows" && toggleArrow(from, to) } : null);
  if (marking) board.setPrompt(t(marking === "arrows" ? "web.mark_arrow_help" : "web.mark_square_help"));
  else board.setPrompt(sentences([shown.status, shown.prompt]));
}

/** @param {string} site */
function markAt(site) {
  const { here } = tree;
  if (marking === "squares") {
    here.squares = here.squares.includes(site) ? here.squares.filter((each) => each !== site) : [...here.squares, site];
    noted();
  } else if (arrowFrom && arrowFrom !== site) {
    toggleArrow(arrowFrom, site);
    arrowFrom = null;
  } else arrowFrom = arrowFrom ? null : site;
}

/**
 * @param {string} from
 * @param {string} to
 */
function toggleArrow(from, to) {
  const { here } = tree;
  const others = here.arrows.filter(([start, end]) => start !== from || end !== to);
  here.arrows = others.length < here.arrows.length ? others : [...here.arrows, [from, to]];
  noted();
}

function noted() {
  drawMarks(board, tree.here);
  changed();
}

$("comment").addEventListener("input", () => {
  tree.here.comment = $("comment").value;
  changed();
});
$("comment").addEventListener("change", drawTree);
$("mark-squares").onclick = () => mark("squares");
$("mark-arrows").onclick = () => mark("arrows");
$("mark-clear").onclick = () => {
  [tree.here.arrows, tree.here.squares] = [[], []];
  noted();
};
const { onFlip } = board;
board.onFlip = (/** @type {boolean} */ isFlipped) => {
  onFlip(isFlipped);
  drawMarks(board, tree.here);
};

// -- The study on the server --------------------------------------------------------------------

/** @param {StudyFile|null} to */
function setFile(to) {
  file = to;
  $("study-title").value = title;
  toggle($("study-links"), Boolean(file));
  toggle($("save-study"), !file);
  for (const field of $("notes").querySelectorAll("input, textarea, button")) /** @type {HTMLInputElement} */ (field).disabled = isReader();
  toggle($("notes"), !isReader());
  if (file) {
    $("readers-link").value = readersLink(file.id);
    $("authors-link").value = authorsLink(file.id, file.token);
  } else if (isReader()) $("study-state").textContent = t("web.study_readonly");
}

/** @type {(status: "saving"|"saved"|"failed", problem: string) => void} */
function showStatus(status, problem) {
  $("study-state").textContent = status === "failed" ? problem : t(status === "saving" ? "web.study_saving" : "web.study_saved");
  $("study-state").classList.toggle("problem", status === "failed");
  if (status !== "saved" || !file) return;
  keep();
  keepStudy(file.id, { token: file.token, title, game });
}

$("study-title").addEventListener("input", () => {
  title = $("study-title").value.trim();
  changed();
});

$("save-study").onclick = async () => {
  try {
    /** @type {CreatedStudy} */
    const { id, token } = await post("studies", { ...content(), title: titleOf(title) });
    keepStudy(id, { token, title: titleOf(title), game });
    const old = key;
    key = `study/${id}`;
    title = titleOf(title);
    setFile(new StudyFile(id, token, 0, showStatus));
    keep();
    if (!old.startsWith("study/")) dropTree(old);
    history.pushState(null, "", `/studies/${id}`);
    data.study = undefined;
    showStatus("saved", "");
  } catch (error) {
    board.showProblem(messageOf(error));
  }
};

/**
 * Opens the study of this page.
 * @param {StoredStudy} study
 */
async function openStudy(study) {
  const link = location.hash.slice(1);
  if (link) {
    keepStudy(study.id, { token: link, title: study.title, game: study.game });
    history.replaceState(null, "", location.pathname);
  }
  const token = link || myStudies()[study.id]?.token;
  key = `study/${study.id}`;
  const draft = token ? keptTree(key) : null;
  // The copy in this browser is newer if nothing else was saved since.
  const isNewer = draft?.version === study.version;
  const from = isNewer && draft ? draft : study;
  [game, start, title] = [from.game, from.position ?? null, from.title];
  tree = new Tree(from.nodes);
  tree.here = tree.find(keptPlace(key)) ?? tree.root;
  setFile(token ? new StudyFile(study.id, token, study.version, showStatus) : null);
  drawTree();
  if (file) showStatus("saved", "");
  if (isNewer && JSON.stringify(content().nodes) !== JSON.stringify(study.nodes)) changed();
  await go(tree.here);
}

// -- Sharing ------------------------------------------------------------------------------------

function drawShare() {
  const query = new URLSearchParams({ game });
  if (start) query.set("position", start);
  const moves = tree.path().join(",");
  if (moves) query.set("moves", moves);
  if (!data.study && !file) history.replaceState(null, "", `/analysis?${query}`);
  $("link").value = `${location.origin}/analysis?${query}`;
  $("svg").href = `/api/v1/position/board.svg?${query}`;
  $("png").href = `/api/v1/position/board.png?${query}`;
  $("record-link").href = `/api/v1/position/record?${query}`;
  $("spec").value = game;
  $("position").value = shown.position;
}

/**
 * Opens a game at a position, with moves; restores the variations that this browser has stored.
 * @param {string} to
 * @param {string|null} from
 * @param {string[]} moves
 */
async function open(to, from, moves) {
  const before = { game, start, title, tree, file, key };
  try {
    const found = await position(to, from || null, moves);
    [game, start] = [found.game, found.start];
    if (!data.study) {
      key = `${game}|${start ?? ""}`;
      const kept = keptTree(key);
      title = kept?.title ?? "";
      tree = new Tree(kept?.nodes);
      setFile(null);
    } else tree = new Tree();
    tree.here = tree.follow(found.moves);
    drawTree();
    await go(tree.here);
    changed();
  } catch (error) {
    ({ game, start, title, tree, file, key } = before);
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

for (const [id, field] of /** @type {const} */ ([["copy", "link"], ["copy-readers", "readers-link"], ["copy-authors", "authors-link"]])) {
  $(id).onclick = () => copy($(field).value, $(id));
}
onWalk({
  first: () => visit(tree.root),
  previous: () => tree.here.parent && visit(tree.here.parent),
  next: () => tree.here.children[0] && visit(tree.here.children[0]),
  last: () => visit(tree.last()),
});
$("prune").onclick = prune;
$("promote").onclick = promote;
$("edit-position").onclick = () => {
  if (editor.isOpen) {
    editor.close();
    visit(tree.here);
    return;
  }
  search?.abort();
  editor.open(game, shown.position).catch((error) => board.showProblem(messageOf(error)));
};

/** @type {["engine"|"show-bar"|"show-values", "engine"|"bar"|"values", boolean][]} */
const SWITCHES = [["engine", "engine", true], ["show-bar", "bar", true], ["show-values", "values", false]];
for (const [id, name, fallback] of SWITCHES) {
  $(id).checked = setting(name, fallback);
  $(id).addEventListener("change", () => {
    saveSetting(name, $(id).checked);
    if (id === "show-values") visit(tree.here);
    else analyze();
  });
}
$("line-count").value = String(setting("lines", 3));
$("line-count").addEventListener("change", () => {
  saveSetting("lines", Number($("line-count").value));
  analyze();
});

const last = location.search || data.study ? "" : lastKey();
const kept = keptTree(last);
if (data.study) openStudy(data.study).catch((error) => board.showProblem(messageOf(error)));
else if (kept) open(kept.game, kept.position ?? null, keptPlace(last));
else open(game, start, (data.moves ?? "").split(",").filter(Boolean));
