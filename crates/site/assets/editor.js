// Sets up a position on the board: the tools of the game, its fields, and its verdict on every change.

import { messageOf, post } from "./api.js";
import { $, button, el, t, toggle } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { Picker } from "./picker.js" */
/** @import { PositionSetup } from "./types.d.ts" */

export class Editor {
  /** The selected tool, by its index; "erase" and "move" are tools of the page. @type {number|"erase"|"move"} */
  #tool = 0;
  /** @type {PositionSetup|null} */
  #setup = null;
  /** @type {Promise<unknown>} */
  #jobs = Promise.resolve();
  /** The site from which the keyboard or a tap has picked up a piece. @type {string|null} */
  #from = null;

  /**
   * @param {Board} board
   * @param {Picker} picker
   * @param {(game: string, position: string) => unknown} onDone
   */
  constructor(board, picker, onDone) {
    this.board = board;
    this.picker = picker;
    this.onDone = onDone;
    $("edit-clear").onclick = () => this.#edit({ clear: true });
    $("edit-turn").onclick = () => this.#edit({ next_turn: true });
    $("edit-done").onclick = () => this.#setup && this.onDone(this.#setup.game, this.#setup.position);
  }

  get isOpen() {
    return this.#setup !== null;
  }

  /**
   * Begins with a position.
   * @param {string} game
   * @param {string} position
   */
  async open(game, position) {
    this.#setup = await post("position/setup", { game, position });
    this.#tool = 0;
    toggle($("editor"), true);
    this.board.stop(t("web.editor_hint"));
    this.picker.use({ tap: (site) => this.#tap(site), drag: (site, to) => this.#edit({ site, to }) });
    this.#draw();
    const first = $("editor").querySelector("button");
    first?.focus();
  }

  close() {
    this.#setup = null;
    this.picker.use(null);
    toggle($("editor"), false);
  }

  /** @param {string} site */
  #tap(site) {
    if (this.#tool === "erase") this.#edit({ site });
    else if (this.#tool !== "move") this.#edit({ site, tool: this.#tool });
    else if (this.#from) {
      this.#edit({ site: this.#from, to: site });
      this.#from = null;
    } else this.#from = site;
  }

  /**
   * Changes the position. Changes run one after the other, so that quick clicks lose none.
   * @param {object} edit
   */
  #edit(edit) {
    this.#jobs = this.#jobs
      .then(async () => {
        if (!this.#setup) return;
        const { game, position } = this.#setup;
        this.#setup = await post("position/setup", { game, position, ...edit });
        this.#draw();
      })
      .catch((error) => this.board.showProblem(messageOf(error)));
    return this.#jobs;
  }

  #draw() {
    const setup = this.#setup;
    if (!setup) return;
    this.board.show(setup.svg);
    this.board.setPrompt(`${setup.status}. ${t("web.editor_hint")}`);
    this.board.showProblem(setup.problem ?? "");
    /** @type {(tool: number|"erase"|"move", name: string) => HTMLElement} */
    const tool = (value, name) => button(name, () => this.#choose(value), { class: "tool", "aria-pressed": String(this.#tool === value) });
    $("edit-tools").replaceChildren(...setup.tools.map((name, index) => tool(index, name)), tool("move", t("web.editor_move")), tool("erase", t("web.editor_erase")));
    if (!$("edit-fields").contains(document.activeElement)) {
      $("edit-fields").replaceChildren(
        ...setup.fields.map(({ field, name, value }) => {
          const onchange = (/** @type {Event & {currentTarget: HTMLInputElement}} */ { currentTarget }) => this.#edit({ field, value: currentTarget.value.trim() });
          const id = `field-${field}`;
          return el("p", { class: "field" }, el("label", { for: id }, name), el("input", { id, type: "text", value, maxlength: "40", onchange }));
        }),
      );
    }
  }

  /** @param {number|"erase"|"move"} tool */
  #choose(tool) {
    this.#tool = tool;
    this.#from = null;
    for (const [index, each] of [...$("edit-tools").children].entries()) {
      const count = this.#setup?.tools.length ?? 0;
      const value = index < count ? index : index === count ? "move" : "erase";
      each.setAttribute("aria-pressed", String(value === tool));
    }
  }
}
