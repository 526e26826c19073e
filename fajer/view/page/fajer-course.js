// A recorded deal of Fájer: what each action did, and what ended it.

import { happenInFajer, holds, nextIn } from "./fajer.js";

/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").FajerPosition} FajerPosition */
/** @typedef {import("./types.js").RecordedDeal} RecordedDeal */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/** A deal being followed. */
export class FajerDeal {
  /**
   * @param {FajerPosition} table
   * @param {RecordedDeal} deal
   * @param {Rules} rules
   */
  constructor(table, deal, rules) {
    this.table = table;
    this.deal = deal;
    this.rules = rules;
    /** @type {Card[]} */
    this.talon = deal.deck.split(" ");
  }

  /**
   * It is dealt (F-11).
   *
   * @param {number} number
   * @returns {WireEvent[]}
   */
  begin(number) {
    const { table, deal, rules } = this;
    const events = this.#happened([["deal", number, deal.dealer]]);
    let seat = deal.dealer;
    for (const _ of table.seats.filter((each) => each.in)) {
      seat = nextIn(table, seat);
      holds(table.seats[seat], this.#drawn(), [], rules);
    }
    return events;
  }

  /**
   * A recorded action.
   *
   * @param {number} number
   * @returns {WireEvent[]}
   */
  act(number) {
    const [seat, text] = this.deal.actions[number];
    const [word, own, taken] = text.split(" ");
    if (word === "keep") return this.#happened([["keep", seat], ["common", this.#drawn()]]);
    if (word === "put") return this.#put(seat);
    if (word === "go") return this.#happened([["go", seat]]);
    if (word === "lay") return this.#lay(seat);
    const hand = this.#hand(seat);
    const closing = this.table.phase === "closing";
    const events = this.#happened([
      word === "take" ? ["take", seat, hand, this.table.common] : ["swap", seat, own, taken],
    ]);
    const ends = this.deal.end === "three_aces" && number === this.deal.actions.length - 1;
    return closing && !ends ? [...events, ...this.#lay(seat)] : events;
  }

  /**
   * What ended the deal.
   *
   * @returns {WireEvent[]}
   */
  finish() {
    const { table, deal } = this;
    /** @type {WireEvent[]} */
    const events = [];
    if (deal.end === "void") events.push(["void"]);
    if (deal.end === "three_aces") {
      const holder = table.seats.findIndex((seat) => seat.cards.length && seat.cards.every((card) => card?.[0] === "A"));
      events.push(["aces", holder, this.#hand(holder)]);
    }
    if (deal.paid?.length) events.push(["pay", deal.paid]);
    if (deal.out?.length) events.push(["out", deal.out]);
    return this.#happened(events);
  }

  /**
   * It is the turn of the seat that does this action; nothing changes on the way there.
   *
   * @param {number} number
   */
  ask(number) {
    this.table.turn = this.deal.actions[number][0];
  }

  /** @param {number} seat */
  #put(seat) {
    const events = this.#happened([["put", seat, this.#hand(seat)]]);
    holds(this.table.seats[seat], this.#drawn(), [], this.rules);
    return events;
  }

  /** @param {number} seat */
  #lay(seat) {
    return this.#happened([["lay", seat, this.#hand(seat), this.table.seats[seat].worth]]);
  }

  /** @param {number} seat */
  #hand(seat) {
    return /** @type {Card[]} */ (this.table.seats[seat].cards);
  }

  #drawn() {
    return this.talon.splice(0, 3);
  }

  /** @param {WireEvent[]} events */
  #happened(events) {
    for (const event of events) happenInFajer(this.table, event, this.rules);
    return events;
  }
}
