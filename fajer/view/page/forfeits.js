// Which faults of a game forfeited it: with `--on-fault fallback` some took only one decision from their bot.

/** @typedef {import("./types.js").Fault} Fault */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {[number, number]} Place a deal and an action */

const TIMEOUTS_FORFEIT = 3;

/**
 * The faults that forfeited the game, in order.
 *
 * @param {RecordedGame} game
 * @param {string} onFault
 * @returns {Fault[]}
 */
export function forfeitsOf(game, onFault) {
  /** @type {Map<number, { timeouts: number, since: Place }>} */
  const running = new Map();
  return game.faults.filter((fault) => {
    const seat = fault.seat;
    if (seat === null) return false;
    /** @type {Place} */
    const at = [fault.deal ?? 0, fault.action ?? 0];
    const before = running.get(seat) ?? { timeouts: 0, since: [0, 0] };
    const soFar = answered(game, seat, before.since, at) ? 0 : before.timeouts;
    const timeouts = fault.kind === "timeout" ? soFar + 1 : 0;
    running.set(seat, { timeouts, since: at });
    const mild = fault.kind === "illegal" || (fault.kind === "timeout" && timeouts < TIMEOUTS_FORFEIT);
    return onFault !== "fallback" || !mild;
  });
}

/**
 * Whether a seat's own answer was played between two places of a game.
 *
 * @param {RecordedGame} game
 * @param {number} seat
 * @param {Place} start
 * @param {Place} end
 */
function answered(game, seat, start, end) {
  for (let deal = start[0]; deal <= Math.min(end[0], game.deals.length - 1); deal++) {
    const from = deal === start[0] ? start[1] : 0;
    const actions = game.deals[deal].actions;
    const to = deal === end[0] ? end[1] : actions.length;
    for (let action = from; action < Math.min(to, actions.length); action++) {
      if (actions[action][0] === seat && game.times_us[deal][action] !== null) return true;
    }
  }
  return false;
}
