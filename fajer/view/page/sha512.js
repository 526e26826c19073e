// SHA-512: the browser's own is not there on a page that came over plain HTTP, and a shuffle has to be the same everywhere.

const BITS = (1n << 64n) - 1n;
const PRIMES = firstPrimes(80);
const ROUNDS = PRIMES.map((prime) => root(BigInt(prime) << 192n, 3n) & BITS);
const START = PRIMES.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2n) & BITS);

/**
 * The 64 bytes of a text's SHA-512.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function sha512(text) {
  const padded = padding(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < padded.byteLength; at += 128) state = mixed(state, padded, at);
  const found = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => found.setBigUint64(8 * place, word));
  return new Uint8Array(found.buffer);
}

/**
 * The bytes, a one bit, zeros, and the length in bits at the end of a block.
 *
 * @param {Uint8Array} bytes
 */
function padding(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(8 * bytes.length));
  return view;
}

/**
 * The state after one more block.
 *
 * @param {bigint[]} state
 * @param {DataView} block
 * @param {number} at
 */
function mixed(state, block, at) {
  const words = schedule(block, at);
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 80; round++) {
    const sum1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const one = h + sum1 + ((e & f) ^ (~e & BITS & g)) + ROUNDS[round] + words[round];
    const sum0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const two = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) & BITS, a, b, c, (d + one) & BITS, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) & BITS);
}

/**
 * The 80 words of a block.
 *
 * @param {DataView} block
 * @param {number} at
 */
function schedule(block, at) {
  const words = Array.from({ length: 16 }, (_, place) => block.getBigUint64(at + 8 * place));
  for (let place = 16; place < 80; place++) {
    const early = words[place - 15];
    const late = words[place - 2];
    const small0 = turned(early, 1n) ^ turned(early, 8n) ^ (early >> 7n);
    const small1 = turned(late, 19n) ^ turned(late, 61n) ^ (late >> 6n);
    words.push((words[place - 16] + small0 + words[place - 7] + small1) & BITS);
  }
  return words;
}

/**
 * A word turned to the right.
 *
 * @param {bigint} word
 * @param {bigint} by
 */
function turned(word, by) {
  return (word >> by) | ((word << (64n - by)) & BITS);
}

/** @param {number} many */
function firstPrimes(many) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < many; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

/**
 * The whole part of a root, a bit at a time.
 *
 * @param {bigint} number
 * @param {bigint} power
 */
function root(number, power) {
  let found = 0n;
  for (let bit = 1n << 70n; bit; bit >>= 1n) {
    if ((found | bit) ** power <= number) found |= bit;
  }
  return found;
}
