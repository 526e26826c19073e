// What happened, in words: a sentence for each event, and what a player says at the table.
import { draw, make, theirs } from "./dom.js";
import { say, sayWith, several, worthText } from "./say.js";
import { KINDS } from "./strength.js";
import { FOUR_COLOURS, sign } from "./suits.js";

/** @typedef {import("./types.js").WireEvent} WireEvent */
/** @typedef {import("./types.js").Step} Step */

const ROMANS = /** @type {Record<string, string>} */ ({ 7: "VII", 8: "VIII", 9: "IX", X: "X" });

/** @param {string} card */
function isHungarian(card) {
  return card[1] in FOUR_COLOURS;
}

/**
 * A card's name, as `ace of leaves`.
 * @param {string} card
 * @returns {string}
 */
export function cardName(card) {
  return say("card.of", { rank: say(`card.rank.${card[0]}`), suit: say(`card.suit.${card[1]}`) });
}

/**
 * What stands in a card's corner.
 * @param {string} card
 * @returns {string}
 */
export function cardIndex(card) {
  const [rank] = card;
  if (rank in ROMANS && isHungarian(card)) return ROMANS[rank];
  if (rank === "A" && isHungarian(card)) return say("card.corner.hungarian_ace");
  return "23456789".includes(rank) ? rank : say(`card.corner.${rank}`);
}

/**
 * A card among words: its suit's sign and its rank; its whole name for who does not see it.
 * @param {string} card
 * @returns {HTMLElement}
 */
export function cardWord(card) {
  const name = cardName(card);
  const picture = draw("svg", { viewBox: "-11 -11 22 22", "aria-hidden": "true", focusable: "false" }, sign(card[1], 0, 0, 20));
  const rank = isHungarian(card) && !(card[0] in ROMANS) ? say(`card.rank.${card[0]}`) : cardIndex(card);
  return make("span", { class: "word-card", role: "img", "aria-label": name, title: name }, picture, rank);
}

/**
 * @param {string[]} cards
 * @returns {HTMLElement}
 */
export function cardWords(cards) {
  const row = make("span", { class: "word-cards" });
  cards.forEach((card, place) => row.append(place ? " " : "", cardWord(card)));
  return row;
}

/**
 * @param {number} count
 * @returns {string}
 */
export function chipsText(count) {
  return say("count.chips", { count });
}

/**
 * A sentence for an event.
 * @param {WireEvent} event
 * @param {string[]} names by seat
 * @param {"fajer" | "poker"} game
 * @returns {DocumentFragment}
 */
export function eventWords(event, names, game) {
  const [kind, first, second, third] = event;
  const all = (/** @type {number[]} */ seats) => several(seats.map((seat) => theirs(names[seat], "name")));
  switch (kind) {
    case "deal":
      return sayWith(game === "poker" ? "event.hand" : "event.deal", { deal: first, name: theirs(names[second], "name") });
    case "common":
      return sayWith("event.common", { cards: cardWords(first) });
    case "void":
      return sayWith("event.void", {});
    case "reshuffle":
      return sayWith("event.reshuffle", {});
    case "carried":
      return sayWith("event.carried", { chips: chipsText(first) });
    case "pay":
    case "out":
      return counted(`event.${kind}`, first.length, { names: all(first) });
    default:
      return doneBy(kind, theirs(names[first], "name"), second, third);
  }
}

/**
 * @param {string} key
 * @param {number} count
 * @param {Record<string, import("./say.js").Value>} values
 */
function counted(key, count, values) {
  return sayWith(key, { ...values, count });
}

/**
 * What one player did.
 * @param {string} kind
 * @param {Node} name
 * @param {any} second
 * @param {any} third
 * @returns {DocumentFragment}
 */
function doneBy(kind, name, second, third) {
  switch (kind) {
    case "swap":
      return sayWith("event.swap", { name, own: cardWord(second), common: cardWord(third) });
    case "take":
      return sayWith("event.take", { name, given: cardWords(second), taken: cardWords(third) });
    case "lay":
      return sayWith("event.lay", { name, cards: cardWords(second), worth: worthText(third) });
    case "put":
    case "aces":
      return sayWith(`event.${kind}`, { name, cards: cardWords(second) });
    case "fold":
      return second ? sayWith("event.fold", { name, cards: cardWords(second) }) : sayWith("event.fold_hidden", { name });
    case "draw":
      return second ? counted("event.draw", second, { name }) : sayWith("event.draw_none", { name });
    case "show":
      return sayWith("event.show", { name, cards: cardWords(second), kind: kindText(third) });
    case "ante":
    case "bet":
    case "call":
    case "raise":
    case "win":
      return sayWith(`event.${kind}`, { name, chips: chipsText(second) });
    default:
      return sayWith(`event.${kind}`, { name });
  }
}

/**
 * A poker hand's kind, from the English words of the wire or its number.
 * @param {string | number} kind
 * @returns {string}
 */
export function kindText(kind) {
  const number = typeof kind === "number" ? kind : KINDS.indexOf(kind);
  return number < 0 ? String(kind) : say(`poker.kind.${number}`);
}

/**
 * What a player says or does at the table, short enough for a bubble; null for what is no player's.
 * @param {WireEvent} event
 * @returns {Node | null}
 */
export function bubbleWords(event) {
  const [kind, , second, third] = event;
  switch (kind) {
    case "swap":
      return make("span", {}, cardWord(second), " → ", cardWord(third));
    case "keep":
    case "put":
    case "take":
    case "go":
    case "lay":
    case "pass":
    case "fold":
      return document.createTextNode(say(`action.${kind}`));
    case "bet":
    case "call":
    case "raise":
      return document.createTextNode(say(`action.${kind}`, { chips: chipsText(second) }));
    case "draw":
      return document.createTextNode(second ? say("ui.bubble_draw", { count: second }) : say("action.draw_none"));
    case "aces":
      return document.createTextNode(say("ui.bubble_aces"));
    default:
      return null;
  }
}

/**
 * All that happened in a step.
 * @param {Step} step
 * @param {string[]} names
 * @returns {DocumentFragment[]} a sentence each
 */
export function stepWords(step, names) {
  return step.events.filter((event) => event[0] !== "ante").map((event) => eventWords(event, names, step.position.game));
}
