// Pieces go from where they were to where they are, quickly, and not at all where motion is not wanted.

import { make } from "./picture.js";

/** @import { piecesOf, Place } from "./picture.js" */

const MOTION = 180;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to move. */
export const isStill = () => still.matches;

/**
 * Pieces that have appeared come from where the like has gone.
 * @param {ReturnType<typeof piecesOf>} before
 * @param {ReturnType<typeof piecesOf>} after
 * @param {SVGElement} overlay what lies over the board
 */
export function move(before, after, overlay) {
  /** @type {(Place & {kind: string, owner: string, n: number})[]} */
  const gone = [];
  /** @type {(Place & {kind: string, owner: string, n: number, piece: SVGElement})[]} */
  const come = [];
  for (const [site, now] of after) {
    const then = before.get(site);
    if (!then) continue;
    for (const kind of new Set([...Object.keys(now.pieces), ...Object.keys(then.pieces)])) {
      const [a, b] = [then.pieces[kind], now.pieces[kind]];
      if (a?.owner === b?.owner && a?.height === b?.height) continue;
      const grown = (b?.height ?? 0) - (a?.height ?? 0);
      if (b && (grown > 0 || a?.owner !== b.owner)) come.push({ kind, owner: b.owner, piece: b.element, n: grown, x: now.x, y: now.y });
      if (a && (grown < 0 || a.owner !== b?.owner)) gone.push({ kind, owner: a.owner, n: -grown, x: now.x, y: now.y });
    }
  }
  for (const to of come) {
    const fits = (/** @type {typeof gone[0]} */ from) => from.kind === to.kind && (from.x !== to.x || from.y !== to.y);
    const rank = (/** @type {typeof gone[0]} */ from) => (from.owner === to.owner ? 2 : 0) + (from.n === to.n ? 1 : 0);
    const from = gone.filter(fits).sort((a, b) => rank(b) - rank(a))[0];
    if (from) gone.splice(gone.indexOf(from), 1);
    fly(to, from, overlay);
  }
}

/**
 * @param {Place & {piece: SVGElement}} to
 * @param {Place|undefined} from
 * @param {SVGElement} overlay
 */
function fly(to, from, overlay) {
  const traveller = make("g", { class: "traveller" });
  traveller.append(to.piece.cloneNode(true));
  overlay.append(traveller);
  to.piece.classList.add("away");
  const at = (/** @type {Place} */ place) => `translate(${place.x}px, ${place.y}px)`;
  const frames = from
    ? [{ transform: at(from) }, { transform: at(to) }]
    : [{ transform: `${at(to)} scale(1.25)`, opacity: 0 }, { transform: at(to), opacity: 1 }];
  const motion = traveller.animate(frames, { duration: MOTION, easing: "cubic-bezier(.3,.8,.4,1)", fill: "forwards" });
  const end = () => {
    traveller.remove();
    to.piece.classList.remove("away");
  };
  motion.onfinish = motion.oncancel = end;
}
