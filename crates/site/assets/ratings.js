// The visitor's puzzle rating, and a timed run through puzzles.

import { read, write } from "./store.js";

const RUN = "cairn.run";
const START_RATING = 800;
const RUN_MS = 5 * 60 * 1000;
export const MAX_MISTAKES = 3;

/** Returns the rating, and the number of puzzles behind it. */
export const rating = () => read("rating", { rating: START_RATING, n: 0 });

/** Returns the rating of a puzzle. @param {number} difficulty from 1 to 9 */
export const ratingOf = (difficulty) => 400 + 200 * difficulty;

/**
 * Counts the first attempt at a puzzle by the Elo formula; returns the change.
 * @param {number} difficulty
 * @param {boolean} isRight
 */
export function rate(difficulty, isRight) {
  const { rating: own, n } = rating();
  const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - own) / 400));
  const change = Math.round((n < 20 ? 40 : 20) * ((isRight ? 1 : 0) - expected));
  write("rating", { rating: own + change, n: n + 1 });
  return change;
}

/**
 * A run: its end, and the puzzles solved and missed.
 * @typedef {{end: number, solved: number, mistakes: number, seen: string[]}} Run
 */

/** Returns the run of this tab. @returns {Run|null} */
export const currentRun = () => JSON.parse(sessionStorage.getItem(RUN) ?? "null");

/** @param {Run|null} run */
export function saveRun(run) {
  if (run) sessionStorage.setItem(RUN, JSON.stringify(run));
  else sessionStorage.removeItem(RUN);
}

/** Starts a run. */
export const startRun = () => saveRun({ end: Date.now() + RUN_MS, solved: 0, mistakes: 0, seen: [] });

/** @param {Run} run */
export const isOver = (run) => run.mistakes >= MAX_MISTAKES || Date.now() >= run.end;

/** Returns the best number of puzzles solved in a run, including this one. @param {number} solved */
export function bestRun(solved) {
  const best = Math.max(solved, read("best-run", 0));
  write("best-run", best);
  return best;
}

/**
 * Returns the most suitable puzzle: near a rating, not solved, not seen, and of the same game if there is one left.
 * @param {{id: string, game: string, difficulty: number}[]} puzzles
 * @param {(id: string) => boolean} isDone
 * @param {number} target
 * @param {string} [game]
 */
export function suitable(puzzles, isDone, target, game) {
  const open = puzzles.filter(({ id }) => !isDone(id));
  const same = open.filter((puzzle) => puzzle.game === game);
  const distance = (/** @type {{difficulty: number}} */ { difficulty }) => Math.abs(ratingOf(difficulty) - target);
  return (same.length ? same : open).sort((one, other) => distance(one) - distance(other))[0];
}
