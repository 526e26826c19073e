// The switch between the languages that a page has.
import { button } from "./dom.js";
import { languages, say, spokenLanguage, useLanguage } from "./say.js";

/**
 * A button for each language, the one that is spoken pressed.
 * @param {HTMLElement} element
 * @param {() => void} changed called when another one is spoken
 */
export function showLanguages(element, changed) {
  element.replaceChildren(...languages().map((name) => languageButton(element, name, changed)));
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {() => void} changed
 */
function languageButton(element, name, changed) {
  const upper = name.toUpperCase();
  const made = button(upper, speak, { lang: name, "aria-label": `${upper}: ${say(`ui.language.${name}`)}`, "aria-pressed": name === spokenLanguage() });
  made.dataset.language = name;
  return made;

  function speak() {
    useLanguage(name);
    changed();
    /** @type {HTMLElement | null} */ (element.querySelector(`[data-language="${name}"]`))?.focus();
  }
}
