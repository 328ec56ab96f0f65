// Elements, texts and small functions for all pages.

/** @import { Elements } from "./elements.d.ts" */
/** @import { GameInfo, PageTexts } from "./types.d.ts" */

/** @param {string} id the block of JSON in the page */
const block = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

/**
 * Returns the data that the server has put into this page, in the form that its script expects.
 * @template T
 * @returns {T}
 */
export const pageData = () => block("data");

/** @type {PageTexts} */
const texts = block("texts");

/** The games by their ids: name, whether they have draws and captures, seats with name and paint. */
export const games = texts.games ?? {};

/**
 * Returns the game of a spec such as `staqs:size=5`.
 * @param {string} spec
 * @returns {GameInfo}
 */
export const gameOf = (spec) => games[spec.split(":")[0]] ?? { name: spec, draws: false, takes: false, seats: [], bottom: 0, rules: {} };

/**
 * The options of a spec in words: `10 × 10, 4 players`; empty for the usual rules.
 * @param {string} spec
 */
export function rulesOf(spec) {
  const { rules } = gameOf(spec);
  const settings = spec.split(":")[1]?.split(",") ?? [];
  return settings.map((setting) => (rules[setting] ?? rules[setting.split("=")[0]] ?? setting).replaceAll("{n}", setting.split("=")[1])).join(", ");
}

/**
 * The name of a game with its options in words: `STAQS (10 × 10)`.
 * @param {string} spec
 */
export const gameTitle = (spec) => [gameOf(spec).name, rulesOf(spec) && `(${rulesOf(spec)})`].filter(Boolean).join(" ");

/**
 * Returns the element with an id.
 * @template {keyof Elements} Id
 * @param {Id} id
 */
export const $ = (id) => /** @type {Elements[Id]} */ (document.getElementById(String(id)));

/**
 * Returns a text with its arguments filled in.
 * @param {string} key
 * @param {Record<string, unknown>} args
 */
export function t(key, args = {}) {
  const text = texts.texts?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in args ? String(args[name]) : all));
}

/**
 * Returns the singular or plural of a text.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, unknown>} args
 */
export const plural = (key, n, args = {}) => t(`${key}_${n === 1 ? "one" : "other"}`, { n, ...args });

/**
 * Joins sentences with one full stop between them; omits empty ones.
 * @param {(string|null)[]} texts
 */
export const sentences = (texts) => texts.flatMap((text) => (text ? [text.replace(/\.$/, "")] : [])).join(". ");

/** @type {Record<string, string>} */
const LOCALES = { en: "en-GB", pt: "pt-PT" };

/** Returns the visitor's locale, in the language of the page. */
const locale = () => {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each.split("-")[0] === lang) ?? LOCALES[lang] ?? lang;
};

/**
 * Formats a date in the visitor's locale.
 * @param {number} time
 */
export const dayOf = (time) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(time);

/**
 * Returns the name of a bot.
 * @param {string|null} bot
 */
export const botName = (bot) => texts.bots?.[bot ?? ""] ?? bot ?? "";

/**
 * Attributes of an element, and listeners as `onclick`; those without a value are omitted.
 * @typedef {Record<string, string|boolean|null|undefined|((event: any) => unknown)>} Props
 */

/** The current listeners of elements made by `el`, by event. @type {WeakMap<Node, Record<string, (event: any) => unknown>>} */
const listeners = new WeakMap();

/**
 * Creates an element. Strings become text, never HTML.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Props} props
 * @param {(Node|string|null|undefined)[]} children
 */
export function el(name, props = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") listen(element, key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * Adds a listener that `update` can replace.
 * @param {HTMLElement} element
 * @param {string} event
 * @param {(event: any) => unknown} listener
 */
function listen(element, event, listener) {
  const all = listeners.get(element) ?? {};
  listeners.set(element, all);
  all[event] = listener;
  element.addEventListener(event, (occurred) => listeners.get(element)?.[event]?.(occurred));
}

/**
 * Replaces the children of an element, and keeps unchanged ones: a button that is being pressed, a focused link
 * and a field with text survive an update. Listeners find their own element by `event.currentTarget`.
 * @param {Node} parent
 * @param {Node[]} children
 */
export function update(parent, ...children) {
  let old = parent.firstChild;
  for (const child of children) {
    let same = old;
    while (same && !isSame(same, child)) same = same.nextSibling;
    if (!same) {
      parent.insertBefore(child, old);
      continue;
    }
    while (old && old !== same) old = removed(old);
    copyTo(same, child);
    old = same.nextSibling;
  }
  while (old) old = removed(old);
}

/** Removes a node and returns the next one. @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/**
 * Returns whether a node can become another one: a button or link keeps its label, so that a click never hits a button that has just changed.
 * @param {Node} node
 * @param {Node} next
 */
function isSame(node, next) {
  if (node.nodeName !== next.nodeName) return false;
  if (!(node instanceof HTMLElement) || !(next instanceof HTMLElement)) return true;
  return node.id === next.id && (!node.matches("a, button") || node.textContent === next.textContent);
}

/**
 * Gives a node the attributes, listeners and children of another one.
 * @param {Node} node
 * @param {Node} next
 */
function copyTo(node, next) {
  if (!(node instanceof HTMLElement) || !(next instanceof HTMLElement)) {
    if (node.nodeValue !== next.nodeValue) node.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...node.attributes]) if (!next.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of next.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const [event, listener] of Object.entries(listeners.get(next) ?? {})) {
    const all = listeners.get(node);
    if (all && event in all) all[event] = listener;
    else listen(node, event, listener);
  }
  update(node, ...next.childNodes);
}

/**
 * Creates a button.
 * @param {string} text
 * @param {(event: MouseEvent & {currentTarget: HTMLButtonElement}) => unknown} onclick
 * @param {Props} props
 */
export const button = (text, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, text);

/**
 * Shows or hides an element, if there is one.
 * @param {HTMLElement|null} element
 * @param {boolean} shown
 */
export const toggle = (element, shown) => {
  if (element) element.hidden = !shown;
};

/**
 * Parses a picture from the server.
 * @param {string} svg
 */
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return /** @type {SVGElement} */ (document.importNode(/** @type {Element} */ (parsed), true));
}

/**
 * Creates a disc in the colour of a seat.
 * @param {string|undefined} paint
 */
export const chip = (paint) => el("span", { class: "chip", "data-paint": paint, "aria-hidden": "true" });

/**
 * Asks a yes-or-no question.
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, no) {
  return new Promise((resolve) => {
    /** @type {HTMLDialogElement} */
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-labelledby": "question" },
      el("p", { id: "question" }, question),
      el(
        "p",
        { class: "actions" },
        button(yes, () => dialog.close("yes"), { class: "primary" }),
        button(no, () => dialog.close("no")),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Copies a link, and confirms it on a button for a while.
 * @param {string} text
 * @param {HTMLButtonElement} by
 */
export async function copy(text, by) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Copying is forbidden, for example without encryption: show the link, so that the visitor can copy it.
    const field = el("input", { type: "text", readonly: true, value: text, "aria-label": t("web.link") });
    /** @type {HTMLDialogElement} */
    const dialog = el("dialog", { class: "dialog", "aria-label": t("web.link") }, el("p", {}, field), el("p", {}, button(t("web.close"), () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
    return;
  }
  const before = by.textContent;
  by.textContent = t("web.copied");
  setTimeout(() => (by.textContent = before), 1500);
}
