// The toolbar and its menu on every page with a board. Pages add their own tools and entries.

import { $, button, el, toggle } from "./dom.js";
import { saveSetting, setting } from "./store.js";

/**
 * Creates a button with a keyboard shortcut.
 * @param {string} text
 * @param {string} key
 * @param {() => unknown} onclick
 * @param {import("./dom.js").Props} props
 */
export const shortcutButton = (text, key, onclick, props = {}) => button(text, onclick, { "aria-keyshortcuts": key, title: `${text} (${key})`, ...props });

/**
 * Creates an entry of the menu.
 * @param {string} text
 * @param {(event: any) => unknown} onclick
 * @param {import("./dom.js").Props} props
 */
export const entry = (text, onclick, props = {}) => button(text, onclick, { class: "entry", ...props });

/**
 * Creates a link in the menu.
 * @param {string} text
 * @param {import("./dom.js").Props} props
 */
export const linkEntry = (text, props) => el("a", { class: "entry", ...props }, text);

/** Opens or closes the field for typed moves. */
export function toggleTyping(shown = $("typed")?.hidden ?? false) {
  toggle($("typed"), shown);
  if (shown) $("move").focus();
}

const menu = $("menu");
if (menu) {
  const opener = $("menu-button");
  menu.addEventListener("beforetoggle", () => {
    const box = opener.getBoundingClientRect();
    menu.style.setProperty("--x", `${Math.max(8, Math.min(innerWidth - 328, box.right - 320))}px`);
    menu.style.setProperty("--y", `${innerHeight - box.top + 6}px`);
  });
  // Every entry except switches closes the menu.
  menu.addEventListener("click", ({ target }) => target instanceof Element && target.closest(".entry:not([aria-pressed], [data-stay])") && menu.hidePopover());
  const sound = $("sound");
  const drawSound = () => sound.setAttribute("aria-pressed", String(setting("sound", "on") === "on"));
  sound.addEventListener("click", () => {
    saveSetting("sound", setting("sound", "on") === "on" ? "off" : "on");
    drawSound();
  });
  drawSound();
  $("type").addEventListener("click", () => toggleTyping());
  $("typed")?.addEventListener("keydown", ({ key }) => key === "Escape" && toggleTyping(false));
  $("typed")?.addEventListener("reset", () => toggleTyping(false));
  $("show-help").addEventListener("click", () => $("help").showModal());
  $("help").addEventListener("click", ({ target }) => target === $("help") && $("help").close());
}
