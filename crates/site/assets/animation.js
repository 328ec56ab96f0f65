// Animates pieces from their old places to their new ones, unless the visitor prefers reduced motion.

import { make } from "./picture.js";

/** @import { piecesOf, Place } from "./picture.js" */

const DURATION_MS = 180;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the visitor prefers no animation. */
export const prefersReducedMotion = () => reducedMotion.matches;

/**
 * Pairs every piece that appeared with a similar one that disappeared, and moves it from there.
 * @param {ReturnType<typeof piecesOf>} before
 * @param {ReturnType<typeof piecesOf>} after
 * @param {SVGElement} overlay lies over the board
 */
export function animatePieces(before, after, overlay) {
  /** @type {(Place & {kind: string, owner: string, n: number})[]} */
  const departures = [];
  /** @type {(Place & {kind: string, owner: string, n: number, piece: SVGElement})[]} */
  const arrivals = [];
  for (const [site, now] of after) {
    const then = before.get(site);
    if (!then) continue;
    for (const kind of new Set([...Object.keys(now.pieces), ...Object.keys(then.pieces)])) {
      const [a, b] = [then.pieces[kind], now.pieces[kind]];
      if (a?.owner === b?.owner && a?.height === b?.height) continue;
      const grown = (b?.height ?? 0) - (a?.height ?? 0);
      if (b && (grown > 0 || a?.owner !== b.owner)) arrivals.push({ kind, owner: b.owner, piece: b.element, n: grown, x: now.x, y: now.y });
      if (a && (grown < 0 || a.owner !== b?.owner)) departures.push({ kind, owner: a.owner, n: -grown, x: now.x, y: now.y });
    }
  }
  for (const to of arrivals) {
    const isPossible = (/** @type {typeof departures[0]} */ from) => from.kind === to.kind && (from.x !== to.x || from.y !== to.y);
    const rank = (/** @type {typeof departures[0]} */ from) => (from.owner === to.owner ? 2 : 0) + (from.n === to.n ? 1 : 0);
    const from = departures.filter(isPossible).sort((a, b) => rank(b) - rank(a))[0];
    if (from) departures.splice(departures.indexOf(from), 1);
    animatePiece(to, from, overlay);
  }
}

/**
 * @param {Place & {piece: SVGElement}} to
 * @param {Place|undefined} from
 * @param {SVGElement} overlay
 */
function animatePiece(to, from, overlay) {
  const clone = make("g", { class: "traveller" });
  clone.append(to.piece.cloneNode(true));
  overlay.append(clone);
  to.piece.classList.add("away");
  const at = (/** @type {Place} */ place) => `translate(${place.x}px, ${place.y}px)`;
  const frames = from
    ? [{ transform: at(from) }, { transform: at(to) }]
    : [{ transform: `${at(to)} scale(1.25)`, opacity: 0 }, { transform: at(to), opacity: 1 }];
  const animation = clone.animate(frames, { duration: DURATION_MS, easing: "cubic-bezier(.3,.8,.4,1)", fill: "forwards" });
  const end = () => {
    clone.remove();
    to.piece.classList.remove("away");
  };
  animation.onfinish = animation.oncancel = end;
}
