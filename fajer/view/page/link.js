// A moment of the match, and the link to it: `#game=3&deal=2&step=5&seat=1`.

/** @typedef {{game: number, deal: number, step: number, seat: number | null}} Moment */

/**
 * The moment that a link names; null where it names none.
 * @param {string} hash
 * @returns {Moment | null}
 */
export function momentOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (/** @type {string} */ name) => {
    const text = parts.get(name);
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const game = number("game");
  if (game === null) return null;
  return { game, deal: number("deal") ?? 0, step: number("step") ?? 0, seat: number("seat") };
}

/**
 * The link to a moment.
 * @param {Moment} moment
 * @returns {string}
 */
export function linkTo({ game, deal, step, seat }) {
  return `#game=${game}&deal=${deal}&step=${step}${seat === null ? "" : `&seat=${seat}`}`;
}

const LEAST_MS = 200;
let keptAt = -LEAST_MS;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let keeping;

/**
 * Let the address say a link, soon: browsers take it amiss when it changes many times a second.
 * @param {string} link
 * @param {boolean} [atOnce]
 */
export function keepLink(link, atOnce = false) {
  clearTimeout(keeping);
  const wait = atOnce ? 0 : keptAt + LEAST_MS - performance.now();
  const before = location.hash;
  const keep = () => {
    keptAt = performance.now();
    if (location.hash !== before) return; // someone else has changed it, and wants to go there
    if (location.hash !== link) history.replaceState(null, "", link);
  };
  if (wait <= 0) keep();
  else keeping = setTimeout(keep, wait);
}

/** The address was changed by someone else: what was to be kept is forgotten. */
export function forgetLink() {
  clearTimeout(keeping);
}
