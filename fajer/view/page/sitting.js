// What a seat has been told of the game that it plays: it draws nothing.
import { followed, fromView } from "./live.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").WireEvent} WireEvent */
/** @typedef {{type: "table", game: "fajer" | "poker", names: string[], seat: number, index: number, games: number, hint: string | null, timed: boolean, rules: Record<string, string>}} TableSet */
/** @typedef {{type: "act", id: number, view: Record<string, any>, events: WireEvent[], legal: string[], left_ms: number}} Act */
/** @typedef {{type: "hint", bot: string, action: string, known: boolean, reasons: string}} Advice */
/** @typedef {{type: "over", places: number[], payoffs: number[], drawn: boolean, fault: string | null, file: string, last: boolean}} Over */

/** Where the game stands for the seat: others play, a deal has ended, it is asked, the game is over. */
/** @typedef {"waits" | "looks" | "asked" | "over"} Mood */

export class Sitting {
  constructor() {
    /** @type {TableSet | null} */
    this.table = null;
    /** @type {Rules} */
    this.rules = {};
    /** @type {Position | null} */
    this.position = null;
    /** @type {WireEvent[]} all that happened */
    this.events = [];
    /** @type {WireEvent[]} what happened since the seat was last asked, or since the deal that it looks at ended */
    this.fresh = [];
    /** @type {Act | null} */
    this.act = null;
    /** @type {string[]} */
    this.applying = [];
    /** @type {Advice | null} */
    this.hint = null;
    /** @type {string | null} what was tried and cannot be done */
    this.refused = null;
    /** @type {Over | null} */
    this.over = null;
    /** @type {Mood} */
    this.mood = "waits";
    /** @type {WireEvent[]} what came after the deal that it looks at */
    this.later = [];
    /** When it was last told how long it has to decide. */
    this.askedAt = 0;
    /** How many milliseconds it had then. */
    this.leftMs = 0;
  }

  /**
   * Take what the server says.
   * @param {any} message
   */
  take(message) {
    switch (message.type) {
      case "table":
        Object.assign(this, new Sitting(), { table: message });
        break;
      case "start":
        this.rules = message.rules;
        break;
      case "act":
        this.asked(message);
        break;
      case "rules":
        this.applying = message.numbers;
        break;
      case "hint":
        this.hint = message;
        break;
      case "clock":
        this.timed(message.left_ms);
        break;
      case "acted":
        if (this.act?.id === message.id) this.acted();
        break;
      case "refused":
        this.refused = message.action;
        this.mood = "asked";
        break;
      case "end":
        this.ended(message.events);
        break;
      case "over":
        this.over = message;
        this.mood = "over";
        break;
    }
  }

  /** @param {Act} act */
  asked(act) {
    const place = act.events.findLastIndex((event) => event[0] === "deal");
    const before = place > 0 ? act.events.slice(0, place) : [];
    this.events.push(...act.events);
    this.act = act;
    this.hint = this.refused = null;
    this.timed(act.left_ms);
    if (this.position && before.length && !this.table?.timed) {
      this.position = followed(this.position, before, this.rules);
      this.fresh = before;
      this.later = act.events.slice(place);
      this.mood = "looks";
    } else this.turn(act.events.slice(Math.max(place, 0)));
  }

  /** @param {number} leftMs what is left to decide */
  timed(leftMs) {
    this.leftMs = leftMs;
    this.askedAt = performance.now();
  }

  /** The seat has looked at how the deal ended. */
  goOn() {
    if (this.mood === "looks") this.turn(this.later);
  }

  /** @param {WireEvent[]} fresh */
  turn(fresh) {
    if (!this.table || !this.act) return;
    this.fresh = fresh;
    this.position = fromView(this.table.game, this.act.view, this.rules, this.forfeited);
    this.mood = "asked";
  }

  /** The seat has acted. */
  acted() {
    this.goOn();
    this.mood = "waits";
    this.hint = this.refused = null;
    if (this.position) this.position = { ...this.position, turn: -1 };
  }

  /** @param {WireEvent[]} events */
  ended(events) {
    this.events.push(...events);
    this.fresh = events;
    if (this.position) this.position = followed(this.position, events, this.rules);
    this.mood = "waits";
  }

  /** The seats that forfeited the game. */
  get forfeited() {
    return this.events.filter((event) => event[0] === "forfeit").map((event) => event[1]);
  }
}
