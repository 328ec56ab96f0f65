// The engine of an analysis: its lines, the score and the bar, and the switches for them.

import { messageOf, stream } from "./api.js";
import { setBar } from "./bar.js";
import { $, button, el, gameOf, plural, t, toggle, update } from "./dom.js";
import { saveSetting, setting } from "./store.js";

/** @import { AnalysisReport, Line, Position } from "./types.d.ts" */

const SEARCH_SECONDS = 20;
/** The texts of exact values. */
const EXACT = { win: "web.exact_win", draw: "web.exact_draw", loss: "web.exact_loss" };
/** The switches, each with its setting and the default. @type {["engine"|"show-bar"|"show-values", "engine"|"bar"|"values", boolean][]} */
const SWITCHES = [["engine", "engine", true], ["show-bar", "bar", true], ["show-values", "values", false]];

/** The game at a position: what a search starts from. @typedef {{game: string, start: string|null, moves: string[]}} Place */

/**
 * `61 %`, or the proven value.
 * @param {Line} line
 */
function formatScore(line) {
  if (line.value === "draw") return t("app.drawn");
  if (line.value && line.plies !== null) return plural(line.value === "win" ? "app.wins_in" : "app.loses_in", line.plies);
  if (line.value) return t(line.value === "win" ? "score.wins" : "web.loses");
  return `${Math.round(line.win_percent)} %`;
}

export class EngineLines {
  /** @type {AbortController|null} */
  #search = null;

  /**
   * @param {object} options
   * @param {() => unknown} options.onChange called when a switch that concerns the search has changed
   * @param {() => unknown} options.onValues called when exact values have been switched on or off
   */
  constructor({ onChange, onValues }) {
    for (const [id, name, fallback] of SWITCHES) {
      $(id).checked = setting(name, fallback);
      $(id).addEventListener("change", () => {
        saveSetting(name, $(id).checked);
        if (id === "show-values") onValues();
        else onChange();
      });
    }
    $("line-count").value = String(setting("lines", 3));
    $("line-count").addEventListener("change", () => {
      saveSetting("lines", Number($("line-count").value));
      onChange();
    });
  }

  /** Whether to write exact values on the board. */
  get values() {
    return $("show-values").checked ? "1" : "";
  }

  /** Stops the search. */
  stop() {
    this.#search?.abort();
  }

  /**
   * Analyses a position until the next one.
   * @param {Place} place
   * @param {Position} shown
   * @param {(moves: string[]) => unknown} follow called with the moves of a line up to the one that the visitor has chosen
   */
  async analyze({ game, start, moves }, shown, follow) {
    this.stop();
    const seats = gameOf(game).seats.slice(0, shown.seats);
    const mover = seats[shown.to_move]?.name ?? "";
    const count = Number($("line-count").value);
    const isOn = $("engine").checked;
    toggle($("bar"), $("show-bar").checked && isOn);
    $("lines").replaceChildren();
    // Reserves the space, so that the page does not shift while lines come and go.
    $("lines").style.minHeight = isOn ? `${2.25 * count}rem` : "";
    const exact = shown.value ? t(EXACT[shown.value], { player: mover }) : "";
    $("score").textContent = shown.result ? shown.status : exact;
    if (shown.value) setBar(seats, shown.to_move, { win: 100, draw: 50, loss: 0 }[shown.value]);
    if (!isOn || shown.result) return;
    const stop = new AbortController();
    this.#search = stop;
    try {
      await stream("analyze", { game, position: start, moves, lines: Math.max(1, count), seconds: SEARCH_SECONDS }, stop.signal, (/** @type {AnalysisReport} */ report) => {
        if (stop.signal.aborted || !report.lines.length) return;
        const best = report.lines[0];
        // A proven value replaces the estimate.
        $("score").textContent = `${exact || `${mover}: ${formatScore(best)}`} · ${t("app.depth", { n: report.depth })}`;
        if (!exact) setBar(seats, shown.to_move, best.win_percent);
        update($("lines"), ...report.lines.slice(0, count).map((line) => lineItem(line, follow)));
      });
    } catch (error) {
      if (stop.signal.aborted) return;
      $("score").textContent = messageOf(error);
      // The bar would show the chances of an earlier position.
      if (!exact) toggle($("bar"), false);
    }
  }
}

/**
 * @param {Line} line
 * @param {(moves: string[]) => unknown} follow
 */
function lineItem(line, follow) {
  const moves = line.line.map((move, index) => button(move, () => follow(line.line.slice(0, index + 1)), { class: "move" }));
  const proof = line.value ? el("span", { class: "proven", role: "img", "aria-label": t("web.proven") }, "✓") : null;
  return el("li", {}, el("strong", {}, formatScore(line), proof), el("span", { class: "line-moves" }, ...moves));
}
