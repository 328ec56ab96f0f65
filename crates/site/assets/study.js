// A study on the server: saved after every change, with the author's secret.

import { messageOf, post } from "./api.js";
import { read, write } from "./store.js";

/** @import { SavedStudy, Study } from "./types.d.ts" */

const SAVE_DELAY_MS = 700;

/**
 * Returns the visitor's own studies: their tokens by id.
 * @returns {Record<string, {token: string, title: string, game: string}>}
 */
export const myStudies = () => read("studies", {});

/**
 * Stores the token of a study.
 * @param {string} id
 * @param {{token: string, title: string, game: string}} study
 */
export const keepStudy = (id, study) => write("studies", { ...myStudies(), [id]: study });

/** Returns the address for readers. @param {string} id */
export const readersLink = (id) => `${location.origin}/studies/${id}`;

/** Returns the address for the author: browsers never send the part after the `#` to a server. @param {string} id @param {string} token */
export const authorsLink = (id, token) => `${readersLink(id)}#${token}`;

export class StudyFile {
  /** @type {number|undefined} */
  #timer;
  #isSaving = false;
  /** @type {(() => Study)|null} */
  #waiting = null;

  /**
   * @param {string} id
   * @param {string} token
   * @param {number} version
   * @param {(status: "saving"|"saved"|"failed", problem: string) => unknown} onStatus
   */
  constructor(id, token, version, onStatus) {
    this.id = id;
    this.token = token;
    this.version = version;
    this.onStatus = onStatus;
  }

  /**
   * Saves soon, and combines several changes in a row.
   * @param {() => Study} content
   */
  change(content) {
    this.#waiting = content;
    this.onStatus("saving", "");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SAVE_DELAY_MS);
  }

  async #save() {
    const content = this.#waiting;
    if (!content || this.#isSaving) return;
    this.#waiting = null;
    this.#isSaving = true;
    try {
      /** @type {SavedStudy} */
      const saved = await post(`studies/${this.id}`, { ...content(), version: this.version }, this.token);
      this.version = saved.version;
      if (!this.#waiting) this.onStatus("saved", "");
    } catch (error) {
      this.onStatus("failed", messageOf(error));
    }
    this.#isSaving = false;
    if (this.#waiting) this.#save();
  }
}
