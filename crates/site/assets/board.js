// A board that knows no game: it shows what the server draws, walks the steps of a turn, and hands over a move. How a turn
// is built is in turn.js; hands, keys, motion and the look into a stack have modules of their own.

import { messageOf } from "./api.js";
import { $, button, gameOf, picture, t, toggle } from "./dom.js";
import { Hands } from "./hands.js";
import { listen } from "./keys.js";
import { look } from "./look.js";
import { isStill, move } from "./motion.js";
import { all, make, piecesOf, placeOf, turnAround } from "./picture.js";
import { keepSetting, setting } from "./store.js";
import { Turn } from "./turn.js";

/** @import { Extras, Steps } from "./types.d.ts" */

export class Board {
  #root = $("board");
  #prompt = $("prompt");
  #problem = $("problem");
  #choices = $("choices");
  #ring = make("rect", { class: "ring", x: -48, y: -48, width: 96, height: 96, rx: 10 });
  /** The site that Tab comes to. @type {string|null} */
  #focus = null;
  /** The picture as the server sent it. @type {string|null} */
  #svg = null;
  #isFlipped = false;
  #threats = setting("threats", true);
  /** @type {string|null} */
  #hint = null;
  /** What lies over the board: the ring around the focus, and pieces on their way. */
  overlay = /** @type {SVGSVGElement} */ (make("svg", { class: "overlay", "aria-hidden": "true" }));
  /** The picture that is shown. @type {SVGElement|null} */
  picture = null;
  /** The seat that is to move, whose pieces can be dragged; null if it does not matter. @type {number|null} */
  mover = null;
  /** @type {string[]} the names of the seats */
  #names = [];
  /** Called when the visitor has turned the board around. @type {(isFlipped: boolean) => void} */
  onFlip = (isFlipped) => keepSetting("flipped", isFlipped);

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
      show: (turn, animate) => this.#take(turn, animate),
      redraw: (turn) => this.show(turn.svg),
      playing: () => {
        this.#choices.replaceChildren();
        this.complain("");
      },
      complain: (text) => this.complain(text),
    });
    new Hands(this.#root, this);
    listen(this.#root, this);
    this.#root.addEventListener("focusin", (event) => this.#focused(event.target));
    this.#root.addEventListener("focusout", () => this.#ring.classList.remove("on"));
    $("typed")?.addEventListener("submit", (event) => this.#submit(event));
    $("flip")?.addEventListener("click", () => this.flip());
    $("threats")?.addEventListener("click", () => this.toggleThreats());
    const given = /** @type {SVGElement|null} */ (this.#root.querySelector("svg"));
    if (given?.querySelector("[role=grid]")) this.#adopt(given);
    this.setFlipped(setting("flipped", false));
    this.#drawTools();
  }

  // -- What is shown --------------------------------------------------------------------------

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
   * Shows a picture; pieces go to their new places if they are to.
   * @param {string} svg
   */
  show(svg, { animate = false } = {}) {
    if (svg === this.#svg) return;
    const before = animate && !isStill() && this.picture ? piecesOf(this.picture) : null;
    const next = picture(svg);
    if (this.#isFlipped) turnAround(next);
    const hadFocus = this.picture?.contains(document.activeElement);
    this.#svg = svg;
    this.picture?.replaceWith(next);
    if (!this.picture) this.#root.replaceChildren(next);
    this.#adopt(next);
    if (hadFocus) this.cell(this.#focus)?.focus();
    if (before) move(before, piecesOf(next), this.overlay);
  }

  /**
   * What is to be shown on the board of a turn besides it.
   * @returns {Extras}
   */
  get extras() {
    return { hint: this.#hint, threats: this.#threats ? "1" : null };
  }

  /**
   * Marks a suggested move, or none; what is shown already changes only for a new one.
   * @param {string|null} move
   */
  advise(move) {
    this.#hint = move;
    if (move) this.turn.refresh();
  }

  /** Shows what is threatened, or does not any more. */
  toggleThreats() {
    this.#threats = !this.#threats;
    keepSetting("threats", this.#threats);
    this.#drawTools();
    this.turn.refresh();
  }

  /** Turns the board around, as the visitor wants it. */
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
      // What is moved in the page loses the focus.
      this.cell(this.#focus)?.focus();
      this.#focused(document.activeElement);
    }
    this.#drawTools();
  }

  #drawTools() {
    $("flip")?.setAttribute("aria-pressed", String(this.#isFlipped));
    $("threats")?.setAttribute("aria-pressed", String(this.#threats));
  }

  /**
   * Says what is to be done.
   * @param {string} text
   */
  say(text) {
    if (this.#prompt.textContent !== text) this.#prompt.textContent = text;
    this.complain("");
  }

  /**
   * Says what is wrong.
   * @param {string} text
   */
  complain(text) {
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
  }

  /**
   * Shows what stands on a site, large and in words.
   * @param {string} site
   */
  look(site) {
    const cell = this.cell(site);
    if (cell) look(cell, this.#names, () => this.cell(site)?.focus());
  }

  /** @param {SVGElement} svg */
  #adopt(svg) {
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
   * Sets the site that Tab comes to.
   * @param {string} site
   */
  rove(site) {
    for (const cell of this.cells()) cell.setAttribute("tabindex", cell.dataset.site === site ? "0" : "-1");
    this.#focus = site;
  }

  /** @param {EventTarget|null} target */
  #focused(target) {
    const site = this.siteOf(target);
    const cell = this.cell(site);
    if (!site || !cell) return;
    this.rove(site);
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
    // What is shown belongs to the turn before.
    this.#root.classList.remove("active");
    try {
      await this.turn.begin(turn);
    } catch (error) {
      this.complain(messageOf(error));
    }
  }

  /** Nothing can be chosen; this is said instead. */
  rest(said = "") {
    this.turn.rest();
    this.#root.classList.remove("active");
    this.#choices.replaceChildren();
    this.say(said);
    this.#typed(false);
  }

  /**
   * Lets the visitor point at sites, for tasks that are no moves.
   * @param {string} said
   */
  pointing(said) {
    this.rest(said);
    this.turn.rest(true);
    this.#root.classList.add("active");
    this.#typed(true);
  }

  /**
   * @param {Steps} turn
   * @param {boolean} animate
   */
  #take(turn, animate) {
    this.#root.classList.add("active");
    if (turn.svg) this.show(turn.svg, { animate });
    this.#typed(true);
    const { taken } = this.turn;
    const said = [taken.join(" "), turn.prompt ?? ""].filter(Boolean).join(" › ");
    this.say(turn.finished ? t("web.confirm_move", { move: turn.finished }) : said);
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
    this.complain("");
    this.turn.type(text, () => (field.value = ""));
  }

  /** @param {boolean} on */
  #typed(on) {
    for (const field of $("typed")?.elements ?? []) /** @type {HTMLInputElement} */ (field).disabled = !on;
  }
}
