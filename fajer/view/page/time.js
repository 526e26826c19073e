// How long a seat had for a decision.

/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */

/**
 * The microseconds that a seat had for an action, what was left of its bank included; null: it had no clock.
 * @param {Match} match
 * @param {RecordedGame} game
 * @param {number} deal
 * @param {number} action
 * @returns {number | null}
 */
export function allowedUs(match, game, deal, action) {
  const [seat] = game.deals[deal].actions[action];
  const own = match.bots[game.seats[seat]].move_ms;
  if (own === null) return null;
  const move = (own ?? Number(match.limits.move_ms)) * 1000;
  let bank = own === undefined ? Number(match.limits.bank_ms) * 1000 : 0;
  for (let number = 0; bank && number <= deal; number += 1) {
    const { actions } = game.deals[number];
    const end = number < deal ? actions.length : action;
    for (let place = 0; place < end; place += 1) {
      const taken = game.times_us[number]?.[place];
      if (actions[place][0] === seat && taken) bank = Math.max(0, bank - Math.max(0, taken - move));
    }
  }
  return move + bank;
}
