// A tree of variations as text: every move is a button, and variations stand between brackets.

import { el } from "./dom.js";
import { scrollToCurrent } from "./moves.js";

/** @import { Node, Tree } from "./tree.js" */

/** How many moves and brackets stand in one block: the browser lays out only the blocks in view. */
const CHUNK = 200;

export class TreeView {
  /** @type {Map<Node, HTMLElement>} */
  #buttons = new Map();
  /** @type {WeakMap<Element, Node>} */
  #nodes = new WeakMap();

  /**
   * @param {HTMLElement} root
   * @param {(node: Node) => unknown} visit called with the move that the visitor has chosen
   */
  constructor(root, visit) {
    this.root = root;
    root.addEventListener("click", ({ target }) => {
      const node = target instanceof Element && this.#nodes.get(target);
      if (node) visit(node);
    });
  }

  /**
   * Draws all moves, none of them marked.
   * @param {Tree} tree
   */
  draw(tree) {
    this.#buttons.clear();
    /** @type {HTMLElement[]} */
    const chunks = [];
    let depth = 0;
    let count = 0;
    for (const item of tree.inOrder()) {
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
      this.#buttons.set(node, made);
      this.#nodes.set(made, node);
      parts.append(made);
      if (node.comment) parts.append(el("span", { class: "comment" }, node.comment));
    }
    this.root.replaceChildren(...chunks);
  }

  /** Marks the current move. @param {Node} here */
  mark(here) {
    const old = this.root.querySelector(".current");
    old?.classList.remove("current");
    old?.removeAttribute("aria-current");
    const now = this.#buttons.get(here);
    now?.classList.add("current");
    now?.setAttribute("aria-current", "step");
    scrollToCurrent(this.root);
  }
}
