// Requests to the server.

import { t } from "./dom.js";

/** What the server refused, with its status and its words. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** The problem of an answer. */
async function problem(answer) {
  let detail = t("web.failed");
  try {
    detail = (await answer.json()).detail ?? detail;
  } catch {
    // Not from our server: the status must do.
  }
  return new Problem(answer.status, detail);
}

async function send(path, options) {
  let answer;
  try {
    answer = await fetch(`/api/v1/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, t("web.offline"));
  }
  if (!answer.ok) throw await problem(answer);
  return answer;
}

/** Gets an object. */
export async function get(path, query = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") params.set(name, value);
  }
  const tail = params.size ? `?${params}` : "";
  return (await send(path + tail, { headers: { accept: "application/json" } })).json();
}

/** Posts an object, and gets one. */
export async function post(path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  return (await send(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** Reads until the answer ends; a connection that breaks is a problem like any other. */
async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, t("web.offline"));
  }
}

/** Posts an object and hands on every line of the answer until the one that says it is final, or until aborted. */
export async function stream(path, body, signal, onObject) {
  const headers = { "content-type": "application/json" };
  const answer = await send(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let isFinal = false;
  for (;;) {
    const { done, value } = await read(reader);
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines) {
      if (!line.trim()) continue;
      const object = JSON.parse(line);
      isFinal = object.final;
      onObject(object);
    }
    if (done) break;
  }
  if (!isFinal) throw new Problem(0, t("web.offline"));
}

/** A position: its board, its legal moves, the turn. */
export const position = (game, start, moves, more = {}) =>
  get("position", { game, position: start, moves: moves.join(","), ...more });
