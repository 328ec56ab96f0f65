// Analysis of any position: a tree of variations, and the lines of the engine. A study is an analysis on the server.

import { messageOf, position, post, turnAt } from "./api.js";
import { Annotations } from "./annotations.js";
import { Board } from "./board.js";
import { $, copy, gameOf, pageData, sentences, t, toggle } from "./dom.js";
import { Editor } from "./editor.js";
import { showEmbedCode } from "./embed_code.js";
import { EngineLines } from "./engine_lines.js";
import { onWalk, setWalk } from "./moves.js";
import { Picker } from "./picker.js";
import { drawPlayers } from "./players.js";
import { saveGame } from "./store.js";
import { authorsLink, keepStudy, myStudies, readersLink, StudyFile } from "./study.js";
import { dropTree, keepPlace, keepTree, keptPlace, keptTree, lastKey, titleOf, Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";

/** @import { AnalysisPage, Created, CreatedStudy, ParsedRecord, Position, StoredStudy, Study } from "./types.d.ts" */
/** @import { Node } from "./tree.js" */

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

/** @type {Board} */
const board = new Board({
  steps: (taken, extras) => turnAt(game, start, tree.path(), taken, { values: engine.values, ...extras }),
  play,
});
const picker = new Picker(board);
const editor = new Editor(board, picker, (to, from) => {
  editor.close();
  return open(to, from, []);
});
const treeView = new TreeView($("tree"), visit);
const engine = new EngineLines({ onChange: analyze, onValues: () => visit(tree.here) });

/** Whether the visitor reads another author's study. */
const isReader = () => Boolean(data.study) && !file;

const annotations = new Annotations(board, picker, {
  here: () => tree.here,
  isReader,
  onChange: changed,
  onComment: drawTree,
  prompt: () => sentences([shown.status, shown.prompt]),
});

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
  engine.stop();
  // The turn belongs to the position before.
  board.suspend();
  let found;
  try {
    found = await position(game, start, tree.path(to), { values: engine.values, ...board.extras });
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
  annotations.draw();
  keepPlace(key, tree.path());
  analyze();
}

/**
 * Shows a node, or an error.
 * @param {Node} to
 * @returns {Promise<void>}
 */
function visit(to) {
  return go(to).catch((error) => board.showProblem(messageOf(error)));
}

// -- The tree -----------------------------------------------------------------------------------

function drawTree() {
  treeView.draw(tree);
  markCurrent();
}

/** Marks the current move, and enables what can be done with it. */
function markCurrent() {
  treeView.mark(tree.here);
  setWalk(Boolean(tree.here.parent), tree.here.children.length > 0);
  $("prune").disabled = $("promote").disabled = !tree.here.parent;
}

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

function analyze() {
  const { here } = tree;
  engine.analyze({ game, start, moves: tree.path(here) }, shown, (moves) => follow(here, moves));
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

function drawSeats() {
  const seats = gameOf(game).seats.slice(0, shown.seats);
  const isTurn = (/** @type {number} */ index) => !shown.result && shown.to_move === index;
  drawPlayers(seats.map((seat, index) => ({ ...seat, isTurn: isTurn(index) })), shown.facts);
}

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

/** The current position as the query of an address. */
function queryOf() {
  const query = new URLSearchParams({ game });
  if (start) query.set("position", start);
  const moves = tree.path().join(",");
  if (moves) query.set("moves", moves);
  return query;
}

function drawShare() {
  const query = queryOf();
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
  engine.stop();
  editor.open(game, shown.position).catch((error) => board.showProblem(messageOf(error)));
};
$("embed")?.addEventListener("click", () => {
  const id = file?.id ?? data.study?.id;
  showEmbedCode(id ? `/embed/studies/${id}` : `/embed/position?${queryOf()}`, (id && title) || gameOf(game).name);
});

const last = location.search || data.study ? "" : lastKey();
const kept = keptTree(last);
if (data.study) openStudy(data.study).catch((error) => board.showProblem(messageOf(error)));
else if (kept) open(kept.game, kept.position ?? null, keptPlace(last));
else open(game, start, (data.moves ?? "").split(",").filter(Boolean));
