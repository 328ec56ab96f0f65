// A new game: sends the form as a request.

import { messageOf, position, post } from "./api.js";
import { $, pageData, picture, rulesOf, toggle } from "./dom.js";
import { saveGame, saveLastGame, saveName, lastGame, myName } from "./store.js";

/** @import { Created, NewGame, NewGamePage, TimeControl } from "./types.d.ts" */

/** @type {NewGamePage} */
const data = pageData();
const form = $("new");
const options = [.../** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (form.querySelectorAll("[data-default]"))];
const seats = [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))];
const preset = $("preset");

/** Returns the game with the options that differ from the defaults. */
function spec() {
  const changed = options.filter((field) => field.value !== field.dataset.default).map((field) => `${field.name}=${field.value}`);
  return changed.length ? `${data.game}:${changed.join(",")}` : data.game;
}

/**
 * Returns the clock of the form: a preset, or the visitor's own numbers.
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

/** Shows the fields of the chosen clock, and disables the others so that they do not block the form. */
function drawClock() {
  const [word, kind] = $("clock").value.split(" ");
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-own]"))) {
    const shown = word === "own" && place.dataset.own === kind;
    toggle(place, shown);
    for (const field of place.querySelectorAll("input")) field.disabled = !shown;
  }
}

/**
 * Fills in a clock: a preset, or the visitor's own numbers.
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

/**
 * Returns the players in random order.
 * @param {string[]} players
 */
const shuffled = (players) => players.map((player) => ({ player, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ player }) => player);

/** Summarizes the chosen options, which may be folded. */
function drawSummary() {
  const summary = $("options-summary");
  if (summary) summary.textContent = rulesOf(spec()) || (preset?.selectedOptions[0]?.textContent ?? "");
}

let lastPreview = 0;

/** Shows the board and the seats for the chosen options. */
async function preview() {
  const number = ++lastPreview;
  drawSummary();
  try {
    const seen = await position(spec(), null, []);
    if (number !== lastPreview) return;
    $("problem").textContent = "";
    $("board").firstElementChild?.replaceChildren(picture(seen.svg));
    seats.forEach((seat, index) => toggle(seat, index < seen.seats));
  } catch (error) {
    if (number === lastPreview) $("problem").textContent = messageOf(error);
  }
}

/**
 * Parses the options of `size=5,players=3`.
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
 * Fills in the visitor's last choices.
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
  else if (event.target === $("public")) drawJoin();
  else if (options.some((field) => field === event.target)) {
    if (preset) preset.value = "";
    preview();
  }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("name").value.trim();
  const chosen = seats.filter((seat) => !seat.hidden).map((seat) => seat.querySelector("select")?.value ?? "human");
  saveName(name);
  /** @type {NewGame} */
  const request = {
    game: spec(),
    seats: $("random").checked ? shuffled(chosen) : chosen,
    clock: clock(),
    public: $("public").checked,
    join: $("join").checked || !$("public").checked,
    name: name || null,
  };
  try {
    /** @type {Created} */
    const created = await post("games", request);
    saveLastGame({ ...request, seats: chosen });
    const mine = created.state.seats.map((seat, index) => (seat.kind === "human" ? index : -1)).filter((seat) => seat >= 0);
    if (created.token) saveGame(created.id, { token: created.token, seats: mine, game: created.state.game, invite: created.invite });
    location.href = `/games/${created.id}${created.token ? "" : "#play"}`;
  } catch (error) {
    $("problem").textContent = messageOf(error);
  }
});

/** Shows the question whether strangers may join only for public games. */
function drawJoin() {
  toggle($("join-field"), $("public").checked);
}

$("name").value = myName();
const last = lastGame();
if (last) fill(last);
if (data.public) $("public").checked = true;
drawJoin();
drawSummary();
const [me, other] = [$("seat0"), $("seat1")];
if (data.opponent && me && other) {
  me.value = "human";
  other.value = data.opponent;
}
