// Beside the table: what happened in this deal, and all there is to say about the present step.
import { make, plain, theirs, theirsAtLength } from "./dom.js";
import { numberText, say, sayWith, signedText, timeText, worthText } from "./say.js";
import { allowedUs } from "./time.js";
import { kindText, stepWords } from "./telling.js";

/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./viewer.js").Viewer} Viewer */

/**
 * The steps of the present deal as far as they may be seen, each one to be clicked.
 * @param {HTMLElement} list
 * @param {Viewer} viewer
 */
export function showSteps(list, viewer) {
  const { known, names, moment } = viewer;
  const first = known.first[moment.deal];
  const steps = known.steps.slice(first, known.first[moment.deal + 1]);
  list.replaceChildren(...steps.map((step, place) => stepEntry(step, names, first + place === viewer.at, () => viewer.goTo(first + place))));
  const now = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2;
}

/**
 * @param {Step} step
 * @param {string[]} names
 * @param {boolean} present
 * @param {() => void} go
 * @returns {HTMLElement}
 */
function stepEntry(step, names, present, go) {
  const words = stepWords(step, names);
  const entry = make("button", { type: "button", class: "entry", "aria-current": present ? "step" : null });
  if (!words.length) entry.append(say("ui.nothing_seen"));
  words.forEach((sentence, place) => entry.append(place ? " " : "", sentence));
  if (step.faults.length) entry.append(make("span", { class: "tag" }, say("ui.fault")));
  if (step.note !== null) entry.append(make("span", { class: "tag note" }, say("ui.note")));
  entry.addEventListener("click", go);
  return make("li", {}, entry);
}

/**
 * What there is to say about the present step: hand, time, note, faults, error output.
 * @param {HTMLElement} element
 * @param {Viewer} viewer
 */
export function showAbout(element, viewer) {
  const { step, names, store, about } = viewer;
  const parts = [handPart(step), timePart(step, store.match, about), notePart(step), ...faultParts(step, names), ...errorParts(about, names)];
  if (viewer.ended) parts.unshift(endPart(about, names));
  element.replaceChildren(...parts.filter((part) => part !== null));
}

/**
 * @param {string} head
 * @param {...(Node | string | null)} body
 * @returns {HTMLElement}
 */
function aboutPart(head, ...body) {
  return make("section", {}, make("h4", {}, head), ...body);
}

/**
 * What the hand of who acted is now.
 * @param {Step} step
 */
function handPart(step) {
  if (step.seat === null) return null;
  const seat = step.position.seats[step.seat];
  if ("worth" in seat) return seat.worth === null ? null : aboutPart(say("ui.worth"), make("p", { class: "large" }, worthText(seat.worth)));
  return seat.kind?.strength.length ? aboutPart(say("ui.hand"), make("p", { class: "large" }, kindText(seat.kind.strength[0]))) : null;
}

/**
 * @param {Step} step
 * @param {Match} match
 * @param {RecordedGame} game
 */
function timePart(step, match, game) {
  if (step.action === null || step.timeUs === undefined) return null;
  if (step.timeUs === null) return aboutPart(say("ui.time"), make("p", {}, say("ui.referee_played")));
  const limit = allowedUs(match, game, step.deal, step.action);
  if (limit === null) return aboutPart(say("ui.time"), make("p", {}, timeText(step.timeUs)));
  const text = say("ui.time_limit", { time: timeText(step.timeUs), limit: timeText(limit) });
  const meter = make("meter", { min: 0, max: limit, high: limit * 0.8, value: Math.min(step.timeUs, limit), "aria-label": `${say("ui.time")}: ${text}` });
  return aboutPart(say("ui.time"), meter, make("p", { class: "what" }, text));
}

/** @param {Step} step */
function notePart(step) {
  return step.note === null ? null : aboutPart(say("ui.note"), make("blockquote", {}, theirsAtLength(step.note, say("ui.whole"))));
}

/**
 * @param {Step} step
 * @param {string[]} names
 */
function faultParts(step, names) {
  return step.faults.map(({ seat, kind, detail }) => {
    const who = seat === null ? make("span", {}, say("fault.internal")) : make("span", {}, sayWith(`fault.${kind}`, { name: theirs(names[seat], "name") }));
    const made = aboutPart(say("ui.fault"), make("p", {}, who), make("p", { class: "detail" }, theirsAtLength(detail, say("ui.whole"))));
    made.classList.add("fault");
    return made;
  });
}

/**
 * Error output that was kept.
 * @param {RecordedGame} game
 * @param {string[]} names
 */
function errorParts(game, names) {
  return game.stderr.flatMap((text, seat) => {
    if (!text) return [];
    const lines = text.split("\n").map(plain).join("\n");
    return [
      make(
        "details",
        { class: "stderr" },
        make("summary", {}, say("ui.stderr"), " · ", theirs(names[seat], "name")),
        make("pre", { tabindex: 0, role: "region", "aria-label": say("ui.stderr") }, make("bdi", {}, lines)),
      ),
    ];
  });
}

/**
 * How the game ended.
 * @param {RecordedGame} game
 * @param {string[]} names
 */
function endPart(game, names) {
  const order = names.map((_, seat) => seat).sort((one, other) => game.places[one] - game.places[other] || one - other);
  const rows = order.map((seat) => make("li", {}, sayWith("end.place", { place: numberText(game.places[seat]), name: theirs(names[seat], "name"), payoff: signedText(game.payoffs[seat]) })));
  return aboutPart(say(game.drawn ? "end.drawn" : "end.over"), make("ul", { class: "places" }, ...rows));
}
