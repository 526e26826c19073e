// A table of Fájer: what each event changes. Cards that an event does not tell are put in by who knows them.

import { worthIfKnown, worthOf } from "./worth.js";

/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").FajerPosition} FajerPosition */
/** @typedef {import("./types.js").FajerSeat} FajerSeat */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */

const HUNGARIAN_CARDS = 32;
const FACE_DOWN = [null, null, null];

/**
 * A table before the first deal.
 *
 * @param {Rules} rules
 * @param {number} players
 * @returns {FajerPosition}
 */
export function newFajer(rules, players) {
  const seat = { in: true, stakes: rules.stakes, losses: 0, saidGo: false, laid: false, shown: false, forfeited: false };
  return {
    game: "fajer",
    deal: -1,
    dealer: -1,
    opener: -1,
    phase: "over",
    turns: 0,
    round: 0,
    turn: -1,
    common: [],
    commonWorth: 0,
    pot: 0,
    deck: HUNGARIAN_CARDS,
    voids: 0,
    dealsLeft: null,
    end: null,
    seats: Array.from({ length: players }, () => ({ ...seat, cards: [], known: [], worth: null })),
  };
}

/**
 * The next player still in.
 *
 * @param {FajerPosition} table
 * @param {number} seat
 * @returns {number}
 */
export function nextIn(table, seat) {
  const count = table.seats.length;
  for (let step = 1; step <= count; step++) {
    const other = (seat + step) % count;
    if (table.seats[other].in) return other;
  }
  return -1;
}

/**
 * Change a table by what happened.
 *
 * @param {FajerPosition} table
 * @param {WireEvent} event
 * @param {Rules} rules
 */
export function happenInFajer(table, event, rules) {
  const [kind, ...parts] = event;
  if (kind === "deal") dealFajer(table, parts[0], parts[1], rules);
  else if (kind === "common") putInTheMiddle(table, parts[0], rules);
  else if (["void", "aces", "pay", "out"].includes(kind)) endFajer(table, kind, parts, rules);
  else if (kind === "forfeit") table.seats[parts[0]].forfeited = true;
  else actInFajer(table, kind, parts, rules);
}

/**
 * @param {FajerPosition} table
 * @param {number} deal
 * @param {number} dealer
 * @param {Rules} rules
 */
function dealFajer(table, deal, dealer, rules) {
  for (const seat of table.seats) {
    Object.assign(seat, { saidGo: false, laid: false, shown: false, cards: seat.in ? FACE_DOWN : [], known: [], worth: null });
  }
  const opener = rules.opener === "dealer" ? dealer : nextIn(table, dealer);
  Object.assign(table, { deal, dealer, opener, phase: "open", turns: 0, round: 0, turn: opener });
  table.voids = table.end === "void" ? table.voids + 1 : 0;
  Object.assign(table, { common: [], commonWorth: 0, end: null });
  table.deck = HUNGARIAN_CARDS - 3 * playersIn(table);
  table.dealsLeft = rules.stakes ? null : rules.deals - deal - 1;
}

/** @param {FajerPosition} table */
function playersIn(table) {
  return table.seats.filter((seat) => seat.in).length;
}

/**
 * @param {FajerPosition} table
 * @param {Card[]} cards
 * @param {Rules} rules
 */
function putInTheMiddle(table, cards, rules) {
  table.common = cards;
  table.commonWorth = worthOf(cards, rules.three_aces_rank);
  if (table.phase === "exchange" && table.turns === 0) table.deck -= 3;
}

/**
 * What one player did.
 *
 * @param {FajerPosition} table
 * @param {string} kind
 * @param {any[]} parts
 * @param {Rules} rules
 */
function actInFajer(table, kind, parts, rules) {
  const number = parts[0];
  const seat = table.seats[number];
  if (kind === "keep" || kind === "put") {
    table.phase = "exchange";
    if (kind === "put") {
      putInTheMiddle(table, parts[1], rules);
      holds(seat, FACE_DOWN, [], rules);
    }
  } else if (kind === "lay") {
    holds(seat, parts[1], parts[1], rules);
    Object.assign(seat, { laid: true, saidGo: false, worth: parts[2] });
    table.phase = "closing";
  } else {
    if (kind !== "go") exchange(table, seat, kind, parts, rules);
    seat.saidGo = kind === "go";
    if (table.phase === "exchange") table.turns += 1;
    table.round = Math.floor(table.turns / playersIn(table));
    if (table.phase === "closing") return; // the hand is laid next
  }
  const next = nextIn(table, number);
  table.turn = table.seats[next].laid ? -1 : next;
}

/**
 * @param {FajerPosition} table
 * @param {FajerSeat} seat
 * @param {string} kind
 * @param {any[]} parts
 * @param {Rules} rules
 */
function exchange(table, seat, kind, parts, rules) {
  if (kind === "take") {
    holds(seat, parts[2], parts[2], rules);
    table.common = parts[1];
  } else {
    const [, own, taken] = parts;
    const place = seat.cards.includes(own) ? seat.cards.indexOf(own) : seat.cards.indexOf(null);
    const cards = seat.cards.map((card, at) => (at === place ? taken : card));
    const known = [...seat.known, taken];
    holds(seat, cards, cards.filter((card) => known.includes(card)), rules);
    table.common = table.common.map((card) => (card === taken ? own : card));
  }
  table.commonWorth = worthOf(table.common, rules.three_aces_rank);
}

/**
 * A seat's cards, and which of them everyone knows.
 *
 * @param {FajerSeat} seat
 * @param {(Card | null)[]} cards
 * @param {Card[]} known
 * @param {Rules} rules
 */
export function holds(seat, cards, known, rules) {
  seat.cards = cards;
  seat.known = known;
  seat.worth = worthIfKnown(cards, rules.three_aces_rank);
}

/**
 * The deal is over.
 *
 * @param {FajerPosition} table
 * @param {string} kind
 * @param {any[]} parts
 * @param {Rules} rules
 */
function endFajer(table, kind, parts, rules) {
  if (kind === "aces") {
    holds(table.seats[parts[0]], parts[1], parts[1], rules);
    table.seats[parts[0]].shown = true;
  } else if (kind === "pay") {
    for (const number of parts[0]) payStake(table, table.seats[number], rules);
  } else if (kind === "out") {
    for (const number of parts[0]) table.seats[number].in = false;
  }
  const ends = { aces: "three_aces", void: "void" };
  table.end ??= ends[/** @type {keyof typeof ends} */ (kind)] ?? "shown";
  Object.assign(table, { phase: "over", turn: -1 });
}

/**
 * @param {FajerPosition} table
 * @param {FajerSeat} seat
 * @param {Rules} rules
 */
function payStake(table, seat, rules) {
  seat.losses += 1;
  if (rules.stakes) {
    seat.stakes -= 1;
    table.pot += 1;
  }
}
