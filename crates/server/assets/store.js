// What is kept in this browser: the visitor's games, puzzles, lessons and settings.

const PREFIX = "cairn.";
const MOST_GAMES = 200;

function read(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? usual;
  } catch {
    return usual;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works without it.
  }
}

/** The visitor's games, the latest first: `{id, game, seats, token, result, moves, names, at}`. */
export const myGames = () => {
  const games = read("games", []);
  return Array.isArray(games) ? games.filter((game) => game && typeof game.id === "string") : [];
};

/** What is known of one of them. */
export const myGame = (id) => myGames().find((game) => game.id === id);

/** Keeps what is new about a game. */
export function keepGame(id, news) {
  const games = myGames();
  const known = games.find((game) => game.id === id) ?? { id };
  const others = games.filter((game) => game.id !== id);
  write("games", [{ ...known, ...news, at: Date.now() }, ...others].slice(0, MOST_GAMES));
}

/** Forgets a game. */
export const forgetGame = (id) => write("games", myGames().filter((game) => game.id !== id));

/** Whether a game of so many seats is seen from the second one: as it was turned, or else where the visitor sits. */
export function isSeenFromSecond(id, count) {
  const game = myGame(id);
  if (!game?.seats?.length) return setting("flipped", false);
  return game.flipped ?? (count === 2 && game.seats.length === 1 && game.seats[0] === 1);
}

/** Keeps how the board of a game was turned. */
export function keepSide(id, flipped) {
  if (myGame(id)?.seats?.length) keepGame(id, { flipped });
  else keepSetting("flipped", flipped);
}

/** What was chosen for the last new game. */
export const lastGame = () => read("last", null);
export const keepLastGame = (request) => write("last", request);

/** The visitor's name. */
export const myName = () => read("name", "");
export const keepName = (name) => write("name", name);

/** Puzzles by their ids: `first`, `later`, `shown` or `tried`. */
export const puzzles = () => read("puzzles", {});
export function keepPuzzle(id, standing) {
  const all = puzzles();
  const solved = (word) => word && word !== "tried";
  if (!solved(all[id])) write("puzzles", { ...all, [id]: standing });
}

/** Steps done in lessons, by game. */
export const lessons = () => read("lessons", {});
export const keepLesson = (game, done) =>
  write("lessons", { ...lessons(), [game]: Math.max(done, lessons()[game] ?? 0) });

/** Settings that the server need not know. */
export const setting = (name, usual) => read(`set.${name}`, usual);
export const keepSetting = (name, value) => write(`set.${name}`, value);
