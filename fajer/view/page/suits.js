// The signs of the suits: hearts, leaves, acorns and bells of Hungarian cards, the four of French ones.
import { draw } from "./dom.js";

/** @typedef {[fill: string, path: string][]} Layers colours with what they fill, from below; `~` before one: a line */

const INK = "#2b2118";

/** @type {Record<string, Layers>} each sign around 0, 0, about 20 wide and high */
const SIGNS = {
  p: [
    ["#c4202a", "M0 9.8C-3.6 6-10 1.6-10-4.2C-10-7.6-7.7-9.6-5-9.6C-2.6-9.6-.8-8.2 0-6.2C.8-8.2 2.6-9.6 5-9.6C7.7-9.6 10-7.6 10-4.2C10 1.6 3.6 6 0 9.8Z"],
    ["#e4565a", "M-7.8-4.2C-7.8-6.4-6.4-7.6-4.9-7.6C-4.1-7.6-3.4-7.3-2.9-6.8C-5.2-6.4-6.4-4.6-6.5-1.8C-7.3-2.8-7.8-3.6-7.8-4.2Z"],
  ],
  z: [
    ["#4f7a1f", "M-.9 5H.9L1.5 9.9H-1.5Z"],
    ["#2c8a3a", "M0-10C1.6-6.6 9.3-4.2 9.3 2.4C9.3 5.8 6.8 7.6 4.3 7.6C2.4 7.6.8 6.7 0 5.2C-.8 6.7-2.4 7.6-4.3 7.6C-6.8 7.6-9.3 5.8-9.3 2.4C-9.3-4.2-1.6-6.6 0-10Z"],
    ["~#f0d75a", "M0-6.6V9M0 3.6L-5.6 3.4M0 3.6L5.6 3.4M0-.2L-5-1.2M0-.2L5-1.2M0-3.4L-2.9-4.2M0-3.4L2.9-4.2"],
  ],
  m: [
    ["#a0572a", "M-6.3 1.4C-6.6-4.4-3.4-8 0-10C3.4-8 6.6-4.4 6.3 1.4Z"],
    ["#e0a44a", "M-3.9-.6C-4.1-3.6-2.9-6-.9-7.4C-1.9-5.2-2.2-3-1.9-.6Z"],
    ["#3f7f35", "M-7.9.8C-4-.6 4-.6 7.9.8C8.1 4.8 4.6 7.3 1.2 7.7L1.5 10H-1.5L-1.2 7.7C-4.6 7.3-8.1 4.8-7.9.8Z"],
    ["~#a9cf6a", "M-5.2 1.4C-4 4.2-2 6-.6 6.6M-1.7.9C-1.2 3.6.6 5.6 2.2 6.2M5.2 1.4C4 4.2 2 6 .6 6.6M1.7.9C1.2 3.6-.6 5.6-2.2 6.2"],
  ],
  t: [
    ["#8c5a12", "M-2.4-9.9H2.4V-7H-2.4Z"],
    ["#f0b323", "M0-8.6A9.2 9.2 0 0 1 0 9.8A9.2 9.2 0 0 1 0-8.6Z"],
    ["#fbdc7c", "M-6-1.6C-5.6-4.4-3.4-6.4-1-6.6C-2.8-5.2-3.6-3.6-3.8-1.6Z"],
    ["#b3261e", "M-9.2-.9H9.2V2.3H-9.2Z"],
    ["~#fff1bf", "M-9 .7H9"],
    [INK, "M-.7 3.6H.7V7.6H-.7ZM0 4.2A1.7 1.7 0 0 1 0 7.6A1.7 1.7 0 0 1 0 4.2Z"],
  ],
  h: [["#c4202a", "M0 9.8C-3.6 6-10 1.6-10-4.2C-10-7.6-7.7-9.6-5-9.6C-2.6-9.6-.8-8.2 0-6.2C.8-8.2 2.6-9.6 5-9.6C7.7-9.6 10-7.6 10-4.2C10 1.6 3.6 6 0 9.8Z"]],
  d: [["#c4202a", "M0-10.4C2-6.4 5-2.8 8.4 0C5 2.8 2 6.4 0 10.4C-2 6.4-5 2.8-8.4 0C-5-2.8-2-6.4 0-10.4Z"]],
  s: [["#1d2230", "M0-10C2 -6.4 9.6-3 9.6 3.2C9.6 6.2 7.4 7.6 5.2 7.6C3.2 7.6 1.6 6.6.9 5C1 7 2 9 3.2 9.9H-3.2C-2 9-1 7-.9 5C-1.6 6.6-3.2 7.6-5.2 7.6C-7.4 7.6-9.6 6.2-9.6 3.2C-9.6-3-2-6.4 0-10Z"]],
  c: [["#1d2230", "M0-10A4.6 4.6 0 0 1 3.4-2.3A4.7 4.7 0 1 1 1 4.2C1.1 6.8 2 9 3.4 9.9H-3.4C-2 9-1.1 6.8-1 4.2A4.7 4.7 0 1 1-3.4-2.3A4.6 4.6 0 0 1 0-10Z"]],
};

/**
 * Layers as parts of a drawing.
 * @param {Layers} layers
 * @param {number} [line] how wide lines are
 * @param {number} [edge] how wide the dark edge of a filled part is
 * @returns {SVGElement[]}
 */
export function layered(layers, line = 1, edge = 0) {
  return layers.map(([colour, path]) =>
    colour.startsWith("~")
      ? draw("path", { d: path, fill: "none", stroke: colour.slice(1), "stroke-width": line, "stroke-linecap": "round" })
      : draw("path", edge ? { d: path, fill: colour, stroke: INK, "stroke-width": edge, "stroke-linejoin": "round" } : { d: path, fill: colour }),
  );
}

/**
 * The sign of a suit.
 * @param {string} suit its letter
 * @param {number} x where its middle is
 * @param {number} y
 * @param {number} size how wide and high
 * @param {boolean} [down] whether it stands on its head
 * @returns {SVGElement}
 */
export function sign(suit, x, y, size, down = false) {
  const scale = size / 20;
  const place = `translate(${x} ${y}) scale(${down ? -scale : scale})`;
  return draw("g", { transform: place }, ...layered(SIGNS[suit] ?? [], 1, suit in FOUR_COLOURS ? 0.8 : 0));
}

/** The Hungarian suits, with the colour that their cards are kept in. */
export const FOUR_COLOURS = { p: "#b51f28", z: "#23702f", m: "#8a4a22", t: "#a8740a" };
