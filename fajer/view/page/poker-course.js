// A recorded hand of poker: what each action did, and what ended it.

import { askInPoker, happenInPoker, holdsFive, inPlay } from "./poker.js";
import { shuffledTalon } from "./shuffle.js";
import { KINDS } from "./strength.js";

/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").PokerPosition} PokerPosition */
/** @typedef {import("./types.js").RecordedDeal} RecordedDeal */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */

/** A hand being followed. */
export class PokerDeal {
  /**
   * @param {PokerPosition} table
   * @param {RecordedDeal} deal
   * @param {Rules} rules
   * @param {string} seed the game's
   * @param {boolean} last whether the game ends with it
   */
  constructor(table, deal, rules, seed, last) {
    this.table = table;
    this.deal = deal;
    this.rules = rules;
    this.seed = seed;
    this.last = last;
    /** @type {Card[]} */
    this.talon = deal.deck.split(" ");
    /** Laid aside or folded, in order (P-17). @type {Card[]} */
    this.aside = [];
    /** The seats in the hand in order of play, the dealer last. @type {number[]} */
    this.order = [];
  }

  /**
   * The antes are paid, and it is dealt (P-08, P-09).
   *
   * @param {number} number
   * @returns {WireEvent[]}
   */
  begin(number) {
    const events = this.#happened([["deal", number, this.deal.dealer]]);
    this.order = inPlay(this.table);
    for (const seat of this.order) {
      holdsFive(this.table.seats[seat], this.talon.splice(0, 5), this.rules);
      this.table.seats[seat].discarded = [];
      events.push(...this.#happened([["ante", seat, this.rules.ante]]));
    }
    return events;
  }

  /**
   * It is the turn of the seat that does this action.
   *
   * @param {number} number
   */
  ask(number) {
    const [seat, text] = this.deal.actions[number];
    askInPoker(this.table, seat, text.split(" ")[0], this.rules);
  }

  /**
   * A recorded action.
   *
   * @param {number} number
   * @returns {WireEvent[]}
   */
  act(number) {
    const [seat, text] = this.deal.actions[number];
    const [word, ...rest] = text.split(" ");
    const player = this.table.seats[seat];
    if (word === "draw") return this.#draw(seat, rest);
    if (word === "fold") return this.#fold(seat);
    if (word === "pass") return this.#happened([["pass", seat]]);
    if (word === "call") return this.#happened([["call", seat, Math.min(this.table.level - player.bet, player.chips)]]);
    return this.#happened([[word, seat, Number(rest[0])]]);
  }

  /**
   * What ended the hand.
   *
   * @returns {WireEvent[]}
   */
  finish() {
    const { table, deal } = this;
    /** @type {WireEvent[]} */
    const events = [];
    if (deal.end === "shown") events.push(...inPlay(table).map((seat) => this.#show(seat)));
    const won = deal.end === "passed_in" && this.last ? this.#shares() : (deal.won ?? []);
    events.push(...won.map(([seat, chips]) => /** @type {WireEvent} */ (["win", seat, chips])));
    if (deal.end === "passed_in" && !this.last) events.push(["carried", table.pot]);
    this.#happened(events);
    return deal.end === "forfeit" ? events : [...events, ...this.#out()];
  }

  /** @param {number} seat */
  #fold(seat) {
    const hand = this.#hand(seat);
    this.aside.push(...hand);
    return this.#happened([["fold", seat, this.rules.fold_shows ? hand : null]]);
  }

  /**
   * Cards are laid aside, and as many come from the talon (P-16, P-17).
   *
   * @param {number} seat
   * @param {Card[]} laid
   */
  #draw(seat, laid) {
    /** @type {WireEvent[]} */
    const events = [["draw", seat, laid.length]];
    const kept = this.#hand(seat).filter((card) => !laid.includes(card));
    const drawn = this.talon.splice(0, laid.length);
    if (drawn.length < laid.length) {
      this.talon = shuffledTalon(this.aside, this.seed, this.table.deal);
      this.aside = [];
      events.unshift(["reshuffle"]);
      drawn.push(...this.talon.splice(0, laid.length - drawn.length));
    }
    this.#happened(events);
    this.aside.push(...laid);
    const player = this.table.seats[seat];
    holdsFive(player, [...kept, ...drawn], this.rules);
    player.discarded = [...(player.discarded ?? []), ...laid];
    return events;
  }

  /**
   * @param {number} seat
   * @returns {WireEvent}
   */
  #show(seat) {
    const [kind] = this.table.seats[seat].kind?.strength ?? [0];
    return ["show", seat, this.#hand(seat), KINDS[kind]];
  }

  /**
   * What each seat gets of a pot that is left when the game ends (P-19).
   *
   * @returns {[number, number][]}
   */
  #shares() {
    const { pot } = this.table;
    const each = Math.floor(pot / this.order.length);
    const odd = pot % this.order.length;
    const shares = this.order.map((seat, place) => /** @type {[number, number]} */ ([seat, each + Number(place < odd)]));
    return shares.filter(([, chips]) => chips).sort(([one], [other]) => one - other);
  }

  /** Who cannot pay another ante (P-08). */
  #out() {
    const broke = this.order.filter((seat) => this.table.seats[seat].chips < this.rules.ante);
    return broke.length ? this.#happened([["out", broke.sort((one, other) => one - other)]]) : [];
  }

  /** @param {number} seat */
  #hand(seat) {
    return /** @type {Card[]} */ (this.table.seats[seat].cards);
  }

  /** @param {WireEvent[]} events */
  #happened(events) {
    for (const event of events) happenInPoker(this.table, event, this.rules);
    return events;
  }
}
