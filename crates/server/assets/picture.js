// The picture of a board that the server has drawn: where things are in it, what stands there, and its other side.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A piece in a picture: whose it is, how many there are, and its element.
 * @typedef {{owner: string, height: number, element: SVGElement}} Piece
 */

/**
 * A place in a picture.
 * @typedef {{x: number, y: number}} Place
 */

/**
 * Makes an element of a picture.
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
 * The place of a cell or a label.
 * @param {Element} element
 * @returns {Place}
 */
export function placeOf(element) {
  const numbers = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
  return numbers ? { x: Number(numbers[1]), y: Number(numbers[2]) } : { x: 0, y: 0 };
}

/**
 * What stands on the sites of a picture: by site its place, and pieces by kind.
 * @param {SVGElement} svg
 * @returns {Map<string, Place & {pieces: Record<string, Piece>}>}
 */
export function piecesOf(svg) {
  const sites = new Map();
  for (const cell of svg.querySelectorAll("[data-site]")) {
    const pieces = {};
    for (const piece of cell.querySelectorAll("[data-piece]")) {
      const [kind, owner, height] = piece.dataset.piece.split(" ");
      pieces[kind] = { owner, height: Number(height), element: piece };
    }
    sites.set(cell.dataset.site, { pieces, ...placeOf(cell) });
  }
  return sites;
}

/**
 * Turns a board around: everything goes to the opposite place and stays upright, and rows are read from the top again.
 * @param {SVGElement} svg
 */
export function turnAround(svg) {
  const places = [...svg.querySelectorAll("[data-site], [data-label]")];
  const [xs, ys] = ["x", "y"].map((axis) => places.map((element) => placeOf(element)[axis]));
  const [width, height] = [xs, ys].map((all) => Math.min(...all) + Math.max(...all));
  for (const element of places) {
    const { x, y } = placeOf(element);
    element.setAttribute("transform", `translate(${width - x} ${height - y})`);
  }
  svg.querySelector("[data-lines]")?.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
  for (const group of svg.querySelectorAll("[role=grid], [role=row]")) group.replaceChildren(...[...group.children].reverse());
}
