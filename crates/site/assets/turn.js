// A turn that is built step by step: the server says what can follow, and this walks there and back.

import { messageOf } from "./api.js";
import { setting } from "./store.js";

/** @import { Steps } from "./types.d.ts" */

/**
 * What a page does for a turn.
 * @typedef {object} Options
 * @property {(taken: string[]) => Promise<Steps>} steps the turn after some steps
 * @property {(move: string) => Promise<unknown>} play
 * @property {(site: string) => Promise<unknown>} [point] for tasks that are no moves
 * @property {(turn: Steps, animate: boolean) => void} show
 * @property {(turn: Steps) => void} redraw the same turn looks different
 * @property {() => void} playing a move is on its way
 * @property {(text: string) => void} complain
 */

export class Turn {
  /** @type {Steps|null} */
  #now = null;
  /** @type {Steps|null} */
  #first = null;
  /** @type {string[]} */
  #taken = [];
  /** @type {Promise<unknown>} */
  #busy = Promise.resolve();
  /** Changes when another turn begins: answers about the one before are late. */
  #epoch = 0;
  #isOpen = false;
  /** What is known of the turn after some steps. @type {Map<string, Steps>} */
  #known = new Map();
  /** Where a piece was dropped before it was said which or how many. @type {string|null} */
  #wanted = null;

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
  }

  /** Whether steps of a move can be taken. */
  get isActive() {
    return this.#now !== null;
  }

  get taken() {
    return this.#taken;
  }

  /**
   * Begins a turn.
   * @param {Steps|null} turn as the server sent it, or null to ask for it
   */
  async begin(turn = null) {
    const epoch = ++this.#epoch;
    this.#now = null;
    this.#isOpen = false;
    this.#known.clear();
    const first = turn ?? (await this.#look([]));
    if (epoch !== this.#epoch) return;
    this.#taken = [];
    this.#first = first;
    this.#known.set("", first);
    this.#take(first, false);
  }

  /** Nothing can be chosen, or only sites that are no steps. */
  rest(isOpen = false) {
    this.#epoch += 1;
    this.#now = this.#first = null;
    this.#taken = [];
    this.#isOpen = isOpen;
  }

  /** Asks for the same again, since it is to be shown in another way. */
  refresh() {
    if (!this.isActive) return;
    this.#queue(async () => {
      const epoch = this.#epoch;
      const taken = this.#taken;
      this.#known.clear();
      const turn = await this.#look(taken);
      if (epoch !== this.#epoch || taken !== this.#taken) return;
      this.#first = await this.#look([]);
      this.#now = turn;
      this.options.redraw(turn);
    });
  }

  /**
   * Whether a site is one of the next steps.
   * @param {string} site
   */
  offers(site) {
    return Boolean(this.#now?.steps.some((choice) => choice.kind === "site" && choice.step === site));
  }

  /**
   * Whether a turn is at a site, which was chosen last.
   * @param {string} site
   */
  isAt(site) {
    return this.#taken.at(-1) === site;
  }

  /**
   * The turn after some steps; what was asked for once is shown at once.
   * @param {string[]} taken
   */
  async #look(taken) {
    const key = taken.join("\n");
    const known = this.#known.get(key);
    if (known) return known;
    const epoch = this.#epoch;
    const turn = await this.options.steps(taken);
    if (epoch === this.#epoch) this.#known.set(key, turn);
    return turn;
  }

  /**
   * Does one thing after the other, so that quick hands lose no step.
   * @param {() => Promise<unknown>} job
   */
  #queue(job) {
    this.#busy = this.#busy.then(job).catch((error) => this.options.complain(messageOf(error)));
    return this.#busy;
  }

  /** @param {string[]} taken */
  async #ask(taken) {
    const epoch = this.#epoch;
    const turn = await this.#look(taken);
    if (epoch !== this.#epoch) return;
    this.#taken = taken;
    this.#take(turn, true);
  }

  /**
   * @param {Steps} turn
   * @param {boolean} animate
   */
  #take(turn, animate) {
    this.#now = turn;
    this.#isOpen = true;
    this.options.show(turn, animate);
  }

  /**
   * Takes a step that is no site.
   * @param {string} step
   */
  choose(step) {
    return this.#queue(() => this.#step(step, false));
  }

  /**
   * Takes a step that is possible; the last one plays, or waits to be confirmed.
   * @param {string} step
   * @param {boolean} byTouch
   * @returns {Promise<void>}
   */
  async #step(step, byTouch) {
    const epoch = this.#epoch;
    const taken = [...this.#taken, step];
    const turn = await this.#look(taken);
    if (epoch !== this.#epoch) return;
    if (turn.finished && !mustConfirm(byTouch)) {
      await this.#play(turn.finished);
      return;
    }
    this.#taken = taken;
    this.#take(turn, true);
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted && this.offers(wanted)) await this.#step(wanted, byTouch);
  }

  /** Plays the turn that is complete. */
  finish() {
    const move = this.#now?.finished;
    if (move) this.#queue(() => this.#play(move));
  }

  /** @param {string} move */
  async #play(move) {
    this.options.playing();
    try {
      await this.options.play(move);
    } catch (error) {
      if (this.#first) {
        this.#taken = [];
        this.#take(this.#first, false);
      }
      throw error;
    }
  }

  /**
   * Plays what was typed, or points at it; then `done`.
   * @param {string} text
   * @param {() => void} done
   */
  type(text, done) {
    return this.#queue(async () => {
      if (this.options.point && !this.#now) await this.options.point(text);
      else await this.options.play(text);
      done();
    });
  }

  /**
   * Points at a site: takes the step, takes it back, or begins anew there.
   * @param {string} site
   */
  point(site, byTouch = false) {
    const epoch = this.#epoch;
    return this.#queue(async () => {
      // Meant for a turn that is over by now, or for one that is yet to come.
      if (epoch !== this.#epoch || !this.#isOpen) return;
      if (this.options.point && !this.#now) return this.options.point(site);
      const turn = this.#now;
      if (!turn) return;
      this.#wanted = null;
      if (turn.finished) {
        // The second tap on the last step confirms it; a tap elsewhere begins anew.
        if (this.isAt(site)) return this.#play(turn.finished);
        await this.#ask(this.#taken.slice(0, -1));
      }
      return this.#pointAt(site, byTouch);
    });
  }

  /**
   * @param {string} site
   * @param {boolean} byTouch
   * @returns {Promise<void>}
   */
  async #pointAt(site, byTouch) {
    if (this.offers(site)) return this.#step(site, byTouch);
    if (this.isAt(site)) return this.#ask(this.#taken.slice(0, -1));
    const begins = this.#first?.steps.some((choice) => choice.kind === "site" && choice.step === site);
    if (this.#taken.length && begins) {
      this.#taken = [];
      return this.#step(site, byTouch);
    }
    // The server says why not.
    await this.options.steps([...this.#taken, site]);
  }

  /** Takes back a step; false if there is none. */
  back() {
    if (!this.#taken.length) return false;
    this.#queue(() => this.#ask(this.#taken.slice(0, -1)));
    return true;
  }

  /**
   * A piece was put down: the turn goes on there, perhaps by a step in between, or the piece goes back.
   * @param {string} site
   * @param {boolean} wasStep
   * @param {boolean} byTouch
   */
  drop(site, wasStep, byTouch) {
    return this.#queue(async () => {
      if (!this.#now || this.#now.finished) return;
      if (this.offers(site)) return this.#step(site, byTouch);
      if (!wasStep) return;
      const taken = this.#taken;
      const ways = [];
      for (const choice of this.#now.steps.filter((each) => each.kind !== "site")) {
        const turn = await this.#look([...taken, choice.step]);
        if (turn.steps.some((each) => each.step === site)) ways.push(choice.step);
      }
      if (ways.length === 1) {
        await this.#ask([...taken, ways[0]]);
        return this.#step(site, byTouch);
      }
      if (ways.length > 1) {
        this.#wanted = site;
        return;
      }
      try {
        await this.options.steps([...taken, site]);
      } catch (error) {
        if (taken.length) await this.#ask(taken.slice(0, -1));
        throw error;
      }
    });
  }
}

/** @param {boolean} byTouch */
function mustConfirm(byTouch) {
  const when = setting("confirm", "touch");
  return when === "always" || (when === "touch" && byTouch);
}
