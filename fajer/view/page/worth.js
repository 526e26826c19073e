// What three cards are worth in Fájer (F-02 … F-08).

/** @typedef {import("./types.js").Card} Card */

/** @type {Record<string, number>} */
const POINTS = { 7: 7, 8: 8, 9: 9, X: 10, U: 10, O: 10, K: 10, A: 11 };

/**
 * What three cards are worth.
 *
 * @param {Card[]} cards
 * @param {string} threeAcesRank the option `three_aces_rank`
 * @returns {number}
 */
export function worthOf(cards, threeAcesRank) {
  const ranks = cards.map((card) => card[0]);
  const suits = cards.map((card) => card[1]);
  if (allAlike(ranks)) return ranks[0] === "A" && threeAcesRank !== "below" ? 33 : 30.5;
  if (allAlike(suits)) return ranks.reduce((sum, rank) => sum + POINTS[rank], 0);
  if (ranks.filter((rank) => rank === "A").length === 2) return 22;
  return cards.some((ace) => ace[0] === "A" && cards.some((ten) => POINTS[ten[0]] === 10 && ten[1] === ace[1])) ? 21 : 0;
}

/**
 * What a hand is worth as far as its cards are known: null where one is not.
 *
 * @param {(Card | null)[]} cards
 * @param {string} threeAcesRank
 * @returns {number | null}
 */
export function worthIfKnown(cards, threeAcesRank) {
  const known = cards.filter((card) => card !== null);
  return known.length === 3 ? worthOf(known, threeAcesRank) : null;
}

/** @param {string[]} things */
function allAlike(things) {
  return things.every((thing) => thing === things[0]);
}
