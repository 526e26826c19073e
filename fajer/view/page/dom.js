// Small helpers to make elements. Text goes in as text only: nothing here reads markup.

/** @typedef {string | Node | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG_SPACE = "http://www.w3.org/2000/svg";

/**
 * An HTML element with attributes and children; an attribute that is null, undefined or false is left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fit(element, attributes, children);
  return element;
}

/**
 * The same for a part of a drawing.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG_SPACE, tag));
  fit(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fit(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
}

/**
 * A button with a text and what it does.
 * @param {string} text
 * @param {() => void} action
 * @param {Attributes} [attributes]
 * @returns {HTMLButtonElement}
 */
export function button(text, action, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", action);
  return made;
}

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * A stranger's text with what cannot be seen escaped, as `fajer.wire.codec.plain` does it.
 * @param {string} text
 * @returns {string}
 */
export function plain(text) {
  return text.replace(/[^\P{C}]|[^\P{Z} ]/gu, escaped);
}

/**
 * @param {string} char
 * @returns {string}
 */
function escaped(char) {
  const short = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[char];
  if (short) return short;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/**
 * A stranger's text, kept apart from what stands beside it.
 * @param {string} text
 * @param {string} [kind] a class
 * @returns {HTMLElement}
 */
export function theirs(text, kind) {
  return make("bdi", { class: kind }, plain(text));
}

/**
 * A stranger's longer text: all of it, or its beginning and the whole on demand.
 * @param {string} text
 * @param {string} more what opens the whole
 * @returns {HTMLElement}
 */
export function theirsAtLength(text, more) {
  const shown = plain(text);
  if (shown.length <= 280) return make("bdi", { class: "said" }, shown);
  return make(
    "details",
    { class: "long" },
    make("summary", {}, make("bdi", { class: "said" }, `${shown.slice(0, 240)}…`), make("span", { class: "more" }, more)),
    make("bdi", { class: "said" }, shown),
  );
}
