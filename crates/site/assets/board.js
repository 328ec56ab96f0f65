// A board for any game: shows the picture that the server draws, offers steps to the visitor, and plays the move.
// turn.js builds the turn; pointer.js, keys.js, animation.js, inspect.js, choices.js and zoom.js handle its parts.

import { messageOf } from "./api.js";
import { showChoices } from "./choices.js";
import { $, button, el, gameOf, picture, t, toggle } from "./dom.js";
import { PointerInput } from "./pointer.js";
import { listenToKeys } from "./keys.js";
import "./toolbar.js";
import { inspectStack } from "./inspect.js";
import { animatePieces, prefersReducedMotion } from "./animation.js";
import { all, heightOf, make, piecesOf, placeOf, turnAround } from "./picture.js";
import { saveSetting, setting } from "./store.js";
import { Turn } from "./turn.js";
import { Zoom } from "./zoom.js";

/** @import { Extras, Steps } from "./types.d.ts" */

/** Smaller squares are hard to hit with a finger. */
const TOUCH_PX = 44;

export class Board {
  #root = $("board");
  #prompt = $("prompt");
  #problem = $("problem");
  #choices = $("choices");
  #ring = make("rect", { class: "ring", x: -48, y: -48, width: 96, height: 96, rx: 10 });
  /** The site in the tab order. @type {string|null} */
  #focus = null;
  /** The picture as the server sent it. @type {string|null} */
  #svg = null;
  #isFlipped = false;
  /** The seat whose side is at the bottom of the board, unless it is turned around. */
  #bottom = 0;
  #threats = setting("threats", true);
  /** @type {string|null} */
  #hint = null;
  /** Lies over the board: the ring around the focus, and moving pieces. */
  overlay = /** @type {SVGSVGElement} */ (make("svg", { class: "overlay", "aria-hidden": "true" }));
  /** The current picture. @type {SVGElement|null} */
  picture = null;
  /** The seat to move, whose pieces can be dragged; null for all. @type {number|null} */
  mover = null;
  /** @type {string[]} the names of the seats */
  #names = [];
  /** Called with a suggested move in words, once it is marked. @type {(text: string) => void} */
  onHint = () => {};
  /** Called when the visitor has turned the board around. @type {(isFlipped: boolean) => void} */
  onFlip = (isFlipped) => saveSetting("flipped", isFlipped);

  /**
   * @param {{steps: (taken: string[], extras: Extras) => Promise<Steps>,
   *   play: (move: string) => Promise<unknown>, point?: (site: string) => Promise<unknown>}} options
   */
  constructor({ steps, play, point }) {
    this.overlay.append(this.#ring);
    this.turn = new Turn({
      steps: (taken) => steps(taken, this.extras),
      play,
      point,
      show: (turn, animate) => this.#showTurn(turn, animate),
      redraw: (turn) => {
        this.show(turn.svg);
        if (turn.hint) this.onHint(turn.hint);
      },
      onPlay: (choice) => {
        this.#choices.replaceChildren();
        this.showProblem("");
        if (choice?.cells) this.#showCells(choice.cells);
        this.zoom.leave();
      },
      onPoint: (site) => this.cell(site)?.classList.add("pending"),
      isSmall: () => this.cellSize() < TOUCH_PX,
      showProblem: (text) => this.showProblem(text),
    });
    this.zoom = new Zoom(this.#root);
    new PointerInput(this.#root, this);
    listenToKeys(this.#root, this);
    this.#root.addEventListener("focusin", (event) => this.#onFocus(event.target));
    this.#root.addEventListener("focusout", () => this.#ring.classList.remove("on"));
    $("typed")?.addEventListener("submit", (event) => this.#submit(event));
    // A tap outside cancels a question.
    document.addEventListener("pointerdown", ({ target }) => {
      const isOutside = target instanceof Element && !target.closest("#board, #turn, #toolbar, #choices, .look, dialog");
      if (isOutside && this.#choices.classList.contains("beside") && this.#choices.childElementCount) this.turn.back();
    });
    $("flip")?.addEventListener("click", () => this.flip());
    $("threats")?.addEventListener("click", () => this.toggleThreats());
    const given = /** @type {SVGElement|null} */ (this.#root.querySelector("svg"));
    if (given?.querySelector("[role=grid]")) this.#setPicture(given);
    this.setFlipped(setting("flipped", false));
    this.#updateTools();
  }

  // -- Display --------------------------------------------------------------------------------

  /**
   * Sets the game whose board this is.
   * @param {string} spec
   */
  setGame(spec) {
    const game = gameOf(spec);
    this.#names = game.seats.map((seat) => seat.name);
    this.#bottom = game.bottom;
    toggle($("threats"), game.takes);
    this.#updateTools();
  }

  /** The seat whose side of the board is at the bottom of the window. */
  get bottom() {
    return this.#isFlipped ? 1 - this.#bottom : this.#bottom;
  }

  /**
   * Shows a picture, and animates pieces to their new places on request.
   * @param {string} svg
   */
  show(svg, { animate = false } = {}) {
    if (svg === this.#svg) return;
    const before = animate && !prefersReducedMotion() && this.picture ? piecesOf(this.picture) : null;
    const next = picture(svg);
    if (this.#isFlipped) turnAround(next);
    const hadFocus = this.picture?.contains(document.activeElement);
    this.#svg = svg;
    this.picture?.replaceWith(next);
    if (!this.picture) this.#root.replaceChildren(next);
    this.#setPicture(next);
    if (hadFocus) this.cell(this.#focus)?.focus();
    if (before) animatePieces(before, piecesOf(next), this.overlay);
  }

  /**
   * Shows some sites as they look after a move that has not reached the server.
   * @param {Record<string, string>} cells
   */
  #showCells(cells) {
    if (!this.picture) return;
    const before = prefersReducedMotion() ? null : piecesOf(this.picture);
    // The next picture of the server is always a new one.
    this.#svg = null;
    for (const cell of all(this.picture, "[data-mark=choice]")) delete cell.dataset.mark;
    for (const target of all(this.picture, ".target")) target.remove();
    for (const [site, svg] of Object.entries(cells)) {
      const old = this.cell(site);
      const next = picture(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`).firstElementChild;
      if (!old || !next) continue;
      for (const name of ["transform", "tabindex"]) next.setAttribute(name, old.getAttribute(name) ?? "");
      old.replaceWith(next);
    }
    this.#root.classList.remove("active");
    if (before) animatePieces(before, piecesOf(this.picture), this.overlay);
  }

  /** The side of a square on the screen, in pixels. */
  cellSize() {
    const size = this.picture?.getBoundingClientRect().width ?? 0;
    return (size * 100) / Number(this.picture?.getAttribute("viewBox")?.split(" ")[2] ?? 100);
  }

  /**
   * Additions to the board of a turn.
   * @returns {Extras}
   */
  get extras() {
    return { hint: this.#hint, threats: this.#threats ? "1" : null };
  }

  /**
   * Marks a suggested move. Without one, the current picture remains unchanged.
   * @param {string|null} move
   */
  setHint(move) {
    this.#hint = move;
    if (move) this.turn.refresh();
  }

  /** Starts or stops marking threats. */
  toggleThreats() {
    this.#threats = !this.#threats;
    saveSetting("threats", this.#threats);
    this.#updateTools();
    this.turn.refresh();
  }

  /** Turns the board around on the visitor's request. */
  flip() {
    this.setFlipped(!this.#isFlipped);
    this.onFlip(this.#isFlipped);
  }

  /**
   * Shows the board from this side or from the other.
   * @param {boolean} isFlipped
   */
  setFlipped(isFlipped) {
    if (isFlipped === this.#isFlipped) return;
    this.#isFlipped = isFlipped;
    const hadFocus = this.picture?.contains(document.activeElement);
    if (this.picture) turnAround(this.picture);
    if (hadFocus) {
      // An element that moves in the page loses the focus.
      this.cell(this.#focus)?.focus();
      this.#onFocus(document.activeElement);
    }
    this.#updateTools();
  }

  #updateTools() {
    $("board-area").classList.toggle("flipped", this.#isFlipped);
    $("board-area").classList.toggle("first-above", this.bottom !== 0);
    $("flip")?.setAttribute("aria-pressed", String(this.#isFlipped));
    $("threats")?.setAttribute("aria-pressed", String(this.#threats));
  }

  /**
   * Shows what the visitor has to do, and remarks.
   * @param {string} text
   * @param {string} remarks
   */
  setPrompt(text, remarks = "") {
    if (this.#prompt.textContent !== text + remarks) this.#prompt.replaceChildren(text, ...(remarks ? [el("small", {}, remarks)] : []));
    this.showProblem("");
  }

  /**
   * Shows an error to the visitor.
   * @param {string} text
   */
  showProblem(text) {
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
  }

  /**
   * Shows the pieces on a site, large and in words.
   * @param {string} site
   */
  inspect(site) {
    const cell = this.cell(site);
    if (cell) inspectStack(cell, this.#names, () => this.cell(site)?.focus());
  }

  /** @param {SVGElement} svg */
  #setPicture(svg) {
    this.picture = svg;
    svg.querySelector("[role=grid]")?.setAttribute("aria-label", t("scene.board"));
    for (const name of ["width", "height", "viewBox"]) this.overlay.setAttribute(name, svg.getAttribute(name) ?? "");
    this.#root.append(this.overlay);
    this.zoom?.apply();
    const cells = this.cells();
    for (const cell of cells) cell.setAttribute("tabindex", "-1");
    const middle = cells[Math.floor(cells.length / 2)];
    const start = this.cell(this.#focus) ?? svg.querySelector("[data-mark=choice]") ?? middle;
    start?.setAttribute("tabindex", "0");
    const choices = cells.filter((cell) => cell.dataset.mark === "choice");
    // Marks on most squares would be useless.
    this.#root.classList.toggle("all-legal", choices.length > cells.length / 2);
    for (const cell of cells.filter((cell) => heightOf(cell) > 1)) {
      cell.append(make("path", { class: "peek", d: "M44-39a6 6 0 1 1-12 0 6 6 0 1 1 12 0ZM34-34l-5 5" }));
    }
  }

  /** @returns {SVGElement[]} */
  cells() {
    return this.picture ? all(this.picture, "[data-site]") : [];
  }

  /** @param {string|null} site */
  cell(site) {
    return this.cells().find((cell) => cell.dataset.site === site) ?? null;
  }

  /**
   * Returns the site of a node.
   * @param {EventTarget|null} node
   */
  siteOf(node) {
    const cell = node instanceof Element ? node.closest("[data-site]") : null;
    return cell instanceof SVGElement && this.picture?.contains(cell) ? (cell.dataset.site ?? null) : null;
  }

  /**
   * Sets the site in the tab order.
   * @param {string} site
   */
  setTabStop(site) {
    for (const cell of this.cells()) cell.setAttribute("tabindex", cell.dataset.site === site ? "0" : "-1");
    this.#focus = site;
  }

  /** Whether the keyboard has brought the focus to the board, so that arrows move it there. */
  get hasKeyboardFocus() {
    return this.#ring.classList.contains("on");
  }

  /** @param {EventTarget|null} target */
  #onFocus(target) {
    const site = this.siteOf(target);
    const cell = this.cell(site);
    if (!site || !cell) return;
    this.setTabStop(site);
    const { x, y } = placeOf(cell);
    this.#ring.setAttribute("transform", `translate(${x} ${y})`);
    this.#ring.classList.toggle("on", cell.matches(":focus-visible"));
  }

  // -- Turns ----------------------------------------------------------------------------------

  /**
   * Begins a turn, which the visitor builds step by step.
   * @param {Steps|null} turn as the server sent it, or null to ask for it
   */
  async begin(turn = null) {
    // The picture belongs to the previous turn.
    this.#root.classList.remove("active");
    try {
      await this.turn.begin(turn);
    } catch (error) {
      this.showProblem(messageOf(error));
    }
  }

  /** Ignores input until the next turn begins. */
  suspend() {
    this.turn.stop();
    this.#root.classList.remove("active");
  }

  /** Ends the turn: disables all choices, and shows the reason as the prompt. */
  stop(prompt = "") {
    this.turn.stop();
    this.#root.classList.remove("active");
    showChoices([], null);
    this.zoom.leave();
    this.setPrompt(prompt);
    this.#setTyping(false);
  }

  /**
   * Accepts any site that the visitor points at, for tasks other than moves.
   * @param {string} prompt
   */
  beginPointing(prompt) {
    this.stop(prompt);
    this.turn.stop(true);
    this.#root.classList.add("active");
    this.#setTyping(true);
  }

  /**
   * @param {Steps} turn
   * @param {boolean} animate
   */
  #showTurn(turn, animate) {
    this.#root.classList.add("active");
    if (turn.svg) this.show(turn.svg, { animate });
    this.#setTyping(true);
    const { taken } = this.turn;
    this.setPrompt(turn.finished ? t("web.confirm_move") : (turn.prompt ?? ""));
    const buttons = [];
    if (turn.finished) buttons.push(button(t("web.play_it"), () => this.turn.finish(), { class: "primary" }));
    for (const choice of turn.steps) {
      if (choice.kind === "site") continue;
      buttons.push(button(choice.label, () => this.turn.choose(choice.step), { class: "choice" }));
    }
    const isQuestion = buttons.length > 0 && taken.length > 0;
    if (taken.length) buttons.push(button(t("web.step_back"), () => this.turn.back(), { class: "back" }));
    const chosen = this.cells().filter((cell) => cell.dataset.mark === "chosen");
    this.zoom.show(taken.length ? [...chosen, ...this.cells().filter((cell) => cell.dataset.mark === "choice")] : []);
    showChoices(buttons, isQuestion ? (this.cell(taken.findLast((step) => this.cell(step)) ?? null) ?? chosen.at(-1) ?? null) : null);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const field = $("move");
    const text = field.value.trim();
    if (!text) return;
    this.showProblem("");
    this.turn.type(text, () => (field.value = ""));
  }

  /** @param {boolean} on */
  #setTyping(on) {
    const form = $("typed");
    for (const field of form?.elements ?? []) /** @type {HTMLInputElement|HTMLButtonElement} */ (field).disabled = !on && field !== form?.lastElementChild;
  }
}
