// The record that lies in the page: its index is read at once, a game when it is asked for.

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./types.js").Store} Store */
/** @typedef {{ first: number, text: () => string }} Chunk games from `first` on: base64 of gzip of their lines */

const KEPT_CHUNKS = 4;

/**
 * The record in the page's own elements, `#match` and `.games`.
 *
 * @param {Document} page
 * @returns {Promise<Store>}
 */
export async function storeIn(page) {
  const chunks = [...page.querySelectorAll("script.games")].map((element) => ({
    first: Number(element.getAttribute("data-first")),
    text: () => element.textContent ?? "",
  }));
  return storeOf(page.getElementById("match")?.textContent ?? "", chunks);
}

/**
 * A record from its packed parts.
 *
 * @param {string} head base64 of gzip of the match, its score table and the index of its games
 * @param {Chunk[]} chunks in order
 * @returns {Promise<Store>}
 */
export async function storeOf(head, chunks) {
  const { match, standings, complete, index } = JSON.parse(await unpacked(head));
  const lines = linesOf(chunks);
  return {
    match,
    standings,
    complete,
    games: infosOf(index, match.bots.length),
    game: async (number) => JSON.parse(await lines(number)),
  };
}

/**
 * What finds the line of a game; the chunks that were read last are kept.
 *
 * @param {Chunk[]} chunks
 * @returns {(index: number) => Promise<string>}
 */
function linesOf(chunks) {
  /** @type {Map<Chunk, Promise<string[]>>} */
  const kept = new Map();
  return async (index) => {
    const chunk = chunks.findLast((each) => each.first <= index);
    if (!chunk) throw new RangeError(`there is no game ${index}`);
    const lines = kept.get(chunk) ?? unpacked(chunk.text()).then((text) => text.split("\n"));
    kept.delete(chunk);
    kept.set(chunk, lines);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_CHUNKS)) kept.delete(oldest);
    const line = (await lines)[index - chunk.first];
    if (!line) throw new RangeError(`there is no game ${index}`);
    return line;
  };
}

/**
 * The text in base64 of gzip.
 *
 * @param {string} base64
 * @returns {Promise<string>}
 */
async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/**
 * What the index says of each game: it is packed a column at a time.
 *
 * @param {Record<string, any>} index
 * @param {number} players
 * @returns {GameInfo[]}
 */
function infosOf(index, players) {
  const drawn = new Set(index.drawn);
  return index.deals.map((/** @type {number} */ deals, /** @type {number} */ number) => {
    const bySeat = (/** @type {number[]} */ column) => column.slice(number * players, (number + 1) * players);
    return {
      index: number,
      set: index.set[number],
      seating: index.seating[number],
      seats: bySeat(index.seats),
      places: bySeat(index.places),
      payoffs: bySeat(index.payoffs),
      drawn: drawn.has(number),
      deals,
      faults: (index.faults[number] ?? []).map((/** @type {[number | null, string]} */ [seat, kind]) => ({ seat, kind })),
      aces: index.aces[number],
      out: index.out[number],
      swing: { deal: index.swing_deal[number], amount: index.swing[number] },
    };
  });
}
