// A table of draw poker: what each event changes. Cards that an event does not tell are put in by who knows them.

import { strengthOf } from "./strength.js";

/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").PokerPosition} PokerPosition */
/** @typedef {import("./types.js").PokerSeat} PokerSeat */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */

const POKER_ACTIONS = ["pass", "bet", "call", "raise", "fold", "draw"];
const FIVE_FACE_DOWN = [null, null, null, null, null];

/**
 * A table before the first hand.
 *
 * @param {Rules} rules
 * @param {number} players
 * @returns {PokerPosition}
 */
export function newPoker(rules, players) {
  const seat = { in: true, chips: rules.chips, folded: false, allIn: false, bet: 0, paid: 0, shown: false };
  const cards = { drew: [], discarded: null, cards: [], forfeited: false, kind: null };
  return {
    game: "poker",
    deal: -1,
    dealer: -1,
    phase: "over",
    round: 0,
    drawsLeft: 0,
    turn: -1,
    pot: 0,
    carried: 0,
    level: 0,
    toCall: 0,
    dealsLeft: rules.hands,
    end: null,
    seats: Array.from({ length: players }, () => ({ ...seat, ...cards })),
  };
}

/**
 * The seats that are in the hand, in order of play, the dealer last.
 *
 * @param {PokerPosition} table
 * @returns {number[]}
 */
export function inPlay(table) {
  const count = table.seats.length;
  const order = table.seats.map((_, step) => (table.dealer + 1 + step) % count);
  return order.filter((seat) => table.seats[seat].cards.length && !table.seats[seat].folded);
}

/**
 * Change a table by what happened.
 *
 * @param {PokerPosition} table
 * @param {WireEvent} event
 * @param {Rules} rules
 */
export function happenInPoker(table, event, rules) {
  const [kind, ...parts] = event;
  if (POKER_ACTIONS.includes(kind)) {
    askInPoker(table, parts[0], kind, rules);
    table.turn = -1;
    actInPoker(table, kind, parts, rules);
  } else if (kind === "deal") dealPoker(table, parts[0], parts[1], rules);
  else if (kind === "ante") putIn(table, table.seats[parts[0]], parts[1]);
  else if (kind === "forfeit") table.seats[parts[0]].forfeited = true;
  else if (kind !== "reshuffle") endPoker(table, kind, parts, rules);
  for (const seat of table.seats) seat.allIn = seat.cards.length > 0 && !seat.folded && !seat.chips;
}

/**
 * It is a seat's turn, to bid or to draw: on the way there a round may have ended and another one begun, and
 * between two draws a bidding round in which there was nobody to ask.
 *
 * @param {PokerPosition} table
 * @param {number} seat
 * @param {string} word the first word of what it says then
 * @param {Rules} rules
 */
export function askInPoker(table, seat, word, rules) {
  const drawing = word === "draw";
  const another = table.phase === "bid" || table.seats[seat].drew.length >= rules.draws - table.drawsLeft;
  if (drawing && another) {
    table.round += 1;
    table.drawsLeft -= 1;
    beginRound(table, "draw");
  } else if (!drawing && table.phase === "draw") beginRound(table, "bid");
  table.turn = seat;
  table.toCall = drawing ? 0 : table.level - table.seats[seat].bet;
}

/**
 * @param {PokerPosition} table
 * @param {"bid" | "draw"} phase
 */
function beginRound(table, phase) {
  table.phase = phase;
  table.level = 0;
  for (const seat of table.seats) seat.bet = 0;
}

/**
 * @param {PokerPosition} table
 * @param {number} deal
 * @param {number} dealer
 * @param {Rules} rules
 */
function dealPoker(table, deal, dealer, rules) {
  for (const seat of table.seats) {
    Object.assign(seat, { folded: false, bet: 0, paid: 0, drew: [], discarded: null, shown: false, kind: null });
    seat.cards = seat.in ? FIVE_FACE_DOWN : [];
  }
  const dealsLeft = rules.hands - deal - 1;
  Object.assign(table, { deal, dealer, phase: "bid", round: 0, drawsLeft: rules.draws, turn: -1, dealsLeft });
  Object.assign(table, { level: 0, toCall: 0, end: null });
}

/**
 * @param {PokerPosition} table
 * @param {PokerSeat} seat
 * @param {number} chips
 */
function putIn(table, seat, chips) {
  seat.chips -= chips;
  seat.paid += chips;
  table.pot += chips;
}

/**
 * What one player did.
 *
 * @param {PokerPosition} table
 * @param {string} kind
 * @param {any[]} parts
 * @param {Rules} rules
 */
function actInPoker(table, kind, parts, rules) {
  const seat = table.seats[parts[0]];
  if (kind === "draw") seat.drew = [...seat.drew, parts[1]];
  else if (kind === "fold") {
    seat.folded = true;
    if (parts[1]) showPoker(seat, parts[1], rules);
  } else if (kind !== "pass") {
    const chips = kind === "call" ? parts[1] : table.level - seat.bet + parts[1];
    putIn(table, seat, chips);
    seat.bet += chips;
    if (kind !== "call") table.level += parts[1];
  }
}

/**
 * A seat's cards, face up for everyone.
 *
 * @param {PokerSeat} seat
 * @param {Card[]} cards
 * @param {Rules} rules
 */
function showPoker(seat, cards, rules) {
  holdsFive(seat, cards, rules);
  seat.shown = true;
}

/**
 * A seat's cards.
 *
 * @param {PokerSeat} seat
 * @param {Card[]} cards
 * @param {Rules} rules
 */
export function holdsFive(seat, cards, rules) {
  seat.cards = cards;
  seat.kind = { strength: strengthOf(cards, rules.ranking) };
}

/**
 * The hand is over, or comes to its end.
 *
 * @param {PokerPosition} table
 * @param {string} kind
 * @param {any[]} parts
 * @param {Rules} rules
 */
function endPoker(table, kind, parts, rules) {
  if (kind === "show") showPoker(table.seats[parts[0]], parts[1], rules);
  else if (kind === "win") {
    table.seats[parts[0]].chips += parts[1];
    table.pot -= parts[1];
    table.carried = 0;
  } else if (kind === "carried") table.carried = parts[0];
  else if (kind === "out") for (const number of parts[0]) table.seats[number].in = false;
  table.end ??= kind === "show" ? "shown" : kind === "carried" ? "passed_in" : "alone";
  Object.assign(table, { phase: "over", turn: -1, toCall: 0 });
}
