// What a seat did not know, or did not know yet, is taken away here, and nowhere else on the page.

/** @typedef {import("./types.js").Course} Course */
/** @typedef {import("./types.js").FajerSeat} FajerSeat */
/** @typedef {import("./types.js").PokerSeat} PokerSeat */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./types.js").Step} Step */

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
 * A whole step as a seat knew it: all events, since an event holds only what everyone saw; the position; and of
 * notes, times, faults and the cards that a draw named only its own.
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
    position: masked(step.position, seat),
    timeUs: own ? step.timeUs : undefined,
    note: own ? step.note : null,
    faults: step.faults.filter((fault) => fault.seat === seat),
  };
}

/**
 * A game up to one of its steps, as a seat knew it then: nothing of what was still to come.
 *
 * @param {Course} course
 * @param {number} seat
 * @param {number} at
 * @returns {Course}
 */
export function courseSeen({ steps, first }, seat, at) {
  return { steps: steps.slice(0, at + 1).map((step) => stepSeen(step, seat)), first: first.filter((start) => start <= at) };
}

/**
 * What a recorded game tells a seat beside its steps: of the error output only its own.
 *
 * @param {RecordedGame} game
 * @param {number} seat
 * @returns {RecordedGame}
 */
export function gameSeen(game, seat) {
  return { ...game, stderr: game.stderr.map((text, number) => (number === seat ? text : "")) };
}
