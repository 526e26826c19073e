// Beside the table of a person's seat: what happened, a hint, the rules that apply, how the game ended.
import { make, plain, theirs } from "./dom.js";
import { numberText, say, sayWith, signedText, spokenLanguage } from "./say.js";
import { cardWord, cardWords, chipsText, eventWords } from "./telling.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

const MOST_TOLD = 300;

/**
 * What happened, the newest last and marked.
 * @param {HTMLElement} list
 * @param {Sitting} sitting
 */
export function showTold(list, { events, fresh, later, mood, table }) {
  if (!table) return;
  const told = mood === "looks" ? events.slice(0, events.length - later.length) : events;
  const isTold = (/** @type {import("./types.js").WireEvent} */ event) => event[0] !== "ante";
  const shown = told.filter(isTold).slice(-MOST_TOLD);
  const old = shown.length - fresh.filter(isTold).length;
  list.replaceChildren(...shown.map((event, place) => make("li", { class: place < old ? null : "fresh" }, eventWords(event, table.names, table.game))));
  list.scrollTop = list.scrollHeight;
}

/**
 * What a bot would do, and why.
 * @param {Sitting} sitting
 * @param {boolean} waiting whether it was asked and has not answered yet
 * @param {(action: string) => string} text what an action that is offered is called
 */
export function hintPart({ hint, act, table }, waiting, text) {
  if (waiting) return make("section", { class: "hint", role: "status" }, make("p", {}, say("play.thinking", { name: plain(table?.hint ?? "") })));
  if (!hint || !act) return null;
  const name = theirs(hint.bot, "name");
  const head = hint.action ? sayWith("play.hint", { name, action: hint.known ? spelled(hint.action, act.legal, text) : theirs(hint.action) }) : sayWith("play.no_hint", { name });
  return make("section", { class: "hint", role: "status" }, make("p", {}, head), hint.reasons ? make("blockquote", {}, withCards(hint.reasons, table?.game ?? "fajer")) : null);
}

/**
 * A bot's note, the cards in it as they are shown here.
 * @param {string} note
 * @param {"fajer" | "poker"} game
 * @returns {HTMLElement}
 */
function withCards(note, game) {
  const parts = plain(note).split(game === "fajer" ? /\b([789XUOKA][pzmt])\b/ : /\b([2-9TJQKA][cdhs])\b/);
  return make("bdi", { class: "said" }, ...parts.map((text, place) => (place % 2 ? cardWord(text) : text)));
}

/**
 * An action as it is said in a hint.
 * @param {string} action
 * @param {string[]} legal
 * @param {(action: string) => string} text
 * @returns {Node}
 */
function spelled(action, legal, text) {
  const [word, ...rest] = action.split(" ");
  if (legal.includes(action) && word !== "swap" && word !== "draw") return document.createTextNode(text(action));
  if (word === "swap" && legal.includes(action)) return sayWith("action.swap", { own: cardWord(rest[0]), common: cardWord(rest[1]) });
  if (word === "draw" && legal.includes("draw *")) return rest.length ? sayWith("action.draw", { cards: cardWords(rest) }) : sayWith("action.draw_none", {});
  if (["bet", "raise"].includes(word) && /^\d+$/.test(rest[0] ?? "")) return sayWith(`action.${word}`, { chips: chipsText(Number(rest[0])) });
  return theirs(action);
}

/**
 * How the game ended, and how to look at it again.
 * @param {Sitting} sitting
 */
export function resultPart({ over, table }) {
  if (!over || !table) return null;
  const order = table.names.map((_, seat) => seat).sort((one, other) => over.places[one] - over.places[other] || one - other);
  const rows = order.map((seat) => make("li", {}, sayWith("end.place", { place: numberText(over.places[seat]), name: theirs(table.names[seat], "name"), payoff: signedText(over.payoffs[seat]) })));
  const fault = over.fault ? make("p", {}, say(over.fault === "timeout" ? "play.too_late" : "play.left")) : null;
  const command = make("code", {}, `fajer view ${plain(over.file)}`);
  const own = over.places[table.seat];
  const won = own === 1 && over.places.filter((place) => place === 1).length === 1;
  const mine = make("p", { class: "large" }, won ? say("end.you_won") : say("end.you_place", { place: own }));
  return make("section", {}, make("h4", {}, say(over.drawn ? "end.drawn" : "end.over")), mine, fault, make("ul", { class: "places" }, ...rows), make("p", {}, sayWith("play.web.kept", { command })));
}

/**
 * The rules that apply at this turn.
 * @param {HTMLElement} list
 * @param {Sitting} sitting
 */
export function showRules(list, { applying, table }) {
  const text = (/** @type {string} */ number) => (spokenLanguage() === "en" ? (table?.rules[number] ?? "") : say(`rule.${number}`));
  list.replaceChildren(...applying.map((number) => make("li", {}, make("b", {}, number), " ", text(number).replaceAll("`", ""))));
}
