// A panel with the pieces of a stack, large and in words.

import { $, button, el, t } from "./dom.js";
import { make } from "./picture.js";

/**
 * Shows the pieces on a site.
 * @param {SVGElement} cell
 * @param {string[]} names the names of the seats
 * @param {() => void} onClose
 */
export function inspectStack(cell, names, onClose) {
  $("look")?.remove();
  const words = (cell.getAttribute("aria-label") ?? cell.dataset.site ?? "").split(", ");
  const large = make("svg", { viewBox: "-52 -52 104 104", class: "look-picture", "aria-hidden": "true" });
  const copy = /** @type {SVGElement} */ (cell.cloneNode(true));
  for (const name of ["transform", "role", "tabindex", "aria-label", "data-site"]) copy.removeAttribute(name);
  large.append(copy);
  const hide = () => /** @type {HTMLElement} */ (panel).hidePopover();
  const close = button("×", hide, { class: "square", "aria-label": t("web.close") });
  const panel = el(
    "div",
    { id: "look", class: "look", popover: "manual", role: "dialog", "aria-label": t("web.look_at", { site: words[0] }) },
    el("div", { class: "card-head" }, el("strong", {}, words[0]), close),
    large,
    el("ul", {}, ...words.slice(1).map((word) => el("li", {}, word))),
    pileOf(cell, names),
  );
  document.body.append(panel);
  // A light-dismiss popover would close when the visitor lifts the finger that opened it.
  const onDown = (/** @type {PointerEvent} */ { target }) => target instanceof Node && !panel.contains(target) && hide();
  const onKey = (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && hide();
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("keydown", onKey);
  panel.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    document.removeEventListener("pointerdown", onDown);
    document.removeEventListener("keydown", onKey);
    panel.remove();
    onClose();
  });
  panel.showPopover();
  close.focus();
}

/**
 * Returns the pieces of a pile from top to bottom, if there are several.
 * @param {SVGElement} cell
 * @param {string[]} names
 */
function pileOf(cell, names) {
  const pile = /** @type {SVGElement|null} */ (cell.querySelector('[data-piece^="pile"]'));
  const [owner, height, below] = pile?.dataset.piece?.split(" ").slice(1) ?? [];
  if (!(Number(height) > 1) || !names.length) return null;
  const name = (/** @type {string} */ seat) => names[Number(seat)] ?? t("piece.neutral");
  const list = el("ol", { class: "pile" }, el("li", {}, t("web.on_top", { what: name(owner) })));
  for (const [seat, n] of layersOf(below.split(","), Number(height) - 1)) {
    list.append(el("li", {}, t("web.below", { n, what: name(seat) })));
  }
  return list;
}

/**
 * Groups consecutive pieces of one seat, from the top: the seat and the number of pieces.
 * @param {string[]} seats one for all pieces, or one for each
 * @param {number} height
 */
function layersOf(seats, height) {
  /** @type {[string, number][]} */
  const layers = [];
  for (const seat of seats.length === 1 ? Array(height).fill(seats[0]) : seats) {
    const last = layers.at(-1);
    if (last && last[0] === seat) last[1]++;
    else layers.push([seat, 1]);
  }
  return layers;
}
