// A game, a position or a study in a frame on another site: the board, the moves, and a link back. It needs neither cookies
// nor storage, and follows a game that is still being played.

import { get, messageOf, position } from "./api.js";
import { Board } from "./board.js";
import { $, gameOf, pageData, t, toggle } from "./dom.js";
import { Live } from "./live.js";
import { drawMarks } from "./marks.js";
import { onWalk, setWalk } from "./moves.js";
import { drawPlayers } from "./players.js";
import { nameOfSeat } from "./table.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";

/** @import { EmbedPage, Position, State, View } from "./types.d.ts" */
/** @import { Node } from "./tree.js" */

/** @type {EmbedPage} */
const data = pageData();
let tree = new Tree(data.nodes);
/** The game in play, if it is one. @type {State|null} */
let state = null;

const board = new Board({ steps: () => Promise.reject(new Error(t("web.failed"))), play: () => Promise.resolve() });
const treeView = new TreeView($("tree"), visit);

/**
 * The view after the moves that lead to a node.
 * @param {Node} to
 * @returns {Promise<View>}
 */
const viewOf = (to) => (data.id ? get(`games/${data.id}/view`, { ply: tree.path(to).length }) : position(data.game, data.position ?? null, tree.path(to)));

/**
 * Shows a node, or why it cannot be shown.
 * @param {Node} to
 */
async function visit(to) {
  tree.here = to;
  treeView.mark(to);
  setWalk(Boolean(to.parent), to.children.length > 0);
  try {
    const view = await viewOf(to);
    if (tree.here !== to) return;
    board.show(view.svg, { animate: true });
    board.stop(view.status);
    $("comment-text").textContent = to.comment;
    toggle($("comment-text"), Boolean(to.comment));
    drawMarks(board, to);
    drawSeats(view);
  } catch (error) {
    board.showProblem(messageOf(error));
  }
}

/** @param {View|Position} view */
function drawSeats(view) {
  const count = state?.seats.length ?? ("seats" in view ? view.seats : 0);
  const mover = state ? state.to_move : "to_move" in view ? view.to_move : -1;
  const seats = gameOf(data.game).seats.slice(0, count);
  const players = seats.map(({ name, paint }, index) => {
    const player = state?.seats[index];
    const isTurn = index === mover && !(state ?? /** @type {Partial<Position>} */ (view)).result;
    return { paint, name: player ? nameOfSeat(player) : name, seat: name, isTurn };
  });
  drawPlayers(players, view.facts);
}

/**
 * Shows a game as it stands, and its latest move unless the visitor looks back.
 * @param {State} next
 */
function receive(next) {
  const wasAtEnd = !tree.here.children.length;
  const path = tree.path();
  state = next;
  tree = new Tree();
  const end = tree.follow(next.moves);
  treeView.draw(tree);
  return visit((wasAtEnd ? end : tree.find(path)) ?? end);
}

if (data.id) {
  const live = new Live(data.id, {
    token: () => null,
    hasView: false,
    onConnection() {},
    onMessage(message) {
      if (!("state" in message) || !message.state) return;
      receive(message.state);
      // Nothing more will happen.
      if (message.state.result) live.close();
    },
  });
}
board.setGame(data.game);
onWalk({
  first: () => visit(tree.root),
  previous: () => tree.here.parent && visit(tree.here.parent),
  next: () => tree.here.children[0] && visit(tree.here.children[0]),
  last: () => visit(tree.last()),
});
treeView.draw(tree);
visit(tree.at(data.ply));
