// Requests to the server.

import { t } from "./dom.js";

/** @import { Extras, Position, Report, Steps } from "./types.d.ts" */

/** A request that the server rejected: its status and reason. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * Returns the message of an error.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Returns the problem in a response.
 * @param {Response} response
 */
async function problem(response) {
  let detail = t("web.failed");
  try {
    detail = (await response.json()).detail ?? detail;
  } catch {
    // Another server has answered, such as a proxy, so only the status is known.
  }
  return new Problem(response.status, detail);
}

/** A page in a frame of another site uses no cookies. @type {RequestCredentials} */
const credentials = document.body.classList.contains("embedded") ? "omit" : "same-origin";

/**
 * Sends a request. The server answers in the language of the page.
 * @param {string} path
 * @param {RequestInit & {headers: Record<string, string>}} options
 */
async function send(path, options) {
  let response;
  try {
    const headers = { ...options.headers, "accept-language": document.documentElement.lang };
    response = await fetch(`/api/v1/${path}`, { ...options, headers, credentials });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Problem(0, t("web.offline"));
  }
  if (!response.ok) throw await problem(response);
  return response;
}

/**
 * Requests an object.
 * @template T
 * @param {string} path
 * @param {Record<string, string|number|null|undefined>} query
 * @returns {Promise<T>}
 */
export async function get(path, query = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
  }
  const tail = params.size ? `?${params}` : "";
  return (await send(path + tail, { headers: { accept: "application/json" } })).json();
}

/**
 * Posts an object, and returns the answer.
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {string|null} token
 * @returns {Promise<T>}
 */
export async function post(path, body, token = null) {
  /** @type {Record<string, string>} */
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  return (await send(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/**
 * Reads a part of a response. A broken connection becomes a problem.
 * @param {ReadableStreamDefaultReader<string>} reader
 */
async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Problem(0, t("web.offline"));
  }
}

/**
 * Posts an object and calls `onObject` with every line of the response, until the final one or until aborted.
 * @template {Report} T
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal|null} signal
 * @param {(object: T) => unknown} onObject
 */
export async function stream(path, body, signal, onObject) {
  const headers = { "content-type": "application/json" };
  const response = await send(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!response.body) throw new Problem(response.status, t("web.failed"));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let isFinal = false;
  for (;;) {
    const { done, value } = await read(reader);
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) {
      if (!line.trim()) continue;
      /** @type {T} */
      const object = JSON.parse(line);
      isFinal = object.final;
      onObject(object);
    }
    if (done) break;
  }
  if (!isFinal) throw new Problem(0, t("web.offline"));
}

/**
 * Requests a position: its board, its legal moves, the turn.
 * @param {string} game
 * @param {string|null} start
 * @param {string[]} moves
 * @param {Partial<Extras> & {steps?: string, values?: string, preview?: string}} more
 * @returns {Promise<Position>}
 */
export const position = (game, start, moves, more = {}) =>
  get("position", { game, position: start, moves: moves.join(","), ...more });

/**
 * Requests the turn in progress at a position, after some steps.
 * @param {string} game
 * @param {string|null} start
 * @param {string[]} moves
 * @param {string[]} taken
 * @param {Partial<Extras> & {values?: string, preview?: string}} more
 * @returns {Promise<Steps>}
 */
export async function turnAt(game, start, moves, taken, more) {
  const { turn, status } = await position(game, start, moves, { steps: taken.join(","), ...more });
  if (!turn) throw new Problem(409, status);
  return turn;
}
