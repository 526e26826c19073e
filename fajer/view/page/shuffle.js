// The one shuffle that a record does not hold: poker's talon made anew from what was laid aside (P-17).

import { sha512 } from "./sha512.js";

/** @typedef {import("./types.js").Card} Card */

const FRENCH_CARDS = 52;

/**
 * What was laid aside, as it was shuffled into a talon.
 *
 * @param {Card[]} aside in the order in which the cards came
 * @param {string} seed the game's
 * @param {number} deal
 * @returns {Card[]}
 */
export function shuffledTalon(aside, seed, deal) {
  const bytes = bytesOf(`fajer-deal/1:${seed}:${deal}`);
  shuffle(Array.from({ length: FRENCH_CARDS }), bytes); // the deck itself: its bytes are passed over
  const talon = [...aside];
  shuffle(talon, bytes);
  return talon;
}

/**
 * @param {string} text
 * @returns {Generator<number, never>}
 */
function* bytesOf(text) {
  for (let block = 0; ; block++) yield* sha512(`${text}:${block}`);
}

/**
 * Fisher-Yates from the last place down; bytes that would be unfair are passed over.
 *
 * @param {unknown[]} things
 * @param {Generator<number, never>} bytes
 */
function shuffle(things, bytes) {
  for (let place = things.length - 1; place > 0; place--) {
    const fair = 256 - (256 % (place + 1));
    let byte = bytes.next().value;
    while (byte >= fair) byte = bytes.next().value;
    const other = byte % (place + 1);
    [things[place], things[other]] = [things[other], things[place]];
  }
}
