// Stakes or chips of every seat, and the pot, over a game; the present moment marked.
import { draw, make, theirs } from "./dom.js";
import { numberText, say } from "./say.js";

/** @typedef {import("./types.js").Course} Course */
/** @typedef {import("./types.js").Position} Position */

const TALL = 112;
const LEFT = 34;
const RIGHT = 26;
const TOP = 8;
const BOTTOM = 8;

/**
 * @typedef {object} Chart
 * @property {(at: number) => void} mark show the present moment
 */

/**
 * What a seat has, as the chart shows it; the last one is the pot.
 * @param {Position} position
 * @returns {number[]}
 */
function amounts(position) {
  if (position.game === "poker") return [...position.seats.map((seat) => seat.chips), position.pot];
  const free = position.seats.every((seat) => seat.stakes === 0) && position.pot === 0;
  return free ? position.seats.map((seat) => seat.losses) : [...position.seats.map((seat) => seat.stakes), position.pot];
}

/**
 * Draw the chart of a game.
 * @param {HTMLElement} element
 * @param {HTMLElement} legend
 * @param {Course} course
 * @param {string[]} names
 * @param {(at: number) => void} go called with the place that was clicked
 * @returns {Chart}
 */
export function drawChart(element, legend, course, names, go) {
  const wide = Math.max(280, element.clientWidth);
  const lines = columnsOf(course.steps.map((step) => amounts(step.position)), names.length);
  const last = Math.max(1, course.steps.length - 1);
  const most = Math.max(1, ...lines.flat());
  const x = (/** @type {number} */ at) => LEFT + (at / last) * (wide - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + (1 - value / most) * (TALL - TOP - BOTTOM);
  const label = say(course.steps[0].position.game === "poker" ? "ui.chart_chips" : "ui.chart");
  const picture = draw("svg", { viewBox: `0 0 ${wide} ${TALL}`, role: "img", "aria-label": label });
  for (const value of [0, most / 2, most]) {
    picture.append(draw("path", { class: "grid", d: `M${LEFT} ${y(value)}H${wide - RIGHT}` }));
    if (Number.isInteger(value)) picture.append(draw("text", { class: "scale", x: LEFT - 6, y: y(value) + 4 }, numberText(value)));
  }
  if (course.first.length <= wide / 8)
    picture.append(draw("path", { class: "grid deals", d: course.first.map((at) => `M${x(at).toFixed(1)} ${TOP}V${TALL - BOTTOM}`).join("") }));
  lines.forEach((values, number) => picture.append(draw("path", { class: `line ${lineClass(number, names.length)}`, d: stairs(values, x, y) })));
  endLabels(picture, lines, names.length, wide - RIGHT + 4, y);
  const now = draw("g", { class: "now" }, draw("path", { d: `M0 ${TOP - 6}V${TALL - BOTTOM + 6}` }), draw("circle", { cx: 0, cy: TOP - 3, r: 3.5 }));
  picture.append(now);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * wide - LEFT) / (wide - LEFT - RIGHT);
    go(Math.round(Math.max(0, Math.min(1, part)) * last));
  });
  element.replaceChildren(picture);
  legend.replaceChildren(...lines.map((_, number) => legendLine(number, names)));
  return { mark: (at) => now.setAttribute("transform", `translate(${x(at).toFixed(1)} 0)`) };
}

/**
 * Rows by step made columns by line.
 * @param {number[][]} rows
 * @param {number} seats
 * @returns {number[][]}
 */
function columnsOf(rows, seats) {
  const count = Math.max(seats, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, number) => rows.map((row) => row[number] ?? 0));
}

/**
 * A line in steps: values stand until they change.
 * @param {number[]} values
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 */
function stairs(values, x, y) {
  let path = `M${x(0)} ${y(values[0]).toFixed(1)}`;
  values.forEach((value, at) => {
    if (at && value !== values[at - 1]) path += `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`;
  });
  return `${path}H${x(values.length - 1)}`;
}

/**
 * At the end of each line its seat's number, no two upon each other.
 * @param {SVGElement} picture
 * @param {number[][]} lines
 * @param {number} seats
 * @param {number} left
 * @param {(value: number) => number} y
 */
function endLabels(picture, lines, seats, left, y) {
  const taken = /** @type {Map<number, number>} */ (new Map());
  lines.forEach((values, number) => {
    const row = Math.round(y(values[values.length - 1]) / 11);
    const beside = taken.get(row) ?? 0;
    taken.set(row, beside + 1);
    if (beside < 3) picture.append(draw("text", { class: `end ${lineClass(number, seats)}`, x: left + beside * 8, y: y(values[values.length - 1]) + 4 }, number < seats ? String(number) : "∑"));
  });
}

/**
 * @param {number} number
 * @param {number} seats
 */
function lineClass(number, seats) {
  return number < seats ? `line-${number}` : "line-pot";
}

/**
 * @param {number} number
 * @param {string[]} names
 * @returns {HTMLElement}
 */
function legendLine(number, names) {
  const sample = draw("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" }, draw("path", { class: `line ${lineClass(number, names.length)}`, d: "M0 5H26" }));
  const seat = number < names.length;
  return make("li", {}, sample, make("span", { class: "what" }, seat ? String(number) : "∑"), " ", seat ? theirs(names[number], "name") : say("ui.pot"));
}
