// Cards that go from one place to another are seen going there.

/** @typedef {Map<string, DOMRect>} Places */

/**
 * Where the cards lie that can be seen.
 * @param {HTMLElement} table
 * @returns {Places}
 */
export function cardPlaces(table) {
  const places = new Map();
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-card]")))
    places.set(card.dataset.card, card.getBoundingClientRect());
  return places;
}

/**
 * Let each card that lay elsewhere before glide to where it is now.
 * @param {HTMLElement} table
 * @param {Places} before
 */
export function glide(table, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-card]"))) {
    const old = before.get(card.dataset.card ?? "");
    if (!old) continue;
    const now = card.getBoundingClientRect();
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (Math.abs(x) + Math.abs(y) < 4 || !now.width) continue;
    card.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${old.width / now.width})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: 260, easing: "cubic-bezier(.3,.7,.3,1)" },
    );
  }
}
