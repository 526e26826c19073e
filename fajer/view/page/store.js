// The record that lies in the page: its index is read at once, a game when it is asked for.

/** @typedef {import("./types.js").Store} Store */

/**
 * The record in the page's own elements, `#match` and `.games`.
 *
 * @param {Document} page
 * @returns {Promise<Store>}
 */
export async function storeIn(page) {
  throw new Error(`not written yet: ${page.title}`);
}
