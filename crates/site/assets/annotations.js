// The annotations of a study's positions: comments, marked squares and arrows.

import { $, t, toggle } from "./dom.js";
import { drawMarks } from "./marks.js";

/** @import { Board } from "./board.js" */
/** @import { Picker } from "./picker.js" */
/** @import { Node } from "./tree.js" */

export class Annotations {
  /** What pointing at squares does instead of moves. @type {"squares"|"arrows"|null} */
  #marking = null;
  /** Where an arrow begins. @type {string|null} */
  #arrowFrom = null;

  /**
   * @param {Board} board
   * @param {Picker} picker
   * @param {object} options
   * @param {() => Node} options.here the current position
   * @param {() => boolean} options.isReader whether the visitor reads a study of somebody else
   * @param {() => unknown} options.onChange called when an annotation has changed
   * @param {() => unknown} options.onComment called when a comment is complete
   * @param {() => string} options.prompt the prompt of the current position
   */
  constructor(board, picker, options) {
    this.board = board;
    this.picker = picker;
    this.options = options;
    $("comment").addEventListener("input", () => {
      options.here().comment = $("comment").value;
      options.onChange();
    });
    $("comment").addEventListener("change", () => options.onComment());
    $("mark-squares").onclick = () => this.#mark("squares");
    $("mark-arrows").onclick = () => this.#mark("arrows");
    $("mark-clear").onclick = () => {
      Object.assign(options.here(), { arrows: [], squares: [] });
      this.#changed();
    };
    const { onFlip } = board;
    board.onFlip = (/** @type {boolean} */ isFlipped) => {
      onFlip(isFlipped);
      drawMarks(board, options.here());
    };
  }

  /** Shows the annotations of the current position. */
  draw() {
    const { comment } = this.options.here();
    if (document.activeElement !== $("comment")) $("comment").value = comment;
    $("comment-text").textContent = comment;
    toggle($("comment-text"), Boolean(comment) && this.options.isReader());
    drawMarks(this.board, this.options.here());
  }

  /** @param {"squares"|"arrows"} kind */
  #mark(kind) {
    this.#marking = this.#marking === kind ? null : kind;
    this.#arrowFrom = null;
    $("mark-squares").setAttribute("aria-pressed", String(this.#marking === "squares"));
    $("mark-arrows").setAttribute("aria-pressed", String(this.#marking === "arrows"));
    const drag = (/** @type {string} */ from, /** @type {string} */ to) => this.#marking === "arrows" && this.#toggleArrow(from, to);
    this.picker.use(this.#marking ? { tap: (site) => this.#markAt(site), drag } : null);
    if (this.#marking) this.board.setPrompt(t(this.#marking === "arrows" ? "web.mark_arrow_help" : "web.mark_square_help"));
    else this.board.setPrompt(this.options.prompt());
  }

  /** @param {string} site */
  #markAt(site) {
    const here = this.options.here();
    if (this.#marking === "squares") {
      here.squares = here.squares.includes(site) ? here.squares.filter((each) => each !== site) : [...here.squares, site];
      this.#changed();
    } else if (this.#arrowFrom && this.#arrowFrom !== site) {
      this.#toggleArrow(this.#arrowFrom, site);
      this.#arrowFrom = null;
    } else this.#arrowFrom = this.#arrowFrom ? null : site;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #toggleArrow(from, to) {
    const here = this.options.here();
    const others = here.arrows.filter(([start, end]) => start !== from || end !== to);
    here.arrows = others.length < here.arrows.length ? others : [...here.arrows, [from, to]];
    this.#changed();
  }

  #changed() {
    drawMarks(this.board, this.options.here());
    this.options.onChange();
  }
}
