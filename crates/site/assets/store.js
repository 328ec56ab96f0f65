// What is kept in this browser: the visitor's games, puzzles, lessons and settings.

/** @import { NewGame, Settings, StoredGame } from "./types.d.ts" */

const PREFIX = "cairn.";
const MOST_GAMES = 200;

/**
 * @template T
 * @param {string} key
 * @param {T} usual
 * @returns {T}
 */
function read(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") ?? usual;
  } catch {
    return usual;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works without it.
  }
}

/** The visitor's games, the latest first. */
export const myGames = () => {
  const games = read("games", /** @type {StoredGame[]} */ ([]));
  return Array.isArray(games) ? games.filter((game) => game && typeof game.id === "string") : [];
};

/**
 * What is known of one of them.
 * @param {string} id
 */
export const myGame = (id) => myGames().find((game) => game.id === id);

/**
 * Keeps what is new about a game.
 * @param {string} id
 * @param {Partial<StoredGame>} news
 */
export function keepGame(id, news) {
  const games = myGames();
  const known = games.find((game) => game.id === id) ?? { id };
  const others = games.filter((game) => game.id !== id);
  write("games", [{ ...known, ...news, at: Date.now() }, ...others].slice(0, MOST_GAMES));
}

/**
 * Forgets a game.
 * @param {string} id
 */
export const forgetGame = (id) => write("games", myGames().filter((game) => game.id !== id));

/**
 * Whether a game of so many seats is seen from the second one: as it was turned, or else where the visitor sits.
 * @param {string} id
 * @param {number} count
 */
export function isSeenFromSecond(id, count) {
  const game = myGame(id);
  if (!game?.seats?.length) return setting("flipped", false);
  return game.flipped ?? (count === 2 && game.seats.length === 1 && game.seats[0] === 1);
}

/**
 * Keeps how the board of a game was turned.
 * @param {string} id
 * @param {boolean} flipped
 */
export function keepSide(id, flipped) {
  if (myGame(id)?.seats?.length) keepGame(id, { flipped });
  else keepSetting("flipped", flipped);
}

/** What was chosen for the last new game. */
export const lastGame = () => read("last", /** @type {NewGame|null} */ (null));

/** @param {NewGame} request */
export const keepLastGame = (request) => write("last", request);

/** The visitor's name. */
export const myName = () => read("name", "");

/** @param {string} name */
export const keepName = (name) => write("name", name);

/** Puzzles by their ids: `first`, `later`, `shown` or `tried`. */
export const puzzles = () => read("puzzles", /** @type {Record<string, string>} */ ({}));

/**
 * @param {string} id
 * @param {string} standing
 */
export function keepPuzzle(id, standing) {
  const all = puzzles();
  const solved = (/** @type {string|undefined} */ word) => word && word !== "tried";
  if (!solved(all[id])) write("puzzles", { ...all, [id]: standing });
}

/** Steps done in lessons, by game. */
export const lessons = () => read("lessons", /** @type {Record<string, number>} */ ({}));

/**
 * @param {string} game
 * @param {number} done
 */
export const keepLesson = (game, done) =>
  write("lessons", { ...lessons(), [game]: Math.max(done, lessons()[game] ?? 0) });

/**
 * A setting that the server need not know.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} usual
 */
export const setting = (name, usual) => read(`set.${name}`, usual);

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export const keepSetting = (name, value) => write(`set.${name}`, value);
