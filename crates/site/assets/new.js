// A new game: the form becomes a request.

import { messageOf, position, post } from "./api.js";
import { $, pageData, picture, toggle } from "./dom.js";
import { keepGame, keepLastGame, keepName, lastGame, myName } from "./store.js";

/** @import { Created, NewGame, NewGamePage, TimeControl } from "./types.d.ts" */

/** @type {NewGamePage} */
const data = pageData();
const form = $("new");
const options = [.../** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (form.querySelectorAll("[data-default]"))];
const seats = [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))];
const preset = $("preset");

/** The game with the options that differ from the usual ones. */
function spec() {
  const changed = options.filter((field) => field.value !== field.dataset.default).map((field) => `${field.name}=${field.value}`);
  return changed.length ? `${data.game}:${changed.join(",")}` : data.game;
}

/**
 * The clock as the protocol has it: one of those that are offered, or of one's own numbers.
 * @returns {TimeControl|null}
 */
function clock() {
  const [word, ...rest] = $("clock").value.split(" ");
  const isOwn = word === "own";
  const kind = isOwn ? rest[0] : word;
  const [a, b] = rest.map(Number);
  const own = (/** @type {string} */ id) => Number($(`clock-${id}`).value);
  if (kind === "fischer") return isOwn ? { kind, initial: Math.round(60 * own("minutes")), increment: own("increment") } : { kind, initial: a, increment: b };
  if (kind === "move") return { kind, seconds: isOwn ? own("seconds") : a };
  if (kind === "days") return { kind, days: isOwn ? own("days") : a };
  return null;
}

/** Shows the numbers of the clock that is chosen; those that are not shown hold nobody up. */
function drawClock() {
  const [word, kind] = $("clock").value.split(" ");
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-own]"))) {
    const shown = word === "own" && place.dataset.own === kind;
    toggle(place, shown);
    for (const field of place.querySelectorAll("input")) field.disabled = !shown;
  }
}

/**
 * Chooses a clock, which may have numbers of its own.
 * @param {TimeControl} control
 */
function setClock({ kind, ...numbers }) {
  const select = $("clock");
  select.value = [kind, ...Object.values(numbers)].join(" ");
  if (select.selectedIndex >= 0) return;
  select.value = `own ${kind}`;
  for (const [id, value] of Object.entries(numbers)) {
    if (id === "initial") $("clock-minutes").value = String(value / 60);
    else $(`clock-${id}`).value = String(value);
  }
}

let asked = 0;

/** Shows the board of these options, and as many seats as it has. */
async function preview() {
  const number = ++asked;
  try {
    const seen = await position(spec(), null, []);
    if (number !== asked) return;
    $("problem").textContent = "";
    $("board").firstElementChild?.replaceChildren(picture(seen.svg));
    seats.forEach((seat, index) => toggle(seat, index < seen.seats));
  } catch (error) {
    if (number === asked) $("problem").textContent = messageOf(error);
  }
}

/**
 * The options of `size=5,players=3`.
 * @param {string} text
 * @returns {Record<string, string>}
 */
const parse = (text) => Object.fromEntries(text.split(",").filter(Boolean).map((pair) => pair.split("=")));

function applyPreset() {
  const chosen = preset?.selectedOptions[0].dataset.settings;
  if (chosen === undefined) return;
  const values = parse(chosen);
  for (const field of options) field.value = values[field.name] ?? field.dataset.default;
  preview();
}

/**
 * Takes over what was chosen the last time.
 * @param {NewGame} last
 */
function fill(last) {
  const [game, settings = ""] = last.game.split(":");
  if (game !== data.game) return;
  const values = parse(settings);
  for (const field of options) if (values[field.name] !== undefined) field.value = values[field.name];
  (last.seats ?? []).forEach((who, index) => {
    const select = $(`seat${index}`);
    if (select && [...select.options].some((option) => option.value === who)) select.value = who;
  });
  $("public").checked = Boolean(last.public);
  if (last.clock) setClock(last.clock);
  if ($("clock").selectedIndex < 0) $("clock").selectedIndex = 0;
  drawClock();
  if (settings) {
    preview();
    if (preset) preset.value = "";
  }
}

form.addEventListener("change", (event) => {
  if (event.target === preset) applyPreset();
  else if (event.target === $("clock")) drawClock();
  else if (options.some((field) => field === event.target)) {
    if (preset) preset.value = "";
    preview();
  }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("name").value.trim();
  keepName(name);
  /** @type {NewGame} */
  const request = {
    game: spec(),
    seats: seats.filter((seat) => !seat.hidden).map((seat) => seat.querySelector("select")?.value ?? "human"),
    clock: clock(),
    public: $("public").checked,
    name: name || null,
  };
  try {
    /** @type {Created} */
    const made = await post("games", request);
    keepLastGame(request);
    const mine = made.state.seats.map((seat, index) => (seat.kind === "human" ? index : -1)).filter((seat) => seat >= 0);
    if (made.token) keepGame(made.id, { token: made.token, seats: mine, game: made.state.game });
    location.href = `/games/${made.id}`;
  } catch (error) {
    $("problem").textContent = messageOf(error);
  }
});

$("name").value = myName();
const last = lastGame();
if (last) fill(last);
const [me, other] = [$("seat0"), $("seat1")];
if (data.opponent && me && other) {
  me.value = "human";
  other.value = data.opponent;
}
