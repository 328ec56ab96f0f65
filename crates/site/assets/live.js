// A game as it goes on: a socket that heals by itself, and plain requests while there is none.

import { Problem, get, post } from "./api.js";
import { t } from "./dom.js";

/** @import { Answer, Extras, Message, State, Steps, View } from "./types.d.ts" */

/**
 * A request on the socket that waits for its answer.
 * @typedef {{resolve: (answer: Answer) => void, reject: (error: Error) => void, timer: number}} PendingRequest
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING = 25000;
const ANSWER = 8000;
const SILENCE = 5000;
const POLL = 2000;

export class Live {
  /** @type {WebSocket|null} */
  #socket = null;
  #ready = false;
  #failures = 0;
  #number = 0;
  /** @type {Map<number|undefined, PendingRequest>} */
  #open = new Map();
  #timer = 0;
  #poll = 0;
  #ping = 0;
  #silence = 0;
  #closed = false;
  #ply = 0;

  /**
   * @param {string} id the game
   * @param {{token: () => string|null, onMessage: (message: Message) => void, onLine: (up: boolean) => void}} options
   */
  constructor(id, options) {
    this.id = id;
    this.options = options;
    for (const change of ["online", "offline"]) addEventListener(change, () => this.#check());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#check());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#now());
    this.#connect();
  }

  /** Tells the server who we are, once that has changed. */
  hello() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#hello();
    else this.#now();
  }

  #hello() {
    this.#send({ t: "hello", token: this.options.token(), ply: this.#ply, view: true });
  }

  #now() {
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#failures = Math.min(this.#failures, 1);
    this.#connect();
  }

  /** Asks whether the line still holds: a network that was changed or lost does not say so. */
  #check() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return this.#now();
    this.#send({ t: "ping" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(socket), SILENCE);
  }

  /**
   * A line that has fallen silent is not waited for.
   * @param {WebSocket|null} socket
   */
  #giveUp(socket) {
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.#lost(socket);
  }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/games/${this.id}/live`);
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** @param {Message} message */
  #receive(message) {
    clearTimeout(this.#silence);
    if (!this.#ready && message.t === "state") {
      this.#ready = true;
      this.#failures = 0;
      clearTimeout(this.#poll);
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#check(), PING);
      this.options.onLine(true);
    }
    const waiting = this.#open.get(message.n);
    if (waiting && (message.t === "ok" || message.t === "problem")) {
      this.#open.delete(message.n);
      clearTimeout(waiting.timer);
      if (message.t === "ok") waiting.resolve(message);
      else waiting.reject(new Problem(message.status, message.detail));
      return;
    }
    if (message.t === "moved" && message.ply > this.#ply + 1) {
      // Something was missed: the whole state tells it.
      this.#hello();
      return;
    }
    if ("state" in message && message.state) this.#ply = message.state.ply;
    if (message.t === "problem" && !this.#ready) this.#closed = message.status === 404;
    this.options.onMessage(message);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    const wasReady = this.#ready;
    this.#ready = false;
    for (const { reject, timer } of this.#open.values()) {
      clearTimeout(timer);
      reject(new Problem(0, t("web.offline")));
    }
    this.#open.clear();
    if (this.#closed) return;
    if (wasReady || this.#failures === 1) this.options.onLine(false);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#fetch();
  }

  /** Where sockets are not let through, the game goes on by asking. */
  async #fetch() {
    clearTimeout(this.#poll);
    if (this.#ready || this.#closed) return;
    try {
      /** @type {[State, View]} */
      const [state, view] = [await get(`games/${this.id}`), await get(`games/${this.id}/view`)];
      if (!this.#ready) this.options.onMessage({ t: "changed", state, view });
      this.options.onLine(true);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) {
        this.#closed = true;
        this.options.onMessage({ t: "problem", status: 404, detail: error.message });
        return;
      }
    }
    this.#poll = setTimeout(() => this.#fetch(), POLL);
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /**
   * @param {object} message
   * @returns {Promise<Answer>}
   */
  #request(message) {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      const n = this.#number;
      const timer = setTimeout(() => {
        this.#open.delete(n);
        reject(new Problem(0, t("web.offline")));
        this.#giveUp(this.#socket);
      }, ANSWER);
      this.#open.set(n, { resolve, reject, timer });
      this.#send({ ...message, n });
    });
  }

  /**
   * By the socket, and if that is lost in between, by a request: the same thing said twice counts once.
   * @param {object} message
   * @param {string} path
   * @param {object} body
   * @returns {Promise<Pick<Answer, "rematch"|"rematch_seats"|"state">>}
   */
  async #either(message, path, body) {
    if (this.#ready) {
      try {
        return await this.#request(message);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 0) throw error;
      }
    }
    /** @type {State} */
    const state = await post(`games/${this.id}/${path}`, body, this.options.token());
    this.#ply = state.ply;
    /** @type {View} */
    const view = await get(`games/${this.id}/view`);
    this.options.onMessage({ t: "changed", state, view });
    return { state };
  }

  /**
   * Plays a move after so many others.
   * @param {string} move
   * @param {number} ply
   */
  play(move, ply) {
    return this.#either({ t: "move", move, ply }, "moves", { move, ply });
  }

  /**
   * Resigns, offers, asks, answers.
   * @param {string} action
   */
  act(action) {
    return this.#either({ t: "action", action }, "actions", { action });
  }

  /**
   * The turn after some steps; `null` if there is no socket to ask.
   * @param {string[]} taken
   * @param {Extras} extras
   * @returns {Promise<Steps|null>}
   */
  async steps(taken, { hint, threats }) {
    if (!this.#ready) return null;
    return /** @type {Answer & Steps} */ (await this.#request({ t: "steps", taken, hint, threats: Boolean(threats) }));
  }
}
