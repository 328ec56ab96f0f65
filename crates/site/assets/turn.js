// A turn that the visitor builds step by step: the server sends the next steps, and this class takes them and takes them back.

import { messageOf } from "./api.js";
import { setting } from "./store.js";

/** @import { Choice, Steps } from "./types.d.ts" */

/**
 * Callbacks of a turn.
 * @typedef {object} Options
 * @property {(taken: string[]) => Promise<Steps>} steps the turn after some steps
 * @property {(move: string) => Promise<unknown>} play
 * @property {(site: string) => Promise<unknown>} [point] for tasks other than moves
 * @property {(turn: Steps, animate: boolean) => void} show
 * @property {(turn: Steps) => void} redraw the same turn with another appearance
 * @property {(choice: Choice|null) => void} onPlay a move is being sent; the choice that completes it, if it includes a preview of the board
 * @property {(site: string) => void} onPoint the step to a site is being sent
 * @property {() => boolean} isSmall whether squares are too small for reliable touches
 * @property {(text: string) => void} showProblem
 */

export class Turn {
  /** @type {Steps|null} */
  #current = null;
  /** @type {Steps|null} */
  #first = null;
  /** @type {string[]} */
  #taken = [];
  /** @type {Promise<unknown>} */
  #jobs = Promise.resolve();
  /** Changes with every turn, so that late answers about an earlier one are ignored. */
  #epoch = 0;
  #acceptsSites = false;
  /** Answers of the server, or requests under way, by the steps taken. @type {Map<string, Promise<Steps>>} */
  #cache = new Map();
  /** Whether a move is on its way to the server. */
  #isSent = false;
  /** Where a piece was dropped while the step before is still to be chosen. @type {string|null} */
  #dropSite = null;

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
  }

  /** Whether the visitor can take steps of a move. */
  get isActive() {
    return this.#current !== null;
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
    this.#current = null;
    this.#acceptsSites = this.#isSent = false;
    this.#cache.clear();
    if (turn) this.#cache.set("", Promise.resolve(turn));
    const first = await this.#fetch([]);
    if (epoch !== this.#epoch) return;
    this.#taken = [];
    this.#first = first;
    this.#show(first, false);
  }

  /** Ends the turn. The visitor may still point at sites if the task requires it. */
  stop(acceptsSites = false) {
    this.#epoch += 1;
    this.#current = this.#first = null;
    this.#taken = [];
    this.#acceptsSites = acceptsSites;
    this.#isSent = false;
  }

  /**
   * Fetches the same turn again, because its picture has to change. Steps do not wait for it.
   * @returns {Promise<void>}
   */
  async refresh() {
    if (!this.isActive || this.#isSent) return;
    const epoch = this.#epoch;
    const taken = this.#taken;
    this.#cache.clear();
    try {
      const turn = await this.#fetch(taken);
      const first = await this.#fetch([]);
      if (epoch !== this.#epoch || this.#isSent) return;
      // The answer to a step that was taken meanwhile may have the old picture.
      if (taken !== this.#taken) return await this.refresh();
      [this.#current, this.#first] = [turn, first];
      this.options.redraw(turn);
    } catch (error) {
      if (epoch === this.#epoch) this.options.showProblem(messageOf(error));
    }
  }

  /**
   * Fetches what comes after the step to a site, which the visitor is about to take.
   * @param {string} site
   */
  prepare(site) {
    const choice = this.#current?.steps.find((each) => each.kind === "site" && each.step === site);
    if (!choice || choice.move || this.#isSent) return;
    // Whoever takes the step sees the problem, if there is one.
    this.#fetch([...this.#taken, site]).catch(() => {});
  }

  /**
   * Returns whether a site is one of the next steps.
   * @param {string} site
   */
  offers(site) {
    return Boolean(this.#current?.steps.some((choice) => choice.kind === "site" && choice.step === site));
  }

  /**
   * Returns whether a site was the last step of the turn.
   * @param {string} site
   */
  isAt(site) {
    return this.#taken.at(-1) === site;
  }

  /**
   * Returns the turn after some steps, from the cache or from the server.
   * @param {string[]} taken
   */
  #fetch(taken) {
    const key = taken.join("\n");
    const known = this.#cache.get(key);
    if (known) return known;
    const answer = this.options.steps(taken);
    this.#cache.set(key, answer);
    answer.catch(() => this.#cache.get(key) === answer && this.#cache.delete(key));
    return answer;
  }

  /**
   * Runs jobs one after the other, so that quick input loses no step.
   * @param {() => Promise<unknown>} job
   */
  #queue(job) {
    this.#jobs = this.#jobs.then(job).catch((error) => this.options.showProblem(messageOf(error)));
    return this.#jobs;
  }

  /** @param {string[]} taken */
  async #goTo(taken) {
    const epoch = this.#epoch;
    const turn = await this.#fetch(taken);
    if (epoch !== this.#epoch) return;
    this.#taken = taken;
    this.#show(turn, true);
  }

  /**
   * @param {Steps} turn
   * @param {boolean} animate
   */
  #show(turn, animate) {
    this.#current = turn;
    this.#acceptsSites = true;
    this.options.show(turn, animate);
  }

  /**
   * Takes a step that is not a site.
   * @param {string} step
   */
  choose(step) {
    return this.#queue(() => this.#step(step, false));
  }

  /**
   * Takes a legal step; the last one plays the move or waits for confirmation.
   * @param {string} step
   * @param {boolean} byTouch
   * @returns {Promise<void>}
   */
  async #step(step, byTouch) {
    const epoch = this.#epoch;
    const taken = [...this.#taken, step];
    const choice = this.#current?.steps.find((each) => each.step === step);
    if (choice?.move && !this.#mustConfirm(byTouch)) return this.#play(choice.move, choice);
    if (choice?.kind === "site") this.options.onPoint(step);
    const turn = await this.#fetch(taken);
    if (epoch !== this.#epoch) return;
    if (turn.finished && !this.#mustConfirm(byTouch)) return this.#play(turn.finished);
    this.#taken = taken;
    this.#show(turn, true);
    const site = this.#dropSite;
    this.#dropSite = null;
    if (site && this.offers(site)) await this.#step(site, byTouch);
  }

  /** Plays the complete turn. */
  finish() {
    const move = this.#current?.finished;
    if (move) this.#queue(() => this.#play(move));
  }

  /**
   * Plays a move; takes it back if the server rejects it.
   * @param {string} move
   * @param {Choice|null} choice
   */
  async #play(move, choice = null) {
    const epoch = this.#epoch;
    this.#isSent = true;
    this.options.onPlay(choice);
    try {
      await this.options.play(move);
    } catch (error) {
      this.#isSent = false;
      if (this.#first) {
        this.#taken = [];
        this.#show(this.#first, false);
      }
      throw error;
    }
    // The turn is over, although the next one may not have arrived: ignore clicks that were meant for it.
    if (epoch === this.#epoch) this.stop();
  }

  /**
   * Plays a typed move, or points at a typed site; then calls `done`.
   * @param {string} text
   * @param {() => void} done
   */
  type(text, done) {
    return this.#queue(async () => {
      if (this.options.point && !this.#current) await this.options.point(text);
      else await this.options.play(text);
      done();
    });
  }

  /**
   * Points at a site: takes the step, takes it back, or starts again there.
   * @param {string} site
   */
  point(site, byTouch = false) {
    const epoch = this.#epoch;
    return this.#queue(async () => {
      // The visitor pointed at a turn that is over or has not begun.
      if (epoch !== this.#epoch || !this.#acceptsSites) return;
      if (this.options.point && !this.#current) return this.options.point(site);
      const turn = this.#current;
      if (!turn) return;
      this.#dropSite = null;
      if (turn.finished) {
        // A second tap on the last step confirms it; a tap elsewhere starts again.
        if (this.isAt(site)) return this.#play(turn.finished);
        await this.#goTo(this.#taken.slice(0, -1));
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
    if (this.isAt(site)) return this.#goTo(this.#taken.slice(0, -1));
    const begins = this.#first?.steps.some((choice) => choice.kind === "site" && choice.step === site);
    if (this.#taken.length && begins) {
      this.#taken = [];
      return this.#step(site, byTouch);
    }
    // Only buttons can answer the question, so a tap elsewhere cancels it.
    if (this.#taken.length && !this.#current?.steps.some((choice) => choice.kind === "site")) {
      return this.#goTo(this.#taken.slice(0, -1));
    }
    this.#explain(site);
  }

  /**
   * Asks the server why a site cannot be chosen. Other input does not wait for the answer.
   * @param {string} site
   */
  async #explain(site) {
    const taken = this.#taken;
    const epoch = this.#epoch;
    try {
      await this.options.steps([...taken, site]);
    } catch (error) {
      if (epoch === this.#epoch && taken === this.#taken && !this.#isSent) this.options.showProblem(messageOf(error));
    }
  }

  /** Takes back a step; returns false if there is none. */
  back() {
    if (!this.#taken.length) return false;
    this.#queue(() => this.#goTo(this.#taken.slice(0, -1)));
    return true;
  }

  /**
   * Drops a piece on a site: continues the turn there, with a step in between if needed, or puts the piece back.
   * @param {string} site
   * @param {boolean} wasStep
   * @param {boolean} byTouch
   */
  drop(site, wasStep, byTouch) {
    return this.#queue(async () => {
      if (!this.#current || this.#current.finished) return;
      if (this.offers(site)) return this.#step(site, byTouch);
      if (!wasStep) return;
      const taken = this.#taken;
      const bridges = [];
      for (const choice of this.#current.steps.filter((each) => each.kind !== "site")) {
        const turn = await this.#fetch([...taken, choice.step]);
        if (turn.steps.some((each) => each.step === site)) bridges.push(choice.step);
      }
      if (bridges.length === 1) {
        await this.#goTo([...taken, bridges[0]]);
        return this.#step(site, byTouch);
      }
      if (bridges.length > 1) {
        this.#dropSite = site;
        return;
      }
      try {
        await this.options.steps([...taken, site]);
      } catch (error) {
        if (taken.length) await this.#goTo(taken.slice(0, -1));
        throw error;
      }
    });
  }

  /** @param {boolean} byTouch */
  #mustConfirm(byTouch) {
    const when = setting("confirm", "touch");
    return when === "always" || (when === "touch" && byTouch && this.options.isSmall());
  }
}
