// What five cards are in poker, and what breaks a tie (P-03 … P-06).

/** @typedef {import("./types.js").Card} Card */

const ORDER = "23456789TJQKA";
const ACE = 14;

/** The kinds of hands as events tell them, low to high. */
export const KINDS = [
  "high card",
  "pair",
  "two pairs",
  "three of a kind",
  "straight",
  "flush",
  "full house",
  "four of a kind",
  "straight flush",
  "royal flush",
];
const [HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH] = KINDS.keys();

/** By how many cards there are of each rank, the most first. @type {Record<string, number>} */
const BY_COUNTS = {
  11111: HIGH_CARD,
  2111: PAIR,
  221: TWO_PAIRS,
  311: THREE,
  32: FULL_HOUSE,
  41: FOUR,
};

/**
 * The kind of a hand from 0, then the numbers that break a tie.
 *
 * @param {Card[]} cards
 * @param {string} ranking the option `ranking`
 * @returns {number[]}
 */
export function strengthOf(cards, ranking) {
  const suited = flushRanks(cards, ranking === "house" ? 4 : 5);
  const ranks = cards.map(rankOf).sort((one, other) => other - one);
  const top = straightTop(ranks);
  if (suited) {
    if (suited.length === 5 && top) return [top === ACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, top];
    return [FLUSH, ...(ranking === "house" ? suited.slice(0, 4) : suited)];
  }
  if (top) return [STRAIGHT, top];
  const alike = byCount(ranks);
  const kind = BY_COUNTS[alike.map((rank) => count(ranks, rank)).join("")];
  return [kind, ...(ranking === "house" ? houseTies(kind, alike) : alike)];
}

/** @param {Card} card */
function rankOf(card) {
  return ORDER.indexOf(card[0]) + 2;
}

/**
 * @param {number[]} ranks
 * @param {number} rank
 */
function count(ranks, rank) {
  return ranks.filter((other) => other === rank).length;
}

/**
 * Each rank once, most alike first, then the highest first.
 *
 * @param {number[]} ranks
 */
function byCount(ranks) {
  return [...new Set(ranks)].sort((one, other) => count(ranks, other) - count(ranks, one) || other - one);
}

/**
 * The ranks of the suit of which there are enough for a flush, highest first.
 *
 * @param {Card[]} cards
 * @param {number} enough
 */
function flushRanks(cards, enough) {
  for (const suit of "cdhs") {
    const own = cards.filter((card) => card[1] === suit);
    if (own.length >= enough) return own.map(rankOf).sort((one, other) => other - one);
  }
  return null;
}

/**
 * The top card of five ranks, high to low, that are in sequence; 0 for any others.
 *
 * @param {number[]} ranks
 */
function straightTop(ranks) {
  if (new Set(ranks).size < 5) return 0;
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks[0] === ACE && ranks[1] === 5 ? 5 : 0;
}

/**
 * What breaks a tie in the house (P-04).
 *
 * @param {number} kind
 * @param {number[]} alike
 */
function houseTies(kind, alike) {
  if (kind === PAIR) return [alike[0], alike[1] + alike[2] + alike[3]];
  return [THREE, FULL_HOUSE, FOUR].includes(kind) ? alike.slice(0, 1) : alike;
}
