// Data that this browser stores: the visitor's games, puzzles, lessons and settings.

/** @import { NewGame, Settings, StoredGame } from "./types.d.ts" */

const PREFIX = "cairn.";
const MAX_GAMES = 200;

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden: the page works without it.
  }
}

/** Returns the visitor's games, the latest first. */
export const myGames = () => {
  const games = read("games", /** @type {StoredGame[]} */ ([]));
  return Array.isArray(games) ? games.filter((game) => game && typeof game.id === "string") : [];
};

/**
 * Returns the stored data of a game.
 * @param {string} id
 */
export const myGame = (id) => myGames().find((game) => game.id === id);

/**
 * Stores changes to a game.
 * @param {string} id
 * @param {Partial<StoredGame>} changes
 */
export function saveGame(id, changes) {
  const games = myGames();
  const known = games.find((game) => game.id === id) ?? { id };
  const others = games.filter((game) => game.id !== id);
  write("games", [{ ...known, ...changes, at: Date.now() }, ...others].slice(0, MAX_GAMES));
}

/**
 * Removes a game.
 * @param {string} id
 */
export const forgetGame = (id) => write("games", myGames().filter((game) => game.id !== id));

/**
 * Returns whether to turn a board around: by the visitor's last choice, or else so that their own side is at the bottom.
 * @param {string} id
 * @param {number} count the number of seats
 * @param {number} bottom the seat at the bottom of a board that is not turned
 */
export function isTurnedAround(id, count, bottom) {
  const game = myGame(id);
  if (!game?.seats?.length) return setting("flipped", false);
  return game.flipped ?? (count === 2 && game.seats.length === 1 && game.seats[0] !== bottom);
}

/**
 * Stores the side from which the visitor views a game.
 * @param {string} id
 * @param {boolean} flipped
 */
export function saveSide(id, flipped) {
  if (myGame(id)?.seats?.length) saveGame(id, { flipped });
  else saveSetting("flipped", flipped);
}

/** Returns the visitor's last request for a new game. */
export const lastGame = () => read("last", /** @type {NewGame|null} */ (null));

/** @param {NewGame} request */
export const saveLastGame = (request) => write("last", request);

/** Returns the visitor's name. */
export const myName = () => read("name", "");

/** @param {string} name */
export const saveName = (name) => write("name", name);

/** Returns the results of puzzles by their ids: `first`, `later`, `shown` or `tried`. */
export const puzzles = () => read("puzzles", /** @type {Record<string, string>} */ ({}));

/**
 * @param {string} id
 * @param {string} status
 */
export function savePuzzle(id, status) {
  const all = puzzles();
  const solved = (/** @type {string|undefined} */ word) => word && word !== "tried";
  if (!solved(all[id])) write("puzzles", { ...all, [id]: status });
}

/** Returns the number of completed steps of each lesson, by game. */
export const lessons = () => read("lessons", /** @type {Record<string, number>} */ ({}));

/**
 * @param {string} game
 * @param {number} done
 */
export const saveLesson = (game, done) =>
  write("lessons", { ...lessons(), [game]: Math.max(done, lessons()[game] ?? 0) });

/**
 * Returns a setting that only this browser needs.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} fallback
 */
export const setting = (name, fallback) => read(`set.${name}`, fallback);

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export const saveSetting = (name, value) => write(`set.${name}`, value);
