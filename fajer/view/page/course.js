// A recorded game, step by step: the cards go where the recorded actions say, the ends are those of the record.

import { FajerDeal } from "./fajer-course.js";
import { forfeitsOf } from "./forfeits.js";
import { copied, newTable } from "./model.js";
import { PokerDeal } from "./poker-course.js";

/** @typedef {import("./types.js").Course} Course */
/** @typedef {import("./types.js").Fault} Fault */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").RecordedDeal} RecordedDeal */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/**
 * Every step of a game, everything known.
 *
 * @param {Match} match
 * @param {RecordedGame} game
 * @returns {Course}
 */
export function courseOf(match, game) {
  const table = newTable(match.game, match.rules, game.seats.length);
  const follower = new Follower(match, game, table);
  /** @type {Course} */
  const course = { steps: [], first: [] };
  for (const number of game.deals.keys()) {
    course.first.push(course.steps.length);
    course.steps.push(...follower.steps(number));
  }
  return course;
}

/** Follows a game deal by deal. */
class Follower {
  /**
   * @param {Match} match
   * @param {RecordedGame} game
   * @param {Position} table
   */
  constructor(match, game, table) {
    this.match = match;
    this.game = game;
    this.table = table;
    this.forfeits = forfeitsOf(game, match.on_fault);
    this.notes = new Map(game.notes.map(([deal, action, text]) => [`${deal} ${action}`, text]));
  }

  /**
   * The steps of a deal; those before have been followed.
   *
   * @param {number} number
   * @returns {Step[]}
   */
  steps(number) {
    const deal = this.game.deals[number];
    const last = number === this.game.deals.length - 1;
    const followed = this.#followed(deal, last);
    const steps = [this.#begun(number, followed)];
    for (const action of deal.actions.keys()) steps.push(this.#acted(number, action, followed));
    steps.push(this.#finished(number, followed));
    return steps;
  }

  /**
   * @param {RecordedDeal} deal
   * @param {boolean} last
   */
  #followed(deal, last) {
    const { rules } = this.match;
    return this.table.game === "fajer"
      ? new FajerDeal(this.table, deal, rules)
      : new PokerDeal(this.table, deal, rules, this.game.seed, last);
  }

  /**
   * @param {number} number
   * @param {FajerDeal | PokerDeal} followed
   */
  #begun(number, followed) {
    const faults = number === 0 ? this.game.faults.filter((fault) => fault.deal === null) : [];
    const events = [...followed.begin(number), ...this.#forfeited(faults)];
    this.#ask(number, 0, followed);
    return this.#step(number, 0, events, faults, null);
  }

  /**
   * @param {number} number
   * @param {number} action
   * @param {FajerDeal | PokerDeal} followed
   */
  #acted(number, action, followed) {
    const faults = this.#faults(number, action);
    const events = [...this.#forfeited(faults), ...followed.act(action)];
    this.#ask(number, action + 1, followed);
    return this.#step(number, action + 1, events, faults, action);
  }

  /**
   * @param {number} number
   * @param {FajerDeal | PokerDeal} followed
   */
  #finished(number, followed) {
    const { deal, table } = { deal: this.game.deals[number], table: this.table };
    const faults = this.#faults(number, deal.actions.length);
    const events = [...this.#forfeited(faults), ...followed.finish()];
    Object.assign(table, { phase: "over", turn: -1, end: deal.end });
    return this.#step(number, deal.actions.length + 1, events, faults, null);
  }

  /**
   * Say whose turn it is: who acts next in the deal, or who failed to.
   *
   * @param {number} number
   * @param {number} action
   * @param {FajerDeal | PokerDeal} followed
   */
  #ask(number, action, followed) {
    const { actions } = this.game.deals[number];
    if (action < actions.length) followed.ask(action);
    else this.table.turn = this.#faults(number, action).find((fault) => fault.seat !== null)?.seat ?? -1;
  }

  /**
   * @param {number} deal
   * @param {number} action
   */
  #faults(deal, action) {
    return this.game.faults.filter((fault) => fault.deal === deal && fault.action === action);
  }

  /**
   * Those of the faults that forfeit the game, as events.
   *
   * @param {Fault[]} faults
   * @returns {WireEvent[]}
   */
  #forfeited(faults) {
    const gone = faults.filter((fault) => this.forfeits.includes(fault));
    for (const { seat } of gone) if (seat !== null) this.table.seats[seat].forfeited = true;
    return gone.map(({ seat }) => ["forfeit", seat]);
  }

  /**
   * The step that has just been made.
   *
   * @param {number} deal
   * @param {number} step
   * @param {WireEvent[]} events
   * @param {Fault[]} faults
   * @param {number | null} action
   * @returns {Step}
   */
  #step(deal, step, events, faults, action) {
    const [seat, text] = action === null ? [null, null] : this.game.deals[deal].actions[action];
    return {
      deal,
      step,
      action,
      text,
      seat,
      events,
      position: copied(this.table),
      timeUs: action === null ? null : (this.game.times_us[deal]?.[action] ?? null),
      note: this.notes.get(`${deal} ${action}`) ?? null,
      faults: faults.map((fault) => ({ seat: fault.seat, kind: fault.kind, detail: fault.detail })),
    };
  }
}
