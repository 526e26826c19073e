// What a seat did not know is taken away here, and nowhere else on the page.

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/**
 * A position as a seat knew it: cards that it had not seen are null, worths and kinds of hands it had not seen too.
 *
 * @param {Position} position
 * @param {number} seat
 * @returns {Position}
 */
export function masked(position, seat) {
  throw new Error(`not written yet: ${position.game} ${seat}`);
}

/**
 * The events that a seat was told.
 *
 * @param {WireEvent[]} events
 * @param {number} seat
 * @returns {WireEvent[]}
 */
export function heard(events, seat) {
  throw new Error(`not written yet: ${events.length} ${seat}`);
}

/**
 * A whole step as a seat knew it: position and events, and of notes, times, faults and the cards that
 * a draw named only its own.
 *
 * @param {Step} step
 * @param {number} seat
 * @returns {Step}
 */
export function stepSeen(step, seat) {
  throw new Error(`not written yet: ${step.step} ${seat}`);
}
