// The cards: each a small drawing of its own, the same upside down.
import { draw } from "./dom.js";
import { king, queen, squire } from "./figures.js";
import { SEASONS } from "./seasons.js";
import { FOUR_COLOURS, layered, sign } from "./suits.js";

const WIDE = 60;
const HIGH = 92;
const PAPER = "#fffdf6";
const EDGE = "#b9b09a";
/** @type {Record<string, string>} */
const ROMAN = { 7: "VII", 8: "VIII", 9: "IX", X: "X" };

/** Columns and rows of pips by their number: [x, y] in the upper half and the middle; the rest is turned over. */
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[30, 22], [30, 70]],
  3: [[30, 22], [30, 46], [30, 70]],
  4: [[19, 24], [41, 24], [19, 68], [41, 68]],
  5: [[19, 24], [41, 24], [30, 46], [19, 68], [41, 68]],
  6: [[19, 24], [41, 24], [19, 46], [41, 46], [19, 68], [41, 68]],
  7: [[17, 28], [43, 28], [30, 37], [17, 46], [43, 46], [17, 64], [43, 64]],
  8: [[17, 28], [43, 28], [30, 37], [17, 46], [43, 46], [30, 55], [17, 64], [43, 64]],
  9: [[17, 26], [43, 26], [17, 39.5], [43, 39.5], [30, 46], [17, 52.5], [43, 52.5], [17, 66], [43, 66]],
  10: [[17, 26], [43, 26], [30, 32.8], [17, 39.5], [43, 39.5], [17, 52.5], [43, 52.5], [30, 59.2], [17, 66], [43, 66]],
};

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/**
 * A card, face up.
 * @param {string} card its two characters, as `Ap` or `Td`
 * @param {string} index what its corner says; a Roman numeral where it is left out
 * @returns {SVGElement}
 */
export function cardFace(card, index) {
  const key = `${card} ${index}`;
  const found = drawn.get(key);
  if (found) return /** @type {SVGElement} */ (found.cloneNode(true));
  const [rank, suit] = card;
  const face = suit in FOUR_COLOURS ? hungarian(rank, suit, ROMAN[rank] ?? index) : french(rank, suit, index);
  const made = sheet(...face);
  drawn.set(key, made);
  return /** @type {SVGElement} */ (made.cloneNode(true));
}

/**
 * A card, face down.
 * @returns {SVGElement}
 */
export function cardBack() {
  const found = drawn.get("");
  if (found) return /** @type {SVGElement} */ (found.cloneNode(true));
  const lines = [];
  for (let at = -90; at < 70; at += 7) lines.push(`M${at} 0L${at + 92} 92M${at + 92} 0L${at} 92`);
  const made = sheet(
    draw("rect", { x: 4, y: 4, width: 52, height: 84, rx: 3, fill: "#7d2330" }),
    draw("svg", { x: 4, y: 4, width: 52, height: 84, viewBox: "4 4 52 84" }, draw("path", { d: lines.join(""), fill: "none", stroke: "#c98a78", "stroke-width": 1 })),
    draw("rect", { x: 6.5, y: 6.5, width: 47, height: 79, rx: 2, fill: "none", stroke: "#f3e3c3", "stroke-width": 1.2 }),
    draw("path", { d: "M30 32L42 46L30 60L18 46Z", fill: "#7d2330", stroke: "#f3e3c3", "stroke-width": 1.4 }),
    draw("path", { d: "M30 39L36 46L30 53L24 46Z", fill: "#f3e3c3" }),
  );
  drawn.set("", made);
  return /** @type {SVGElement} */ (made.cloneNode(true));
}

/**
 * @param {...SVGElement} parts
 * @returns {SVGElement}
 */
function sheet(...parts) {
  return draw(
    "svg",
    { class: "card-art", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", focusable: "false" },
    draw("rect", { x: 0.6, y: 0.6, width: WIDE - 1.2, height: HIGH - 1.2, rx: 4.6, fill: PAPER, stroke: EDGE, "stroke-width": 1.2 }),
    ...parts,
  );
}

/**
 * What the upper half shows, and the same turned over.
 * @param {() => SVGElement[]} half
 * @returns {SVGElement[]}
 */
function twice(half) {
  return [...half(), draw("g", { transform: `rotate(180 ${WIDE / 2} ${HIGH / 2})` }, ...half())];
}

/**
 * The corner: what the card is.
 * @param {string} text
 * @param {string} colour
 * @returns {SVGElement}
 */
function corner(text, colour) {
  const long = { VIII: 27, VII: 23, "10": 18.5 }[text];
  return draw("text", { class: "index", x: 4.6, y: 17.4, fill: colour, ...(long ? { textLength: long, lengthAdjust: "spacingAndGlyphs" } : {}) }, text);
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {string} index
 * @returns {SVGElement[]}
 */
function hungarian(rank, suit, index) {
  const colour = /** @type {Record<string, string>} */ (FOUR_COLOURS)[suit];
  const mark = () => corner(index, colour);
  if (rank in ROMAN) {
    const count = rank === "X" ? 10 : Number(rank);
    const size = count < 9 ? 15.5 : 12;
    const pips = PIPS[count].map(([x, y]) => sign(suit, x, y, size, y > HIGH / 2));
    return [...pips, ...twice(() => [mark()])];
  }
  const divide = draw("path", { d: "M3.5 45.2H56.5V46.8H3.5Z", fill: colour });
  if (rank === "A") return [...twice(() => [...ace(suit), mark()]), ...banner(SEASONS[suit].name, colour)];
  const layers = rank === "K" ? king(suit) : squire(suit, rank === "O" ? "O" : "U");
  const [x, y, size] = rank === "U" ? [12, 35.4, 17.5] : [48.4, 12.4, 17];
  return [...twice(() => [...layered(layers, 1.1, 0.8), sign(suit, x, y, size), mark()]), divide];
}

/**
 * @param {string} suit
 * @returns {SVGElement[]}
 */
function ace(suit) {
  const season = SEASONS[suit];
  return [
    ...layered(season.picture, 1.3, 0.7),
    sign(suit, 27, 11.6, 16),
    sign(suit, 47, 11.6, 16),
  ];
}

/**
 * The ribbon across an ace with the name of its season.
 * @param {string} text
 * @param {string} colour
 * @returns {SVGElement[]}
 */
function banner(text, colour) {
  const ends = "M1.6 43H12V54.6H1.6L5 48.8ZM58.4 43H48V54.6H58.4L55 48.8Z";
  return [
    draw("path", { d: ends, fill: colour, stroke: "#2b2118", "stroke-width": 0.7, "stroke-linejoin": "round" }),
    draw("path", { d: "M7 40.2H53V51.8H7Z", fill: "#fff4d8", stroke: "#2b2118", "stroke-width": 0.8 }),
    draw("text", { class: "season", x: 30, y: 49, fill: colour, textLength: Math.min(40, 7.2 * text.length), lengthAdjust: "spacingAndGlyphs" }, text),
  ];
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {string} index
 * @returns {SVGElement[]}
 */
function french(rank, suit, index) {
  const colour = suit === "h" || suit === "d" ? "#b51f28" : "#1d2230";
  const mark = () => [corner(index, colour), sign(suit, 9.6, 25.4, 10)];
  if (rank === "A") return [sign(suit, 30, 46, 34), ...twice(mark)];
  const count = rank === "T" ? 10 : Number(rank);
  if (count) {
    const middle = HIGH / 2;
    const pips = PIPS[count].map(([x, y]) => sign(suit, 30 + Math.sign(x - 30) * 8.4, middle + (y - middle) * (count < 4 ? 1.3 : 1.15), 12, y > middle));
    return [...pips, ...twice(mark)];
  }
  const layers = rank === "K" ? king(suit) : rank === "Q" ? queen(suit) : squire(suit, "U");
  return [...twice(() => [draw("g", { transform: "translate(4.2 0)" }, ...layered(layers, 1.1, 0.8)), ...mark()]), draw("path", { d: "M3.5 45.4H56.5V46.6H3.5Z", fill: colour })];
}
