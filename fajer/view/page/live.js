// Positions of a game that is being played, from what one seat is sent about it.

import { holds, newFajer } from "./fajer.js";
import { copied, happen } from "./model.js";
import { holdsFive, newPoker } from "./poker.js";

/** @typedef {import("./types.js").FajerPosition} FajerPosition */
/** @typedef {import("./types.js").PokerPosition} PokerPosition */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */
/** @typedef {Record<string, any>} View */

/**
 * The position that a seat is asked in.
 *
 * @param {"fajer" | "poker"} game
 * @param {View} view the `view` of an act
 * @param {Rules} rules the `rules` of the start
 * @param {number[]} [forfeited] seats that have forfeited the game
 * @returns {Position}
 */
export function fromView(game, view, rules, forfeited = []) {
  const table = game === "fajer" ? fajerFrom(view, rules) : pokerFrom(view, rules);
  for (const seat of forfeited) table.seats[seat].forfeited = true;
  return table;
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
  const table = copied(position);
  for (const event of events) happen(table, event, rules);
  return table;
}

/**
 * @param {View} view
 * @param {Rules} rules
 * @returns {FajerPosition}
 */
function fajerFrom(view, rules) {
  const table = newFajer(rules, view.seats.length);
  const { deal, dealer, opener, phase, turns, round, pot, voids, common, common_worth: commonWorth } = view;
  Object.assign(table, { deal, dealer, opener, phase, turns, round, pot, voids, common, commonWorth });
  Object.assign(table, { turn: view.seat, dealsLeft: view.deals_left });
  const others = view.seats.filter((/** @type {View} */ seat) => seat.in);
  table.deck -= 3 * (others.length + Number(common.length > 0));
  view.seats.forEach((/** @type {View} */ from, /** @type {number} */ number) => {
    const seat = table.seats[number];
    Object.assign(seat, { in: from.in, stakes: from.stakes, losses: from.losses, saidGo: from.said_go });
    const hidden = from.in ? Array(3 - from.known.length).fill(null) : [];
    holds(seat, number === view.seat ? view.hand : [...from.known, ...hidden], from.known, rules);
    seat.laid = from.laid !== null;
  });
  return table;
}

/**
 * @param {View} view
 * @param {Rules} rules
 * @returns {PokerPosition}
 */
function pokerFrom(view, rules) {
  const table = newPoker(rules, view.seats.length);
  const { deal, dealer, phase, round, pot, carried, level } = view;
  Object.assign(table, { deal, dealer, phase, round, pot, carried, level, turn: view.seat });
  Object.assign(table, { drawsLeft: view.draws_left, toCall: view.to_call, dealsLeft: view.deals_left });
  view.seats.forEach((/** @type {View} */ from, /** @type {number} */ number) => {
    const seat = table.seats[number];
    const { in: still, chips, folded, all_in: allIn, bet, paid, drew } = from;
    Object.assign(seat, { in: still, chips, folded, allIn, bet, paid, drew, shown: from.shown !== null });
    const cards = number === view.seat ? view.hand : (from.shown ?? (paid ? Array(5).fill(null) : []));
    if (cards.length && !cards.includes(null)) holdsFive(seat, cards, rules);
    else seat.cards = cards;
    seat.discarded = number === view.seat ? view.discarded : null;
  });
  return table;
}
