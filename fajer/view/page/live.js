// Positions of a game that is being played, from what one seat is sent about it.

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/**
 * The position that a seat is asked in.
 *
 * @param {"fajer" | "poker"} game
 * @param {Record<string, any>} view the `view` of an act
 * @param {Rules} rules the `rules` of the start
 * @param {number[]} [forfeited] seats that have forfeited the game
 * @returns {Position}
 */
export function fromView(game, view, rules, forfeited = []) {
  throw new Error(`not written yet: ${game} ${view.seat} ${rules} ${forfeited}`);
}

/**
 * The position after more has happened, as far as one seat can know it: the next view says the rest. After
 * "pay", "void", "win" and the like its phase is `over`, after "deal" a new one begins.
 *
 * @param {Position} position
 * @param {WireEvent[]} events
 * @param {Rules} rules
 * @returns {Position}
 */
export function followed(position, events, rules) {
  throw new Error(`not written yet: ${position.game} ${events.length} ${rules}`);
}
