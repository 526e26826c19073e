// The list of games, a page at a time, so that ten thousand are as quick as ten.
import { make, part, theirs } from "./dom.js";
import { linkTo } from "./link.js";
import { numberText, say, signedText } from "./say.js";

/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./types.js").GameInfo} GameInfo */

const A_PAGE = 50;
const FILTERS = ["all", "fault", "aces", "drawn"];
const ORDERS = ["played", "swing", "length"];

export class GameList {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.page = 0;
    /** @type {GameInfo[]} */
    this.found = store.games;
    this.filter = /** @type {HTMLSelectElement} */ (part("filter"));
    this.bot = /** @type {HTMLSelectElement} */ (part("filter-bot"));
    this.order = /** @type {HTMLSelectElement} */ (part("order"));
    for (const select of [this.filter, this.bot, this.order]) select.addEventListener("change", () => this.search());
    part("filters").addEventListener("submit", (event) => event.preventDefault());
    part("page-back").addEventListener("click", () => this.turn(-1));
    part("page-on").addEventListener("click", () => this.turn(1));
  }

  /** Everything in the language that is chosen now; choices stay. */
  show() {
    const filters = FILTERS.filter((name) => name !== "aces" || this.store.match.game === "fajer");
    fillSelect(this.filter, filters.map((name) => [name, say(`ui.filter.${name}`)]));
    fillSelect(this.order, ORDERS.map((name) => [name, say(`ui.order.${name}`)]));
    const bots = this.store.match.bots.map((bot, number) => /** @type {[string, string]} */ ([String(number), bot.name]));
    fillSelect(this.bot, [["", say("ui.filter.any_bot")], ...bots]);
    this.search();
  }

  /** Find the games that are asked for, and show their first page. */
  search() {
    const bot = this.bot.value === "" ? null : Number(this.bot.value);
    this.found = this.store.games.filter((game) => wanted(game, this.filter.value, bot));
    if (this.order.value === "swing") this.found.sort((one, other) => other.swing.amount - one.swing.amount || one.index - other.index);
    if (this.order.value === "length") this.found.sort((one, other) => other.deals - one.deals || one.index - other.index);
    this.page = 0;
    this.showPage();
  }

  /** @param {1 | -1} by */
  turn(by) {
    this.page += by;
    this.showPage();
  }

  showPage() {
    const pages = Math.max(1, Math.ceil(this.found.length / A_PAGE));
    const rows = this.found.slice(this.page * A_PAGE, (this.page + 1) * A_PAGE).map((game) => this.row(game));
    const heads = ["ui.game", "ui.seats", "ui.deals", "ui.swing", "ui.special"];
    part("games").replaceChildren(
      make(
        "table",
        { class: "game-list" },
        make("caption", { class: "screen" }, say("ui.games")),
        make("thead", {}, make("tr", {}, ...heads.map((key) => make("th", { scope: "col", class: key === "ui.deals" || key === "ui.swing" ? "number" : null }, say(key))))),
        make("tbody", {}, ...rows),
      ),
    );
    part("found").textContent = say("ui.found", { count: this.found.length });
    part("page-number").textContent = say("ui.page_number", { page: this.page + 1, pages });
    /** @type {HTMLButtonElement} */ (part("page-back")).disabled = this.page === 0;
    /** @type {HTMLButtonElement} */ (part("page-on")).disabled = this.page >= pages - 1;
  }

  /**
   * @param {GameInfo} game
   * @returns {HTMLElement}
   */
  row(game) {
    const { bots } = this.store.match;
    const link = make("a", { href: linkTo({ game: game.index, deal: 0, step: 0, seat: null }) }, say("ui.game_number", { game: game.index }));
    const swing = make("a", { href: linkTo({ game: game.index, deal: game.swing.deal, step: 999_999, seat: null }) }, numberText(game.swing.amount));
    const seats = make("ul", { class: "row-seats" });
    game.seats.forEach((bot, seat) =>
      seats.append(make("li", { class: game.places[seat] === 1 ? "first" : null }, make("span", { class: "place" }, `${numberText(game.places[seat])}.`), " ", theirs(bots[bot].name, "name"), " ", make("span", { class: "what" }, signedText(game.payoffs[seat])))),
    );
    const special = make("td", {});
    if (game.faults.length) special.append(make("span", { class: "tag" }, say("ui.fault")));
    if (game.aces) special.append(make("span", { class: "tag aces" }, say("ui.filter.aces")));
    if (game.drawn) special.append(make("span", { class: "tag note" }, say("ui.filter.drawn")));
    return make("tr", {}, make("th", { scope: "row" }, link), make("td", {}, seats), make("td", { class: "number" }, numberText(game.deals)), make("td", { class: "number" }, game.swing.amount ? swing : "–"), special);
  }
}

/**
 * @param {GameInfo} game
 * @param {string} filter
 * @param {number | null} bot
 */
function wanted(game, filter, bot) {
  if (bot !== null && !game.seats.includes(bot)) return false;
  if (filter === "fault") return game.faults.length > 0;
  if (filter === "aces") return game.aces > 0;
  return filter === "drawn" ? game.drawn : true;
}

/**
 * Fill a select with values and texts; what was chosen stays.
 * @param {HTMLSelectElement} select
 * @param {[value: string, text: string][] | string[][]} choices
 */
export function fillSelect(select, choices) {
  const chosen = select.value;
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value }, text)));
  if (choices.some(([value]) => value === chosen)) select.value = chosen;
}
