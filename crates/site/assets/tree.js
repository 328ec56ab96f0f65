// A tree of variations, and its copies in the browser, which survive reloads and crashes of the page.

import { t } from "./dom.js";
import { read, write } from "./store.js";

/** @import { Study, StudyNode } from "./types.d.ts" */

/**
 * A position of the tree: the move that leads to it, its annotations and its variations.
 * @typedef {{move: string, parent: Node|null, children: Node[], comment: string, arrows: [string, string][],
 *   squares: string[]}} Node
 */

const KEYS = "cairn.trees";
const PREFIX = "cairn.tree:";
const MAX_TREES = 12;

/**
 * @param {string} move
 * @param {Node|null} parent
 * @returns {Node}
 */
const makeNode = (move, parent) => ({ move, parent, children: [], comment: "", arrows: [], squares: [] });

export class Tree {
  root = makeNode("", null);
  here = this.root;

  /** @param {StudyNode[]} nodes in the format of studies */
  constructor(nodes = []) {
    /** @type {Node[]} */
    const made = [];
    for (const { parent = 0, move = "", comment = "", arrows = [], squares = [] } of nodes) {
      const before = made[parent] ?? null;
      const node = { ...makeNode(move, before), comment, arrows, squares };
      if (before) before.children.push(node);
      made.push(node);
    }
    if (made[0]) this.root = this.here = made[0];
  }

  /**
   * Returns the nodes in the format of studies: each after its parent.
   * @returns {StudyNode[]}
   */
  nodes() {
    /** @type {StudyNode[]} */
    const list = [];
    const open = [{ node: this.root, parent: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { move, comment, arrows, squares, children } = next.node;
      const parent = list.length;
      list.push({ parent: next.parent, move, ...(comment && { comment }), ...(arrows.length && { arrows }), ...(squares.length && { squares }) });
      for (const node of children.toReversed()) open.push({ node, parent });
    }
    return list;
  }

  /**
   * Returns the moves that lead to a node.
   * @param {Node} to
   */
  path(to = this.here) {
    const moves = [];
    for (let node = to; node.parent; node = node.parent) moves.push(node.move);
    return moves.reverse();
  }

  /**
   * Returns the node after a move, and adds it if it is new.
   * @param {Node} from
   * @param {string} move
   */
  after(from, move) {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    const next = makeNode(move, from);
    from.children.push(next);
    return next;
  }

  /** Returns the node after moves from the start, and adds missing ones. @param {string[]} moves */
  follow(moves) {
    return moves.reduce((node, move) => this.after(node, move), this.root);
  }

  /** The node after a number of moves of the main line. @param {number} ply */
  at(ply) {
    let node = this.root;
    for (let count = 0; count < ply && node.children[0]; count++) node = node.children[0];
    return node;
  }

  /** The node after moves from the start, if there is one. @param {string[]} moves */
  find(moves) {
    return moves.reduce((/** @type {Node|undefined} */ node, move) => node?.children.find((child) => child.move === move), this.root);
  }

  /** Makes the moves that led here the main line. */
  promote() {
    for (let node = this.here; node.parent; node = node.parent) {
      node.parent.children = [node, ...node.parent.children.filter((child) => child !== node)];
    }
  }

  /** Removes the current move and everything after it; returns the previous node. */
  remove() {
    const { parent } = this.here;
    if (parent) parent.children = parent.children.filter((child) => child !== this.here);
    return parent;
  }

  /** Returns the last node of the first line from here. */
  last() {
    let node = this.here;
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /**
   * Yields all moves in reading order: a move, then the variations that replace it between brackets, then its continuation.
   * @returns {Generator<{node: Node, ply: number, numbered: boolean}|string>}
   */
  *inOrder() {
    /** @type {({node: Node, ply: number, numbered: boolean, shown?: boolean}|string)[]} */
    const open = [{ node: this.root, ply: 0, numbered: true }];
    for (let next = open.pop(); next; next = open.pop()) {
      if (typeof next === "string" || next.shown) {
        yield next;
        continue;
      }
      const { node, ply, numbered } = next;
      const [main, ...others] = node.children;
      if (!main) continue;
      yield { node: main, ply, numbered };
      open.push({ node: main, ply: ply + 1, numbered: others.length > 0 });
      for (const other of others.reverse()) {
        open.push(")", { node: other, ply: ply + 1, numbered: false }, { node: other, ply, numbered: true, shown: true }, "(");
      }
    }
  }
}

/** Returns the keys of stored trees, the last used first. */
const storedKeys = () => [read("trees", /** @type {string[]} */ ([]))].flat();

/**
 * Stores a tree in the browser; returns whether there was room.
 * @param {string} key
 * @param {Study & {version?: number}} study
 */
export function keepTree(key, study) {
  const keys = [key, ...storedKeys().filter((known) => known !== key)];
  for (const old of keys.splice(MAX_TREES)) localStorage.removeItem(PREFIX + old);
  for (;;) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(study));
      localStorage.setItem(KEYS, JSON.stringify(keys));
      return true;
    } catch {
      // The storage is full, so it removes older trees.
      const old = keys.length > 1 && keys.pop();
      if (!old) return false;
      localStorage.removeItem(PREFIX + old);
    }
  }
}

/**
 * Returns a stored tree.
 * @param {string} key
 * @returns {Study & {version?: number}|null}
 */
export function keptTree(key) {
  const study = read(`tree:${key}`, /** @type {any} */ (null));
  return Array.isArray(study?.nodes) ? study : null;
}

/** Returns the key of the last used tree, except studies. */
export const lastKey = () => storedKeys().find((key) => !key.startsWith("study/")) ?? "";

/**
 * Stores the current move of a tree separately, because it changes with every step and a tree may be large.
 * @param {string} key
 * @param {string[]} path
 */
export const keepPlace = (key, path) => write("place", { key, path });

/** Returns the last current move of a tree. @param {string} key @returns {string[]} */
export function keptPlace(key) {
  const place = read("place", /** @type {any} */ (null));
  return place?.key === key && Array.isArray(place.path) ? place.path : [];
}

/** Removes a stored tree. @param {string} key */
export const dropTree = (key) => localStorage.removeItem(PREFIX + key);

/** @param {string} title */
export const titleOf = (title) => title || t("web.study_untitled");
