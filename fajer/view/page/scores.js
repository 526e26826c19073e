// The match at a glance: its setting, and the score table.
import { make, theirs } from "./dom.js";
import { numberText, say, signedText, timeText } from "./say.js";

/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./types.js").Standing} Standing */

/**
 * What was played.
 * @param {HTMLElement} list
 * @param {Store} store
 */
export function showSetting(list, { match, games, complete }) {
  const pairs = [
    [say("ui.game"), say(`game.${match.game}`)],
    [say("ui.preset"), match.preset],
    [say("ui.games"), numberText(games.length) + (complete ? "" : ` (${say("ui.incomplete")})`)],
    [say("ui.seed"), match.seed],
  ];
  list.replaceChildren(...pairs.map(([head, text]) => make("div", {}, make("dt", {}, head), make("dd", {}, theirs(text)))));
}

/**
 * The score table, the best first.
 * @param {HTMLElement} element
 * @param {Store} store
 */
export function showScores(element, { standings }) {
  const heads = ["score.bot", "score.games", "score.payoff", "score.won", "score.places", "score.faults", "score.median", "score.longest"];
  const order = [...standings.bots].sort((one, other) => (other.mean ?? -Infinity) - (one.mean ?? -Infinity));
  element.replaceChildren(
    make(
      "table",
      { class: "scores" },
      make("caption", {}, say("ui.scores_caption", { unit: say(`unit.${standings.unit}`) })),
      make("thead", {}, make("tr", {}, ...heads.map((key) => make("th", { scope: "col", class: key === "score.bot" ? "bot" : "number" }, say(key))))),
      make("tbody", {}, ...order.map(scoreRow)),
    ),
  );
}

/** @param {Standing} bot */
function scoreRow(bot) {
  const faults = Object.values(bot.faults).reduce((sum, count) => sum + count, 0);
  const payoff = bot.mean === null ? "–" : signedText(bot.mean) + (bot.interval === null ? "" : ` ± ${numberText(bot.interval)}`);
  const time = (/** @type {number | null} */ us) => (us === null ? "–" : timeText(us));
  const places = Object.keys(bot.places).sort((one, other) => Number(one) - Number(other)).map((place) => numberText(bot.places[place])).join(" / ");
  const cells = [numberText(bot.games), payoff, `${numberText(100 * bot.wins, 1)} %`, places, numberText(faults), time(bot.thinking.p50_us), time(bot.thinking.longest_us)];
  return make("tr", {}, make("th", { scope: "row", class: "bot" }, theirs(bot.name, "name")), ...cells.map((cell) => make("td", { class: "number" }, cell)));
}
