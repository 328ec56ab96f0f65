// The connection to a game: a socket that reconnects, and plain requests without one.

import { Problem, get, post } from "./api.js";
import { t } from "./dom.js";

/** @import { Answer, Extras, Message, State, Steps, View } from "./types.d.ts" */

/**
 * A request on the socket without an answer yet.
 * @typedef {{resolve: (answer: Answer) => void, reject: (error: Error) => void, timer: number}} PendingRequest
 */

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 8000;
const HEARTBEAT_MS = 25000;
const RESPONSE_TIMEOUT_MS = 8000;
const SILENCE_TIMEOUT_MS = 5000;
const POLL_INTERVAL_MS = 2000;

/**
 * The view of a state, even if the game has gone on since.
 * @param {State} state
 * @returns {Promise<View>}
 */
export const viewOf = ({ id, ply }) => get(`games/${id}/view`, { ply });

export class Live {
  /** @type {WebSocket|null} */
  #socket = null;
  #ready = false;
  #failures = 0;
  #lastRequest = 0;
  /** @type {Map<number|undefined, PendingRequest>} */
  #pending = new Map();
  #timer = 0;
  #poll = 0;
  #ping = 0;
  #silence = 0;
  #closed = false;
  #ply = 0;

  /**
   * @param {string} id the game
   * @param {{token: () => string|null, hasView?: boolean, onMessage: (message: Message) => void, onConnection: (up: boolean) => void}} options
   */
  constructor(id, options) {
    this.id = id;
    this.options = options;
    for (const change of ["online", "offline"]) addEventListener(change, () => this.#check());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#check());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#reconnect());
    this.#connect();
  }

  /** Identifies the visitor again, after they took a seat. */
  hello() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#hello();
    else this.#reconnect();
  }

  /** Disconnects for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#poll);
    this.#socket?.close();
  }

  #hello() {
    this.#send({ t: "hello", token: this.options.token(), ply: this.#ply, view: this.options.hasView ?? true });
  }

  #reconnect() {
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#failures = Math.min(this.#failures, 1);
    this.#connect();
  }

  /** Checks the connection, because the browser does not report a changed or lost network. */
  #check() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return this.#reconnect();
    this.#send({ t: "ping" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(socket), SILENCE_TIMEOUT_MS);
  }

  /**
   * Closes a silent connection.
   * @param {WebSocket|null} socket
   */
  #giveUp(socket) {
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.#onClose(socket);
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
    socket.onclose = () => this.#onClose(socket);
  }

  /** @param {Message} message */
  #receive(message) {
    clearTimeout(this.#silence);
    if (!this.#ready && message.t === "state") {
      this.#ready = true;
      this.#failures = 0;
      clearTimeout(this.#poll);
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#check(), HEARTBEAT_MS);
      this.options.onConnection(true);
    }
    const waiting = this.#pending.get(message.n);
    if (waiting && (message.t === "ok" || message.t === "problem")) {
      this.#pending.delete(message.n);
      clearTimeout(waiting.timer);
      if (message.t === "ok") waiting.resolve(message);
      else waiting.reject(new Problem(message.status, message.detail));
      return;
    }
    if (message.t === "moved" && message.ply > this.#ply + 1) {
      // A message was missed: request the whole state.
      this.#hello();
      return;
    }
    if ("state" in message && message.state) this.#ply = message.state.ply;
    if (message.t === "problem" && !this.#ready) this.#closed = message.status === 404;
    this.options.onMessage(message);
  }

  /** @param {WebSocket} socket */
  #onClose(socket) {
    if (socket !== this.#socket) return;
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    const wasReady = this.#ready;
    this.#ready = false;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new Problem(0, t("web.offline")));
    }
    this.#pending.clear();
    if (this.#closed) return;
    if (wasReady || this.#failures === 1) this.options.onConnection(false);
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#pollState();
  }

  /** Polls the state, for networks whose proxy blocks sockets. */
  async #pollState() {
    clearTimeout(this.#poll);
    if (this.#ready || this.#closed) return;
    try {
      /** @type {State} */
      const state = await get(`games/${this.id}`);
      const view = await viewOf(state);
      if (!this.#ready) this.options.onMessage({ t: "changed", state, view });
      this.options.onConnection(true);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) {
        this.#closed = true;
        this.options.onMessage({ t: "problem", status: 404, detail: error.message });
        return;
      }
    }
    this.#poll = setTimeout(() => this.#pollState(), POLL_INTERVAL_MS);
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
      this.#lastRequest += 1;
      const n = this.#lastRequest;
      const timer = setTimeout(() => {
        this.#pending.delete(n);
        reject(new Problem(0, t("web.offline")));
        this.#giveUp(this.#socket);
      }, RESPONSE_TIMEOUT_MS);
      this.#pending.set(n, { resolve, reject, timer });
      this.#send({ ...message, n });
    });
  }

  /**
   * Sends a message over the socket and, if the connection is lost in the meantime, as a request: the server counts it once.
   * @param {object} message
   * @param {string} path
   * @param {object} body
   * @returns {Promise<Pick<Answer, "rematch"|"rematch_seats"|"state">>}
   */
  async #sendEither(message, path, body) {
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
    const view = await viewOf(state);
    this.options.onMessage({ t: "changed", state, view });
    return { state };
  }

  /**
   * Plays a move after this many others.
   * @param {string} move
   * @param {number} ply
   */
  play(move, ply) {
    return this.#sendEither({ t: "move", move, ply }, "moves", { move, ply });
  }

  /**
   * Resigns, or makes or answers an offer.
   * @param {string} action
   */
  act(action) {
    return this.#sendEither({ t: "action", action }, "actions", { action });
  }

  /**
   * Requests the turn after some steps; `null` without a socket.
   * @param {string[]} taken
   * @param {Extras} extras
   * @returns {Promise<Steps|null>}
   */
  async steps(taken, { hint, threats }) {
    if (!this.#ready) return null;
    return /** @type {Answer & Steps} */ (await this.#request({ t: "steps", taken, hint, threats: Boolean(threats), preview: true }));
  }
}
