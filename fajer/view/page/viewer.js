// Where in the match we are, and how to get elsewhere; it draws nothing.
import { courseOf } from "./course.js";
import { courseSeen, gameSeen, stepSeen } from "./secrets.js";

/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Course} Course */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./link.js").Moment} Moment */
/** @typedef {"fault" | "aces" | "out" | "swing"} Stop what one can jump to */

/**
 * What one can jump to in a game.
 * @param {"fajer" | "poker"} game
 * @returns {Stop[]}
 */
export function stopsOf(game) {
  return game === "poker" ? ["fault", "out", "swing"] : ["fault", "aces", "out", "swing"];
}

export class Viewer {
  /**
   * @param {Store} store
   * @param {() => void} shown called when there is something new to show
   */
  constructor(store, shown) {
    this.store = store;
    this.shown = shown;
    /** @type {RecordedGame | null} */
    this.game = null;
    /** @type {Course} */
    this.course = { steps: [], first: [] };
    /** The place in the game's steps. */
    this.at = 0;
    /** @type {number | null} Whose eyes we see with; null: everything. */
    this.seat = null;
    /** Counts what was asked for: an answer that comes late is dropped. */
    this.asked = 0;
  }

  /** The present step, as far as it may be seen. @returns {Step} */
  get step() {
    return this.seen(this.course.steps[this.at]);
  }

  /** The names by seat. @returns {string[]} */
  get names() {
    return (this.game?.seats ?? []).map((bot) => this.store.match.bots[bot].name);
  }

  /** The present moment. @returns {Moment} */
  get moment() {
    const { deal, step } = this.course.steps[this.at];
    return { game: this.game?.index ?? 0, deal, step, seat: this.seat };
  }

  /** The game as far as it may be seen: in a seat's view up to now. @returns {Course} */
  get known() {
    return this.seat === null ? this.course : courseSeen(this.course, this.seat, this.at);
  }

  /** What the record has of the game beside its steps, as far as it may be seen. @returns {RecordedGame} */
  get about() {
    const game = /** @type {RecordedGame} */ (this.game);
    return this.seat === null ? game : gameSeen(game, this.seat);
  }

  /** Whether this is the game's last step. */
  get ended() {
    return this.at === this.course.steps.length - 1;
  }

  /**
   * @param {Step} step
   * @returns {Step}
   */
  seen(step) {
    return this.seat === null ? step : stepSeen(step, this.seat);
  }

  /**
   * Take a game in hand; false where something else was asked for meanwhile.
   * @param {number} index
   */
  async load(index) {
    const mine = ++this.asked;
    const last = this.store.games.length - 1;
    const wanted = Math.max(0, Math.min(index, last));
    if (this.game?.index !== wanted) {
      const game = await this.store.game(wanted);
      const course = courseOf(this.store.match, game);
      if (mine !== this.asked) return false;
      this.game = game;
      this.course = course;
      this.at = 0;
    }
    return true;
  }

  /**
   * Go to a moment, or as near to it as there is.
   * @param {Moment} moment
   */
  async go({ game, deal, step, seat }) {
    if (!(await this.load(game))) return;
    this.seat = seat !== null && seat < this.names.length ? seat : null;
    const { steps, first } = this.course;
    const here = Math.min(deal, first.length - 1);
    const end = (first[here + 1] ?? steps.length) - 1;
    this.at = Math.min(first[here] + step, end);
    this.shown();
  }

  /** @param {number} at */
  goTo(at) {
    this.asked += 1;
    this.at = Math.max(0, Math.min(at, this.course.steps.length - 1));
    this.shown();
  }

  /**
   * Some actions on or back, from one game into the next.
   * @param {1 | -1} by
   */
  async action(by) {
    const at = this.at + by;
    if (at >= 0 && at < this.course.steps.length) this.goTo(at);
    else await this.gameBy(by, by < 0);
  }

  /**
   * The next deal, or the beginning of this one, or the one before.
   * @param {1 | -1} by
   */
  async deal(by) {
    const { first, steps } = this.course;
    const { deal } = steps[this.at];
    if (by < 0 && this.at > first[deal]) return this.goTo(first[deal]);
    if (deal + by in first) return this.goTo(first[deal + by]);
    await this.gameBy(by, false);
  }

  /**
   * Another game.
   * @param {1 | -1} by
   * @param {boolean} atEnd whether at its last step
   */
  async gameBy(by, atEnd) {
    const index = (this.game?.index ?? 0) + by;
    if (!this.store.games[index] || !(await this.load(index))) return;
    if (this.seat !== null && this.seat >= this.names.length) this.seat = null;
    this.at = atEnd ? this.course.steps.length - 1 : 0;
    this.shown();
  }

  /** Whether there is something after the present step. */
  get more() {
    return !this.ended || (this.game?.index ?? 0) < this.store.games.length - 1;
  }

  /** @param {number | null} seat */
  look(seat) {
    this.seat = seat;
    this.shown();
  }

  /**
   * The places in the game in hand at which there is something to stop for.
   * @param {Stop} stop
   * @returns {number[]}
   */
  stops(stop) {
    const { steps, first } = this.course;
    if (stop === "swing") {
      const { swing } = this.store.games[this.game?.index ?? 0];
      return swing.amount ? [(first[swing.deal + 1] ?? steps.length) - 1] : [];
    }
    return steps.flatMap((step, at) => (isStop(this.seen(step), stop) ? [at] : []));
  }

  /**
   * Jump to the next or the one before, in this game or in another; false where there is none.
   * @param {Stop} stop
   * @param {1 | -1} by
   * @returns {Promise<boolean>}
   */
  async jump(stop, by) {
    const here = this.stops(stop).filter((at) => (by > 0 ? at > this.at : at < this.at));
    if (here.length) {
      this.goTo(by > 0 ? here[0] : here[here.length - 1]);
      return true;
    }
    const games = this.store.games;
    const [from, asked] = [this.game?.index ?? 0, this.at];
    for (let index = from + by; games[index]; index += by) {
      if (!mayHave(games[index], stop)) continue;
      if (!(await this.load(index))) return true;
      const there = this.stops(stop);
      if (!there.length) continue;
      this.goTo(by > 0 ? there[0] : there[there.length - 1]);
      return true;
    }
    if (this.game?.index !== from && (await this.load(from))) this.goTo(asked);
    return false;
  }
}

/**
 * @param {Step} step
 * @param {Stop} stop
 */
function isStop(step, stop) {
  if (stop === "fault") return step.faults.length > 0;
  return step.events.some((event) => event[0] === stop);
}

/**
 * @param {GameInfo} game
 * @param {Stop} stop
 */
function mayHave(game, stop) {
  if (stop === "fault") return game.faults.length > 0;
  return stop === "swing" ? game.swing.amount > 0 : game[stop] > 0;
}
