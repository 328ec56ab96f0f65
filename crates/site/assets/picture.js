// The picture of a board from the server: places, pieces, and the view from the other side.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A piece in a picture: its owner, the height of its pile, and its element.
 * @typedef {{owner: string, height: number, element: SVGElement}} Piece
 */

/**
 * A place in a picture.
 * @typedef {{x: number, y: number}} Place
 */

/**
 * Creates an element of a picture.
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 * @returns {SVGElement}
 */
export function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * Returns the place of a cell or a label.
 * @param {Element} element
 * @returns {Place}
 */
export function placeOf(element) {
  const numbers = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
  return numbers ? { x: Number(numbers[1]), y: Number(numbers[2]) } : { x: 0, y: 0 };
}

/**
 * Returns the elements of a picture or a part of it that a selector finds.
 * @param {SVGElement} svg
 * @param {string} selector
 * @returns {SVGElement[]}
 */
export const all = (svg, selector) => [...(/** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(selector)))];

/**
 * Returns the pieces in a picture: for each site its place, and its pieces by kind.
 * @param {SVGElement} svg
 * @returns {Map<string, Place & {pieces: Record<string, Piece>}>}
 */
export function piecesOf(svg) {
  const sites = new Map();
  for (const cell of all(svg, "[data-site]")) {
    /** @type {Record<string, Piece>} */
    const pieces = {};
    for (const piece of all(cell, "[data-piece]")) {
      const [kind, owner, height] = (piece.dataset.piece ?? "").split(" ");
      pieces[kind] = { owner, height: Number(height), element: piece };
    }
    sites.set(cell.dataset.site, { pieces, ...placeOf(cell) });
  }
  return sites;
}

/**
 * Turns a board around: moves sites to the opposite place, upright, and keeps the rows in reading order. Letters and numbers
 * stay on their edge of the board.
 * @param {SVGElement} svg
 */
export function turnAround(svg) {
  const sites = all(svg, "[data-site]");
  const places = sites.map(placeOf);
  const extent = (/** @type {number[]} */ numbers) => Math.min(...numbers) + Math.max(...numbers);
  const [width, height] = [extent(places.map(({ x }) => x)), extent(places.map(({ y }) => y))];
  for (const element of [...sites, ...all(svg, "[data-label]")]) {
    const { x, y } = placeOf(element);
    const along = element.dataset.along;
    element.setAttribute("transform", `translate(${along === "y" ? x : width - x} ${along === "x" ? y : height - y})`);
  }
  svg.querySelector("[data-lines]")?.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
  for (const group of all(svg, "[role=grid], [role=row]")) group.replaceChildren(...[...group.children].reverse());
}

/**
 * Returns the height of the pile on a site.
 * @param {SVGElement} cell
 */
export const heightOf = (cell) => Number(cell.querySelector("[data-piece^=pile]")?.getAttribute("data-piece")?.split(" ")[2] ?? 0);
