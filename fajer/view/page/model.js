// The two games' tables by one name each.

import { happenInFajer, newFajer } from "./fajer.js";
import { happenInPoker, newPoker } from "./poker.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/**
 * A table before the first deal.
 *
 * @param {"fajer" | "poker"} game
 * @param {Rules} rules
 * @param {number} players
 * @returns {Position}
 */
export function newTable(game, rules, players) {
  return game === "fajer" ? newFajer(rules, players) : newPoker(rules, players);
}

/**
 * Change a table by what happened.
 *
 * @param {Position} table
 * @param {WireEvent} event
 * @param {Rules} rules
 */
export function happen(table, event, rules) {
  if (table.game === "fajer") happenInFajer(table, event, rules);
  else happenInPoker(table, event, rules);
}

/**
 * A table as it stands now. Lists of cards are never changed in place, so that they can be shared.
 *
 * @template {Position} T
 * @param {T} table
 * @returns {T}
 */
export function copied(table) {
  return { ...table, seats: table.seats.map((seat) => ({ ...seat })) };
}
