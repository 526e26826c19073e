// What a seat did not know is taken away here, and nowhere else on the page.

/** @typedef {import("./types.js").FajerSeat} FajerSeat */
/** @typedef {import("./types.js").PokerSeat} PokerSeat */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/**
 * A position as a seat knew it: cards that it had not seen are null, worths and kinds of hands it had not seen too.
 *
 * @param {Position} position
 * @param {number} seat
 * @returns {Position}
 */
export function masked(position, seat) {
  if (position.game === "fajer") {
    return { ...position, seats: position.seats.map((each, number) => (number === seat ? each : fajerSeen(each))) };
  }
  return { ...position, seats: position.seats.map((each, number) => (number === seat ? each : pokerSeen(each))) };
}

/**
 * What everyone knows of a seat (F-30).
 *
 * @param {FajerSeat} seat
 * @returns {FajerSeat}
 */
function fajerSeen(seat) {
  const { known } = seat;
  const cards = seat.cards.map((card) => (card !== null && known.includes(card) ? card : null));
  return { ...seat, cards, worth: cards.includes(null) ? null : seat.worth };
}

/**
 * What everyone knows of a seat (P-20).
 *
 * @param {PokerSeat} seat
 * @returns {PokerSeat}
 */
function pokerSeen(seat) {
  if (seat.shown) return { ...seat, discarded: null };
  return { ...seat, cards: seat.cards.map(() => null), kind: null, discarded: null };
}

/**
 * The events that a seat was told: all of them, since an event holds only what everyone saw.
 *
 * @param {WireEvent[]} events
 * @param {number} seat
 * @returns {WireEvent[]}
 */
export function heard(events, seat) {
  return seat < 0 ? [] : events;
}

/**
 * A whole step as a seat knew it: position and events, and of notes, times, faults and the cards that
 * a draw named only its own.
 *
 * @param {Step} step
 * @param {number} seat
 * @returns {Step}
 */
export function stepSeen(step, seat) {
  const own = step.seat === seat;
  return {
    ...step,
    text: own || !step.text?.startsWith("draw") ? step.text : null,
    events: heard(step.events, seat),
    position: masked(step.position, seat),
    timeUs: own ? step.timeUs : null,
    note: own ? step.note : null,
    faults: step.faults.filter((fault) => fault.seat === seat),
  };
}
