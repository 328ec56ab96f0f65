// A new game: the form becomes a request.

import { position, post } from "./api.js";
import { $, data, picture, toggle } from "./dom.js";
import { keepGame, keepLastGame, keepName, lastGame, myName } from "./store.js";

const form = $("new");
const options = [...form.querySelectorAll("[data-default]")];
const seats = [...form.querySelectorAll("[data-seat]")];
const preset = $("preset");

/** The game with the options that differ from the usual ones. */
function spec() {
  const changed = options.filter((field) => field.value !== field.dataset.default).map((field) => `${field.name}=${field.value}`);
  return changed.length ? `${data.game}:${changed.join(",")}` : data.game;
}

/** The clock as the protocol has it: one of those that are offered, or of one's own numbers. */
function clock() {
  const [word, ...rest] = $("clock").value.split(" ");
  const kind = word === "own" ? rest[0] : word;
  const number = (id) => Number($(`clock-${id}`).value);
  const own = { fischer: () => [Math.round(60 * number("minutes")), number("increment")], move: () => [number("seconds")], days: () => [number("days")] };
  const [a, b] = word === "own" ? own[kind]() : rest.map(Number);
  if (kind === "fischer") return { kind, initial: a, increment: b };
  if (kind === "move") return { kind, seconds: a };
  if (kind === "days") return { kind, days: a };
  return null;
}

/** Shows the numbers of the clock that is chosen; those that are not shown hold nobody up. */
function drawClock() {
  const [word, kind] = $("clock").value.split(" ");
  for (const place of form.querySelectorAll("[data-own]")) {
    const shown = word === "own" && place.dataset.own === kind;
    toggle(place, shown);
    place.querySelector("input").disabled = !shown;
  }
}

/** Chooses a clock, which may have numbers of its own. */
function setClock({ kind, ...numbers }) {
  const select = $("clock");
  select.value = [kind, ...Object.values(numbers)].join(" ");
  if (select.selectedIndex >= 0) return;
  select.value = `own ${kind}`;
  const { initial, increment, seconds, days } = numbers;
  const fields = { minutes: initial / 60, increment, seconds, days };
  for (const [id, value] of Object.entries(fields)) if (Number.isFinite(value)) $(`clock-${id}`).value = String(value);
}

let asked = 0;

/** Shows the board of these options, and as many seats as it has. */
async function preview() {
  const number = ++asked;
  try {
    const seen = await position(spec(), null, []);
    if (number !== asked) return;
    $("problem").textContent = "";
    $("board").firstElementChild.replaceChildren(picture(seen.svg));
    seats.forEach((seat, index) => toggle(seat, index < seen.seats));
  } catch (error) {
    if (number === asked) $("problem").textContent = error.message;
  }
}

function applyPreset() {
  const chosen = preset.selectedOptions[0].dataset.settings;
  if (chosen === undefined) return;
  const values = Object.fromEntries(chosen.split(",").filter(Boolean).map((pair) => pair.split("=")));
  for (const field of options) field.value = values[field.name] ?? field.dataset.default;
  preview();
}

/** Takes over what was chosen the last time. */
function fill(last) {
  const [game, settings = ""] = last.game.split(":");
  if (game !== data.game) return;
  const values = Object.fromEntries(settings.split(",").filter(Boolean).map((pair) => pair.split("=")));
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
  else if (options.includes(event.target)) {
    if (preset) preset.value = "";
    preview();
  }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("name").value.trim();
  keepName(name);
  const request = {
    game: spec(),
    seats: seats.filter((seat) => !seat.hidden).map((seat) => seat.querySelector("select").value),
    clock: clock(),
    public: $("public").checked,
    name: name || null,
  };
  try {
    const made = await post("games", request);
    keepLastGame(request);
    const mine = made.state.seats.map((seat, index) => (seat.kind === "human" ? index : -1)).filter((seat) => seat >= 0);
    if (made.token) keepGame(made.id, { token: made.token, seats: mine, game: made.state.game });
    location.href = `/games/${made.id}`;
  } catch (error) {
    $("problem").textContent = error.message;
  }
});

$("name").value = myName();
const last = lastGame();
if (last) fill(last);
if (data.opponent) {
  $("seat0").value = "human";
  $("seat1").value = data.opponent;
}
