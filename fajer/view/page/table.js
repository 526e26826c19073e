// A position as a table from above: seats in order of play, cards, coins, the middle.
import { arranged, handWidth } from "./arrange.js";
import { cardBack } from "./cards.js";
import { make } from "./dom.js";
import { cardPlaces, glide } from "./motion.js";
import { numberText, say, worthText } from "./say.js";
import { cardElement, chip, coin, movedTo, seatBox } from "./seatbox.js";
import { chipsText } from "./telling.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").FajerPosition} FajerPosition */
/** @typedef {import("./types.js").PokerPosition} PokerPosition */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/**
 * @typedef {object} TableOptions
 * @property {string[]} names by seat
 * @property {import("./types.js").Rules} rules
 * @property {WireEvent[]} [events] what just happened: it is marked
 * @property {number | null} [seatView] whose table it is; this seat sits nearest
 * @property {{cards: Set<string>, chosen: Set<string>, onCard: (card: string) => void}} [choices] cards that can be chosen
 * @property {boolean} [still] no card glides
 */

/**
 * Draw a position in an element, in place of what was there.
 * @param {HTMLElement} element
 * @param {Position} position
 * @param {TableOptions} options
 */
export function drawTable(element, position, options) {
  const before = options.still ? new Map() : cardPlaces(element);
  const focused = focusedCard(element);
  const five = position.game === "poker";
  const direction = five || options.rules.direction === "left" ? "left" : "right";
  const width = element.clientWidth || 360;
  const how = arranged(position.seats.length, width, direction, options.seatView ?? 0, five);
  element.className = `table ${position.game} ${how.wide ? "wide" : "narrow"}`;
  element.style.height = `${Math.round(how.height)}px`;
  element.style.setProperty("--card", `${how.card}px`);
  element.style.setProperty("--hand", `${Math.round(handWidth(how.card, five))}px`);
  const seats = make("ol", { class: "seats", "aria-label": say("ui.seats_in_order") });
  position.seats.forEach((_, number) => {
    const box = seatBox(position, number, options);
    box.style.left = `${(how.places[number].x * 100).toFixed(2)}%`;
    box.style.top = `${(how.places[number].y * 100).toFixed(2)}%`;
    seats.append(box);
  });
  const middle = position.game === "fajer" ? fajerMiddle(position, options) : pokerMiddle(position);
  if (position.seats.length === 3 && !how.wide) middle.classList.add("low");
  element.replaceChildren(make("div", { class: "felt", "aria-hidden": "true" }, make("span", { class: `way ${direction}` })), middle, seats);
  if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`button[data-card="${focused}"]`))?.focus();
  glide(element, before);
}

/**
 * The card that has the focus, so that it keeps it.
 * @param {HTMLElement} element
 */
function focusedCard(element) {
  const active = document.activeElement;
  return active instanceof HTMLElement && element.contains(active) ? active.dataset.card : undefined;
}

/**
 * The common cards, what they are worth, the pot and the talon.
 * @param {FajerPosition} position
 * @param {TableOptions} options
 * @returns {HTMLElement}
 */
function fajerMiddle(position, options) {
  const moved = movedTo(options.events ?? [], -1, []);
  const common = make("div", { class: "hand common" }, ...position.common.map((card) => cardElement(card, options, moved.has(card))));
  if (position.common.length) common.append(make("span", { class: "value" }, worthText(position.commonWorth)));
  const pot = make("div", { class: "pot" }, make("span", { class: "what" }, say("ui.pot")), coinPile(position.pot), make("b", {}, numberText(position.pot)));
  const talon = make("div", { class: "talon" }, make("span", { class: "pile", "aria-hidden": "true" }, cardBack()), make("span", { class: "what" }, say("ui.talon")), make("b", {}, numberText(position.deck)));
  return make("div", { class: "middle", role: "group", "aria-label": say("ui.common") }, common, make("div", { class: "beside" }, Number(options.rules.stakes ?? 3) ? pot : null, talon));
}

/**
 * A few coins for the eye; the number stands beside them.
 * @param {number} count
 * @returns {HTMLElement}
 */
function coinPile(count) {
  const pile = make("span", { class: "coins", "aria-hidden": "true" });
  for (let number = 0; number < Math.min(count, 5); number += 1) pile.append(coin(true));
  return pile;
}

/**
 * The pot, and what is to be known about the bidding.
 * @param {PokerPosition} position
 * @returns {HTMLElement}
 */
function pokerMiddle(position) {
  const line = (/** @type {string} */ key, /** @type {string} */ value) => make("div", { class: "line" }, make("span", { class: "what" }, say(key)), " ", make("b", {}, value));
  const made = make(
    "div",
    { class: "middle", role: "group", "aria-label": say("ui.pot") },
    make("div", { class: "pot large" }, make("span", { class: "what" }, say("ui.pot")), chip(), make("b", {}, numberText(position.pot))),
    position.phase === "over" ? null : line("ui.phase", say(`phase.${position.phase}`)),
  );
  if (position.carried) made.append(line("ui.carried", chipsText(position.carried)));
  if (position.turn >= 0 && position.toCall) made.append(line("ui.to_call", chipsText(position.toCall)));
  return made;
}

/**
 * Call back when the table's width changes.
 * @param {HTMLElement} element
 * @param {() => void} redraw
 */
export function onTableWidth(element, redraw) {
  let width = element.clientWidth;
  new ResizeObserver(() => {
    if (element.clientWidth === width || !element.clientWidth) return;
    width = element.clientWidth;
    redraw();
  }).observe(element);
}
