// The texts of the page in the language that is chosen, and numbers as that language writes them.
import { make } from "./dom.js";

/** @typedef {Record<string, string>} Texts */
/** @typedef {string | number | Node} Value */

/** @type {Record<string, Texts>} */
let texts = {};
let language = "en";

/**
 * Take all texts, by language, and the language to begin with.
 * @param {Record<string, Texts>} all
 * @param {string} first
 */
export function useTexts(all, first) {
  texts = all;
  useLanguage(first);
}

/** The texts that lie in the page. */
export function textsInPage() {
  const found = document.getElementById("texts")?.textContent;
  useTexts(JSON.parse(found || "{}"), document.documentElement.lang);
}

/** @returns {string[]} */
export function languages() {
  return Object.keys(texts);
}

/** @returns {string} */
export function spokenLanguage() {
  return language;
}

/** @param {string} wanted */
export function useLanguage(wanted) {
  language = wanted in texts ? wanted : (languages()[0] ?? "en");
  document.documentElement.lang = language;
}

/**
 * A text with its values; `count` chooses `KEY.one` or `KEY.other`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  return template(key, values).replace(/\{(\w+)\}/g, (_, name) => valueText(values[name] ?? ""));
}

/**
 * The same with elements among the values.
 * @param {string} key
 * @param {Record<string, Value>} values
 * @returns {DocumentFragment}
 */
export function sayWith(key, values) {
  const made = document.createDocumentFragment();
  template(key, values)
    .split(/\{(\w+)\}/)
    .forEach((part, place) => {
      const value = place % 2 ? (values[part] ?? "") : part;
      made.append(value instanceof Node ? value : valueText(value));
    });
  return made;
}

/**
 * @param {string} key
 * @param {Record<string, Value>} values
 * @returns {string}
 */
function template(key, values) {
  const whole = texts[language] ?? {};
  const counted = "count" in values ? `${key}.${values.count === 1 ? "one" : "other"}` : key;
  return whole[counted] ?? whole[key] ?? key;
}

/** @param {string | number} value */
function valueText(value) {
  return typeof value === "number" ? numberText(value) : value;
}

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {number} [digits] the most behind the comma
 * @returns {string}
 */
export function numberText(value, digits = 2) {
  const [whole, part = ""] = Math.abs(value).toFixed(digits).split(".");
  const comma = (texts[language] ?? {})["number.comma"] ?? ".";
  const gap = language === "hu" ? " " : ",";
  const least = language === "hu" ? 5 : 4;
  const grouped = whole.length < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, gap);
  const rest = part.replace(/0+$/, "");
  const minus = value < 0 && (rest || whole !== "0") ? "−" : "";
  return minus + grouped + (rest ? comma + rest : "");
}

/**
 * With a plus before what is more than nothing.
 * @param {number} value
 * @returns {string}
 */
export function signedText(value) {
  return value > 0 ? `+${numberText(value)}` : numberText(value);
}

/**
 * What a hand of Fájer is worth.
 * @param {number} worth
 * @returns {string}
 */
export function worthText(worth) {
  return worth ? numberText(worth) : say("ui.worth_nothing");
}

/**
 * Microseconds in a unit that suits them.
 * @param {number} us
 * @returns {string}
 */
export function timeText(us) {
  if (us < 1000) return say("unit.us", { value: us });
  if (us < 1_000_000) return say("unit.ms", { value: numberText(us / 1000, us < 10_000 ? 1 : 0) });
  return say("unit.s", { value: numberText(us / 1_000_000, 1) });
}

/**
 * Elements in a row: a, b and c.
 * @param {Node[]} parts
 * @returns {Node}
 */
export function several(parts) {
  if (parts.length < 2) return parts[0] ?? document.createTextNode("");
  const first = make("span");
  parts.slice(0, -1).forEach((part, place) => first.append(place ? ", " : "", part));
  return sayWith("list.last", { first, last: parts[parts.length - 1] });
}

/**
 * Fill in the texts of what stands in the page: `data-say` is what it says, `data-label` its label.
 * @param {ParentNode} root
 */
export function fillTexts(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-say]")))
    element.textContent = say(element.dataset.say ?? "");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-label]"))) {
    const label = say(element.dataset.label ?? "");
    element.setAttribute("aria-label", label);
    if (element instanceof HTMLButtonElement) element.title = element.dataset.key ? `${label} (${element.dataset.key})` : label;
  }
}
