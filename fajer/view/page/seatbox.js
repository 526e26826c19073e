// One seat at the table: its cards, its name, what it has in front of it, what it just did.
import { cardBack, cardFace } from "./cards.js";
import { make, theirs } from "./dom.js";
import { numberText, say, worthText } from "./say.js";
import { bubbleWords, cardIndex, cardName, chipsText, kindText } from "./telling.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").FajerSeat} FajerSeat */
/** @typedef {import("./types.js").PokerSeat} PokerSeat */
/** @typedef {import("./types.js").WireEvent} WireEvent */
/** @typedef {import("./table.js").TableOptions} TableOptions */

/**
 * A card as an element: a button where it can be chosen, else a picture.
 * @param {string | null} card
 * @param {TableOptions} options
 * @param {boolean} [moved] whether it has just come here
 * @returns {HTMLElement}
 */
export function cardElement(card, options, moved = false) {
  if (!card) return make("span", { class: "card back", role: "img", "aria-label": say("card.hidden") }, cardBack());
  const face = cardFace(card, cardIndex(card));
  const kind = `card${moved ? " moved" : ""}`;
  const choices = options.choices;
  if (!choices?.cards.has(card)) return make("span", { class: kind, role: "img", "aria-label": cardName(card), "data-card": card }, face);
  const chosen = choices.chosen.has(card);
  const name = make("span", { class: "screen" }, cardName(card));
  const element = make("button", { type: "button", class: `${kind} choice`, "aria-pressed": chosen, "data-card": card }, face, name);
  element.addEventListener("click", () => choices.onCard(card));
  return element;
}

/**
 * The cards that the events of a step brought to a place: a seat's, or the middle's (-1).
 * @param {WireEvent[]} events
 * @param {number} seat
 * @param {(string | null)[]} hand
 * @returns {Set<string>}
 */
export function movedTo(events, seat, hand) {
  const moved = new Set();
  for (const [kind, who, second, third] of events) {
    if (kind === "swap") moved.add(who === seat ? third : seat < 0 ? second : "");
    if (kind === "take") for (const card of who === seat ? third : seat < 0 ? second : []) moved.add(card);
    if (kind === "put" && seat < 0) for (const card of second) moved.add(card);
    if (kind === "common" && seat < 0) for (const card of who) moved.add(card);
    if (kind === "draw" && who === seat && second) for (const card of hand.slice(-second)) moved.add(card);
  }
  return moved;
}

/**
 * A seat.
 * @param {Position} position
 * @param {number} number
 * @param {TableOptions} options
 * @returns {HTMLLIElement}
 */
export function seatBox(position, number, options) {
  const seat = position.seats[number];
  const events = options.events ?? [];
  const moved = movedTo(events, number, seat.cards);
  const hand = make("div", { class: "hand" }, ...seat.cards.map((card) => cardElement(card, options, card !== null && moved.has(card))));
  const value = "worth" in seat ? fajerValue(seat) : pokerValue(seat);
  if (value) hand.append(make("span", { class: "value" }, value));
  const bubble = said(events, number);
  const kinds = ["seat"];
  if (position.turn === number) kinds.push("turn");
  if (!seat.in) kinds.push("gone");
  if ("folded" in seat && seat.folded) kinds.push("folded");
  if (options.seatView === number) kinds.push("own");
  return make(
    "li",
    { class: kinds.join(" "), "data-seat": number },
    bubble,
    seat.cards.length ? hand : make("div", { class: "hand none" }),
    plate(position, number, options),
  );
}

/**
 * The name, marks and purse of a seat.
 * @param {Position} position
 * @param {number} number
 * @param {TableOptions} options
 * @returns {HTMLElement}
 */
function plate(position, number, options) {
  const seat = position.seats[number];
  const purse = "stakes" in seat ? stakesRow(seat, options.rules) : make("span", { class: "purse" }, chip(), chipsText(seat.chips));
  const details = "bet" in seat ? pokerDetails(seat) : [];
  const made = make(
    "div",
    { class: "plate" },
    make("div", { class: "who" }, ...marks(position, number), theirs(options.names[number], "name")),
    make("div", { class: "has" }, purse, ...details, ...states(position, number).map((state) => make("span", { class: `state ${state}` }, say(`state.${state}`)))),
  );
  if (position.turn === number) made.append(make("span", { class: "screen" }, say("ui.turn")));
  return made;
}

/**
 * What a poker player has bet and drawn.
 * @param {PokerSeat} seat
 * @returns {HTMLElement[]}
 */
function pokerDetails(seat) {
  const made = [];
  if (seat.bet) made.push(make("span", { class: "bet" }, say("ui.bet"), " ", make("b", {}, numberText(seat.bet))));
  if (seat.drew.length) made.push(make("span", { class: "drew" }, say("ui.drew"), " ", make("b", {}, seat.drew.map((count) => numberText(count)).join(", "))));
  return made;
}

/**
 * @param {Position} position
 * @param {number} number
 * @returns {HTMLElement[]}
 */
function marks(position, number) {
  const made = [];
  const mark = (/** @type {string} */ key) => make("span", { class: `mark ${key}`, role: "img", "aria-label": say(`mark.${key}`), title: say(`mark.${key}`) }, say(`mark.letter.${key}`));
  if (position.dealer === number) made.push(mark("dealer"));
  if (position.game === "fajer" && position.opener === number && position.opener !== position.dealer) made.push(mark("opener"));
  return made;
}

/**
 * What there is to say about a seat, as keys.
 * @param {Position} position
 * @param {number} number
 * @returns {string[]}
 */
function states(position, number) {
  const seat = position.seats[number];
  const made = [];
  if (!seat.in) made.push("out");
  if (seat.forfeited) made.push("forfeited");
  if (!seat.in) return made;
  if ("saidGo" in seat) {
    if (seat.laid) made.push("laid");
    else if (seat.shown) made.push("shown");
    else if (seat.saidGo) made.push("said_go");
  } else {
    if (seat.folded) made.push("folded");
    else if (seat.allIn) made.push("all_in");
    if (seat.shown && !seat.folded) made.push("shown");
  }
  return made;
}

/** @param {FajerSeat} seat */
function fajerValue(seat) {
  return seat.worth === null ? null : worthText(seat.worth);
}

/** @param {PokerSeat} seat */
function pokerValue(seat) {
  return seat.kind && seat.kind.strength.length ? kindText(seat.kind.strength[0]) : null;
}

/**
 * Stakes as coins: those left full, those paid hollow; losses as a number.
 * @param {FajerSeat} seat
 * @param {import("./types.js").Rules} rules
 * @returns {HTMLElement}
 */
function stakesRow(seat, rules) {
  const whole = Number(rules.stakes ?? 3);
  if (!whole) return make("span", { class: "purse" }, say("count.losses", { count: seat.losses }));
  const label = say("count.stakes", { count: seat.stakes });
  if (whole > 5) return make("span", { class: "purse", "aria-label": label, role: "img" }, coin(true), `× ${numberText(seat.stakes)}`);
  const row = make("span", { class: "purse", role: "img", "aria-label": label, title: label });
  for (let number = 0; number < whole; number += 1) row.append(coin(number < seat.stakes));
  return row;
}

/**
 * @param {boolean} full
 * @returns {HTMLElement}
 */
export function coin(full) {
  return make("span", { class: full ? "coin" : "coin spent" });
}

/** @returns {HTMLElement} */
export function chip() {
  return make("span", { class: "chip", "aria-hidden": "true" });
}

/**
 * What a seat just said or did, or paid, or won.
 * @param {WireEvent[]} events
 * @param {number} number
 * @returns {HTMLElement | null}
 */
function said(events, number) {
  /** @type {HTMLElement | null} */
  let made = null;
  for (const event of events) {
    const [kind, who, amount] = event;
    if (kind === "pay" && who.includes(number)) made = make("div", { class: "bubble loses" }, "−1 ", coin(true));
    else if (kind === "win" && who === number) made = make("div", { class: "bubble wins" }, `+${numberText(amount)} `, chip());
    else if (kind === "forfeit" && who === number) made = make("div", { class: "bubble loses" }, say("state.forfeited"));
    else if (kind === "out" && who.includes(number)) made = make("div", { class: "bubble loses" }, say("state.out"));
    else if (who === number && kind !== "deal" && kind !== "carried") {
      const words = bubbleWords(event);
      if (words) made = make("div", { class: kind === "aces" ? "bubble wins" : "bubble" }, words);
    }
  }
  made?.setAttribute("aria-hidden", "true");
  return made;
}
