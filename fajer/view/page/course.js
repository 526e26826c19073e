// A recorded game, step by step: the cards go where the recorded actions say, the ends are those of the record.

/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./types.js").Course} Course */

/**
 * Every step of a game, everything known.
 *
 * @param {Match} match
 * @param {RecordedGame} game
 * @returns {Course}
 */
export function courseOf(match, game) {
  throw new Error(`not written yet: ${match.game} ${game.index}`);
}
