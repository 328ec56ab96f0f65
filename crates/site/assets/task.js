// Puzzles and lessons: a board at any position, and the verdict on an attempt.

import { turnAt } from "./api.js";
import { Board } from "./board.js";
import { $, toggle } from "./dom.js";

/** @import { Extras, Steps } from "./types.d.ts" */

/**
 * Creates a board for a task.
 * @param {() => {spec: string, start: string|null, moves: string[]}} where returns the current position
 * @param {(move: string) => Promise<void>} play
 * @param {(site: string) => Promise<void>} [point]
 */
export function taskBoard(where, play, point) {
  /** @type {(taken: string[], extras: Extras) => Promise<Steps>} */
  const steps = (taken, extras) => {
    const { spec, start, moves } = where();
    return turnAt(spec, start, moves, taken, { ...extras, preview: "1" });
  };
  return new Board({ steps, play, point });
}

/**
 * Shows the verdict on an attempt, or hides it.
 * @param {string} text
 * @param {string} kind
 */
export function showVerdict(text, kind = "") {
  const said = $("said");
  toggle(said, Boolean(text));
  said.className = `card notice ${kind}`;
  said.textContent = text;
}
