// Where the seats are around the table: in order of play, the first one nearest.

/** @typedef {{x: number, y: number}} Place in parts of the table's width and height */
/** @typedef {{places: Place[], height: number, card: number, wide: boolean}} Arrangement pixels; `card` is a card's width */

const NARROW = 640;

/**
 * The seats' places.
 * @param {number} count how many seats
 * @param {number} width pixels that there are
 * @param {"left" | "right"} direction on which side of a player the next one sits
 * @param {number} nearest the seat at the lower edge
 * @param {boolean} five whether hands have five cards
 * @returns {Arrangement}
 */
export function arranged(count, width, direction, nearest, five) {
  const wide = width >= NARROW;
  const card = cardWidth(count, width, wide, five);
  const around = wide ? ring(count, width, card, five) : columns(count, width, card, five);
  const places = Array.from({ length: count }, (_, seat) => {
    const place = around.places[(seat - nearest + count) % count];
    return direction === "right" ? place : { x: 1 - place.x, y: place.y };
  });
  return { places, height: around.height, card, wide };
}

/**
 * @param {number} count
 * @param {number} width
 * @param {boolean} wide
 * @param {boolean} five
 */
function cardWidth(count, width, wide, five) {
  if (!wide) return Math.max(30, Math.min(46, Math.floor((width - 12) / 3 / 3.16)));
  const most = count < 5 ? 60 : count < 7 ? 54 : 47;
  return Math.min(most, Math.floor(width / (five ? 14 : 13)));
}

/**
 * How wide a hand is.
 * @param {number} card
 * @param {boolean} five
 * @returns {number}
 */
export function handWidth(card, five) {
  return five ? card * 3.25 : card * 3 + 6;
}

/**
 * On a narrow screen: a column on each side, one seat above and one below in the middle.
 * @param {number} count
 * @param {number} width
 * @param {number} card
 * @param {boolean} five
 */
function columns(count, width, card, five) {
  const seat = card * 1.54 + (five ? 58 : 48);
  const edge = (handWidth(card, five) / 2 + 3) / width;
  const side = Math.floor((count - 1) / 2);
  const top = (count - 1) % 2 === 1;
  const rows = Math.max(side, 1);
  const first = top ? seat * 1.02 : seat / 2 + 4;
  const height = Math.max(first + (rows - 1) * (seat + 6) + seat * (count === 3 ? 2.5 : 1.55), seat * 3.5);
  const between = rows > 1 ? (height - seat * 1.08 - first) / (rows - 1) : 0;
  const places = [{ x: 0.5, y: (height - seat / 2 - 2) / height }];
  const level = (/** @type {number} */ row) => (count === 4 ? 0.5 : (first + row * between) / height);
  for (let row = side - 1; row >= 0; row -= 1) places.push({ x: 1 - edge, y: level(row) });
  if (top) places.push({ x: 0.5, y: (seat / 2 + 2) / height });
  for (let row = 0; row < side; row += 1) places.push({ x: edge, y: level(row) });
  const room = height + 12;
  return { places: places.map(({ x, y }) => ({ x, y: (y * height) / room })), height: room };
}

/**
 * On a wide screen: evenly along a rounded ring.
 * @param {number} count
 * @param {number} width
 * @param {number} card
 * @param {boolean} five
 */
function ring(count, width, card, five) {
  const seat = card * 1.54 + 62;
  const height = Math.max(seat * 3 + (count < 7 ? 16 : 60), Math.min(500, width * 0.55));
  const across = (width - handWidth(card, five) - 24) / 2;
  const up = (height - seat - 8) / 2;
  /** @type {Place[]} */
  const points = [];
  for (let at = 0; at <= 720; at += 1) {
    const angle = Math.PI / 2 - (at / 720) * 2 * Math.PI;
    points.push({ x: round(Math.cos(angle)) * across, y: round(Math.sin(angle)) * up });
  }
  const lengths = [0];
  for (let at = 1; at < points.length; at += 1)
    lengths.push(lengths[at - 1] + Math.hypot(points[at].x - points[at - 1].x, points[at].y - points[at - 1].y));
  const whole = lengths[lengths.length - 1];
  const places = Array.from({ length: count }, (_, seatNumber) => {
    const { x, y } = points[lengths.findIndex((length) => length >= (whole * seatNumber) / count - 0.001)];
    return { x: 0.5 + x / width, y: 0.5 + y / height };
  });
  return { places, height };
}

/**
 * A circle's coordinate, pushed towards the corners.
 * @param {number} part
 */
function round(part) {
  return Math.sign(part) * Math.abs(part) ** 0.72;
}
