// A board for any game: shows the picture that the server draws, lets the visitor choose steps, and passes on the move.
// turn.js builds the turn; pointer.js, keys.js, animation.js and inspect.js do what their names say.

import { messageOf } from "./api.js";
import { $, button, gameOf, picture, t, toggle } from "./dom.js";
import { PointerInput } from "./pointer.js";
import { listenToKeys } from "./keys.js";
import { inspectStack } from "./inspect.js";
import { animatePieces, prefersReducedMotion } from "./animation.js";
import { all, make, piecesOf, placeOf, turnAround } from "./picture.js";
import { saveSetting, setting } from "./store.js";
import { Turn } from "./turn.js";

/** @import { Extras, Steps } from "./types.d.ts" */

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
      redraw: (turn) => this.show(turn.svg),
      onPlay: () => {
        this.#choices.replaceChildren();
        this.showProblem("");
      },
      showProblem: (text) => this.showProblem(text),
    });
    new PointerInput(this.#root, this);
    listenToKeys(this.#root, this);
    this.#root.addEventListener("focusin", (event) => this.#onFocus(event.target));
    this.#root.addEventListener("focusout", () => this.#ring.classList.remove("on"));
    $("typed")?.addEventListener("submit", (event) => this.#submit(event));
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
    toggle($("threats"), game.takes);
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
   * Additions to the board of a turn.
   * @returns {Extras}
   */
  get extras() {
    return { hint: this.#hint, threats: this.#threats ? "1" : null };
  }

  /**
   * Marks a suggested move. Without one, the current picture stays as it is.
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
    $("board-area").classList.toggle("flipped", isFlipped);
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
    $("flip")?.setAttribute("aria-pressed", String(this.#isFlipped));
    $("threats")?.setAttribute("aria-pressed", String(this.#threats));
  }

  /**
   * Tells the visitor what to do.
   * @param {string} text
   */
  setPrompt(text) {
    if (this.#prompt.textContent !== text) this.#prompt.textContent = text;
    this.showProblem("");
  }

  /**
   * Tells the visitor what is wrong.
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
    const cells = this.cells();
    for (const cell of cells) cell.setAttribute("tabindex", "-1");
    const middle = cells[Math.floor(cells.length / 2)];
    const start = this.cell(this.#focus) ?? svg.querySelector("[data-mark=choice]") ?? middle;
    start?.setAttribute("tabindex", "0");
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
   * The site that a node belongs to.
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
   * Lets the visitor build a turn.
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

  /** Ends the turn: nothing can be chosen, and the prompt says why. */
  stop(prompt = "") {
    this.turn.stop();
    this.#root.classList.remove("active");
    this.#choices.replaceChildren();
    this.setPrompt(prompt);
    this.#setTyping(false);
  }

  /**
   * Lets the visitor point at sites, for tasks that are no moves.
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
    const prompt = [taken.join(" "), turn.prompt ?? ""].filter(Boolean).join(" › ");
    this.setPrompt(turn.finished ? t("web.confirm_move", { move: turn.finished }) : prompt);
    const buttons = [];
    if (turn.finished) buttons.push(button(t("web.play_it", { move: turn.finished }), () => this.turn.finish(), { class: "primary" }));
    for (const choice of turn.steps) {
      if (choice.kind === "site") continue;
      buttons.push(button(choice.label, () => this.turn.choose(choice.step), { class: "choice" }));
    }
    if (taken.length) buttons.push(button(t("web.step_back"), () => this.turn.back(), { class: "back" }));
    this.#choices.replaceChildren(...buttons);
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
    for (const field of $("typed")?.elements ?? []) /** @type {HTMLInputElement} */ (field).disabled = !on;
  }
}
