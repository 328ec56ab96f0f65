// What the engine says during a game: a suggested move, and the evaluation bar.

import { messageOf, stream } from "./api.js";
import { setBar } from "./bar.js";
import { $, t, toggle } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { Table } from "./table.js" */
/** @import { AnalysisReport } from "./types.d.ts" */

const HINT_SECONDS = 1;
const BAR_SECONDS = 2;

export class Advice {
  /** The suggested move in words, or that the engine thinks. @type {string|null} */
  hint = null;
  isBarOn = false;
  /** Stops the search for the bar. @type {AbortController|null} */
  #barSearch = null;
  /** Stops the search for a hint. @type {AbortController|null} */
  #hintSearch = null;

  /**
   * @param {Table} table
   * @param {Board} board
   * @param {() => unknown} onChange called when the text of the hint has changed
   */
  constructor(table, board, onChange) {
    this.table = table;
    this.board = board;
    this.onChange = onChange;
    board.onHint = (text) => {
      this.hint = text;
      onChange();
    };
  }

  /** @param {number} seconds */
  #request(seconds) {
    const { game, start, moves } = this.table.state;
    return { game, position: start, moves, lines: 1, seconds };
  }

  /**
   * Shows and marks a suggested move, or none, and ends the search for one.
   * @param {string|null} move
   */
  setHint(move) {
    this.#hintSearch?.abort();
    this.hint = null;
    this.board.setHint(move);
  }

  /** Suggests a move, unless the position changes first. */
  async suggest() {
    this.setHint(null);
    const { signal } = (this.#hintSearch = new AbortController());
    /** @type {string|null} */
    let move = null;
    this.hint = t("web.thinking");
    this.onChange();
    try {
      await stream("analyze", this.#request(HINT_SECONDS), signal, (/** @type {AnalysisReport} */ report) => (move = report.bestmove));
    } catch (error) {
      if (signal.aborted) return;
      this.setHint(null);
      this.onChange();
      this.board.showProblem(messageOf(error));
      return;
    }
    if (!signal.aborted) this.setHint(move);
  }

  toggleBar() {
    this.isBarOn = !this.isBarOn;
    this.#barSearch?.abort();
    toggle($("bar"), this.isBarOn);
    this.evaluate();
  }

  /** Evaluates the current position for the bar, if it is shown. */
  async evaluate() {
    const { table } = this;
    this.#barSearch?.abort();
    if (!this.isBarOn || table.isOver) return;
    const { signal } = (this.#barSearch = new AbortController());
    const mover = table.state.to_move;
    const seats = table.info.seats.slice(0, table.state.seats.length);
    toggle($("bar"), true);
    try {
      await stream("analyze", this.#request(BAR_SECONDS), signal, (/** @type {AnalysisReport} */ report) => setBar(seats, mover, report.win_percent));
    } catch (error) {
      if (signal.aborted) return;
      // The bar would show the chances of an earlier position.
      toggle($("bar"), false);
      this.board.showProblem(messageOf(error));
    }
  }
}
