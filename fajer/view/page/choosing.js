// What may be done now: by buttons, by cards that are clicked, by keys.
import { make } from "./dom.js";
import { say, worthText } from "./say.js";
import { cardName, chipsText } from "./telling.js";

/** @typedef {import("./sitting.js").Act} Act */
/** @typedef {{key: string, text: string, action: () => string | null, main?: boolean, typed?: boolean}} Choice `typed`: an amount goes with it */

const OPEN = /^(bet|raise) (\d+)\.\.(\d+)$/;

export class Choosing {
  /**
   * @param {(action: string) => void} chosen called with what the person decides
   * @param {() => void} changed called when other cards are chosen
   */
  constructor(chosen, changed) {
    this.chosen = chosen;
    this.changed = changed;
    /** @type {Act | null} */
    this.act = null;
    /** @type {Set<string>} */
    this.cards = new Set();
    /** @type {HTMLInputElement | null} */
    this.amount = null;
    /** @type {{least: number, most: number} | null} what an amount has to be, if one that is none was tried */
    this.missing = null;
  }

  /** @param {Act} act */
  begin(act) {
    this.act = act;
    this.missing = null;
    this.cards = new Set();
  }

  end() {
    this.act = null;
    this.cards = new Set();
  }

  /** What `drawTable` needs so that cards can be chosen. */
  get choices() {
    if (!this.act) return undefined;
    const cards = new Set(this.isDraw ? this.act.view.hand : this.swaps.flatMap((action) => action.split(" ").slice(1)));
    return cards.size ? { cards, chosen: this.cards, onCard: (/** @type {string} */ card) => this.onCard(card) } : undefined;
  }

  get legal() {
    return this.act?.legal ?? [];
  }

  get isDraw() {
    return this.legal.includes("draw *");
  }

  get swaps() {
    return this.legal.filter((action) => action.startsWith("swap "));
  }

  /** @param {string} card */
  onCard(card) {
    if (this.cards.has(card)) this.cards.delete(card);
    else {
      if (!this.isDraw) for (const other of this.sameSide(card)) this.cards.delete(other);
      this.cards.add(card);
    }
    this.changed();
  }

  /**
   * The cards among which only one can be chosen with this one.
   * @param {string} card
   * @returns {string[]}
   */
  sameSide(card) {
    const { hand, common } = this.act?.view ?? {};
    return hand.includes(card) ? hand : common;
  }

  /** The swap of the cards that are chosen; null where it is none. */
  get swap() {
    const { hand = [], common = [] } = this.act?.view ?? {};
    const own = hand.find((/** @type {string} */ card) => this.cards.has(card));
    const other = common.find((/** @type {string} */ card) => this.cards.has(card));
    const action = `swap ${own} ${other}`;
    return this.legal.includes(action) ? action : null;
  }

  /** The draw of the cards that are chosen. */
  get draw() {
    const hand = /** @type {string[]} */ (this.act?.view.hand ?? []);
    return ["draw", ...hand.filter((card) => this.cards.has(card))].join(" ");
  }

  /** Everything that may be done, in the order in which it is offered. @returns {Choice[]} */
  get all() {
    const choices = this.legal.filter((action) => !action.startsWith("swap ") && !action.startsWith("draw")).map((action) => this.choice(action));
    if (this.swaps.length) choices.push({ key: "Enter", text: this.swapText(), action: () => this.swap, main: true });
    if (this.legal.some((action) => action.startsWith("draw"))) choices.push({ key: "Enter", text: this.drawText(), action: () => this.draw, main: true });
    return choices;
  }

  /**
   * @param {string} action
   * @returns {Choice}
   */
  choice(action) {
    const [word] = action.split(" ");
    const key = say(`play.press.${word}`);
    const typed = OPEN.test(action);
    return { key, text: this.text(action), action: () => (typed ? this.typed(action) : action), typed };
  }

  /** @param {string} action */
  text(action) {
    const [word, rest] = action.split(" ");
    const view = this.act?.view ?? {};
    if (OPEN.test(action)) return say(`play.open.${word}`);
    if (word === "lay") return `${say("action.lay")} (${worthText(view.worth)})`;
    if (word === "take") return `${say("action.take")} (${worthText(view.common_worth)})`;
    if (word === "call") return say("action.call", { chips: chipsText(Math.min(view.to_call, view.seats[view.seat].chips)) });
    return rest ? say(`action.${word}`, { chips: chipsText(Number(rest)) }) : say(`action.${word}`);
  }

  swapText() {
    const swap = this.swap?.split(" ");
    return swap ? say("action.swap", { own: cardName(swap[1]), common: cardName(swap[2]) }) : say("play.web.swap");
  }

  drawText() {
    const cards = this.draw.split(" ").slice(1);
    return cards.length ? say("action.draw", { cards: cards.map(cardName).join(", ") }) : say("action.draw_none");
  }

  /**
   * A bet or raise of the amount that is typed; null if that is none.
   * @param {string} action
   */
  typed(action) {
    const [, word, least, most] = OPEN.exec(action) ?? [];
    const text = this.amount?.value.trim() ?? "";
    const number = Number(text);
    return /^\d+$/.test(text) && number >= Number(least) && number <= Number(most) ? `${word} ${number}` : null;
  }

  /** The field for an amount, where one has to be given; kept while the seat is asked. @returns {HTMLElement | null} */
  amountField() {
    const open = this.legal.map((action) => OPEN.exec(action)).find((found) => found);
    if (!open) return (this.amount = null);
    const [, , least, most] = open;
    const value = this.amount?.dataset.act === String(this.act?.id) ? this.amount.value : least;
    this.amount = make("input", { type: "number", inputmode: "numeric", min: least, max: most, step: 1, value, id: "amount", "data-act": this.act?.id });
    return make("label", { class: "amount" }, make("span", {}, say("play.web.amount", { least: Number(least), most: Number(most) })), " ", this.amount);
  }

  /**
   * Do a choice, if it can be done.
   * @param {Choice} choice
   * @returns {boolean}
   */
  do(choice) {
    const action = choice.action();
    if (action === null) return false;
    this.chosen(action);
    return true;
  }

  /**
   * What a key does among the choices; false if it is none of them.
   * @param {string} key
   * @returns {boolean}
   */
  key(key) {
    const hand = /** @type {string[]} */ (this.act?.view.hand ?? []);
    if (/^[1-9]$/.test(key)) return this.number(Number(key) - 1, hand);
    const choice = this.all.find((one) => one.key === key || one.key === key.toLowerCase());
    if (!choice) return false;
    return choice.typed && document.activeElement !== this.amount ? this.attended() : this.do(choice) || this.attended();
  }

  /** An amount is missing, or is none that can be bet: there it can be typed. */
  attended() {
    const open = this.legal.map((action) => OPEN.exec(action)).find((found) => found);
    const isWrong = this.amount && document.activeElement === this.amount && open && this.typed(open[0]) === null;
    if (isWrong && open) {
      this.missing = { least: Number(open[2]), most: Number(open[3]) };
      this.changed();
    }
    this.amount?.focus();
    this.amount?.select();
    return true;
  }

  /**
   * A number names a card to lay aside, or a swap: own cards in hand order, for each those in the middle.
   * @param {number} place
   * @param {string[]} hand
   */
  number(place, hand) {
    if (this.isDraw) {
      if (place >= hand.length) return false;
      this.onCard(hand[place]);
      return true;
    }
    if (!this.swaps.length) return false;
    this.cards = new Set([hand[Math.floor(place / 3)], this.act?.view.common[place % 3]]);
    this.changed();
    return true;
  }
}
