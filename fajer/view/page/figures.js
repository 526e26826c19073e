// The figures on the cards, half of each (60 wide, 46 high): they are drawn twice, head to head.
/** @typedef {import("./suits.js").Layers} Layers */

/**
 * @typedef {object} Clothes
 * @property {string} coat
 * @property {string} trim
 * @property {string} hat
 * @property {string} hair
 */

/** @type {Record<string, Clothes>} */
const CLOTHES = {
  p: { coat: "#c23a35", trim: "#f2c14e", hat: "#7a1f2b", hair: "#4a2f1b" },
  z: { coat: "#3d8a4a", trim: "#f0d75a", hat: "#1f5a34", hair: "#8a4b20" },
  m: { coat: "#9a5b2e", trim: "#8fbf5a", hat: "#4c6b2b", hair: "#2e2723" },
  t: { coat: "#e0a21f", trim: "#b3261e", hat: "#31527a", hair: "#c99a4b" },
  h: { coat: "#c23a35", trim: "#f2c14e", hat: "#7a1f2b", hair: "#8a4b20" },
  d: { coat: "#d0633a", trim: "#f4d58a", hat: "#8c3b1d", hair: "#c99a4b" },
  s: { coat: "#3c4a78", trim: "#e8c65a", hat: "#222c52", hair: "#2e2723" },
  c: { coat: "#3f6a5c", trim: "#e8c65a", hat: "#234239", hair: "#4a2f1b" },
};

const SKIN = "#f3c9a0";
const GOLD = "#f0b92e";
const STEEL = "#c9d2d8";
const WOOD = "#8a5a2b";
const INK_LINE = "~#2b2118";
const DOTS = "#2b2118";

const FACE = "M24 20C24 13 36 13 36 20C36 25 33.4 28.4 30 28.4C26.6 28.4 24 25 24 20Z";
const EYES = "M27.4 19.6A.9 .9 0 0 1 27.4 21.4A.9 .9 0 0 1 27.4 19.6ZM32.6 19.6A.9 .9 0 0 1 32.6 21.4A.9 .9 0 0 1 32.6 19.6Z";
const SHOULDERS = "M12.4 46.4V40C12.4 34.4 17.6 31.4 25 30H35C42.4 31.4 47.6 34.4 47.6 40V46.4Z";
const COLLAR = "M24.4 29.6L30 35L35.6 29.6L33 27.6H27Z";

/** What each felső and each alsó holds, from below. */
const HELD = /** @type {Record<string, (c: Clothes) => Layers>} */ ({
  // felső: a rod of office, a sword, a crossbow, a halberd, all on the left and below the index
  pO: () => [[WOOD, "M10.8 46L12 22H14L14.6 46Z"], [GOLD, "M13 18A3 3 0 0 1 13 24A3 3 0 0 1 13 18Z"]],
  zO: () => [[STEEL, "M12.9 20L15 23.5L14.4 38H11.4L10.8 23.5Z"], [GOLD, "M8 37.4H17.8V40H8Z"], [WOOD, "M11.8 40H14V46H11.8Z"]],
  mO: () => [[WOOD, "M11.7 24H14.5V46H11.7Z"], [STEEL, "M4.8 31C6.2 24.6 10 22 13.1 22C16.2 22 20 24.6 21.4 31C18 27 15.4 25.8 13.1 25.8C10.8 25.8 8.2 27 4.8 31Z"], ["~#f6ecd0", "M5.4 30.6L13.1 35L20.8 30.6"]],
  tO: () => [[WOOD, "M12 20H14V46H12Z"], [STEEL, "M13 18L14.4 23H11.6ZM14 23.6C17 23.6 19.6 25 20.6 28C18.6 31 16.6 32 14 31.6ZM12 25.4L7.4 27.6L12 29.8Z"]],
  // alsó: a shepherd's crook, a spear, a shield, a horn, all on the right
  pU: () => [["~#8a5a2b", "M48 46V17C48 11.4 54.6 11.4 54.4 16.4C54.2 19 51.6 19.4 51.2 17.4"]],
  zU: () => [[WOOD, "M47.2 16H48.8V46H47.2Z"], [STEEL, "M48 7L50.6 14L48 18L45.4 14Z"]],
  mU: (c) => [[c.hat, "M41.4 27.6H54V36C54 40.4 50.8 43.4 47.7 44.6C44.6 43.4 41.4 40.4 41.4 36Z"], [GOLD, "M46.5 27.6H48.9V44.2L47.7 44.8L46.5 44.2ZM41.4 33H54V35.4H41.4Z"]],
  tU: () => [[GOLD, "M40.6 37.6C45 37.4 49.4 33 50.6 26.6L56 27.6C54.4 36 48 41.4 41 41.4Z"], ["#7d5210", "M49.8 25.8L56.8 27L56.4 28.8L49.4 27.6Z"]],
});

/** The hats of each felső and alsó; the first letter is the suit. */
const HATS = /** @type {Record<string, (c: Clothes) => Layers>} */ ({
  pO: (c) => [["#f6ecd0", "M34 9C38 8 42 4.6 41 2.6C36 2.6 33 5 32.4 9Z"], [c.hat, "M18 14.6C21 17.4 39 17.4 42 14.6C40.6 12 37 12.6 36.4 12C36.4 7 34 5.4 30 5.4C26 5.4 23.6 7 23.6 12C23 12.6 19.4 12 18 14.6Z"], [GOLD, "M23.6 11H36.4V13H23.6Z"]],
  zO: (c) => [[c.hat, "M22 16C22 8 26 4.6 31 4.6C37 4.6 40 8 42.6 12.6C39 12 37.6 13 37.6 16Z"], [c.trim, "M21.4 13.6H38.4V16.6H21.4Z"]],
  mO: (c) => [["#e9e2cf", "M36 11C41 10.4 43.6 6.6 42 3.6C38.4 4.4 35.4 7 34.6 11Z"], [c.hat, "M20.6 15.4C24 17 36 17 41 13.4L38.6 11.4C36.6 7.4 33.6 5 29.4 5.4C25 5.8 23.6 9.6 23.4 12.6Z"]],
  tO: (c) => [[STEEL, "M22.4 16.4C22.4 8.8 25.6 5.6 30 5.6C34.4 5.6 37.6 8.8 37.6 16.4C33.6 14.4 26.4 14.4 22.4 16.4Z"], [c.trim, "M30 6C31 2.8 34.6 2 37 3.4C36 6 33.4 7.6 30 7.4Z"], [GOLD, "M29 6H31V15H29Z"]],
  pU: (c) => [[c.hat, "M22.6 16.2C22.6 9.6 26 8.4 30 8.4C34 8.4 37.4 9.6 37.4 16.2C33 14.6 27 14.6 22.6 16.2Z"], [c.trim, "M22.4 13.8C27 12.2 33 12.2 37.6 13.8V16.4C33 14.8 27 14.8 22.4 16.4Z"]],
  zU: (c) => [[c.hair, "M23 20C22 11 27 8.8 31 9C36 9.2 38 13 37 20C36 16 34 14.4 30 14.4C26 14.4 24 16 23 20Z"], [c.trim, "M23.2 14.6C27 12.4 33 12.4 36.8 14.6V16C33 14 27 14 23.2 16Z"]],
  mU: (c) => [[STEEL, "M22.6 17C22.6 10.4 25.6 8 30 8C34.4 8 37.4 10.4 37.4 17L35.4 17.6C35 15.4 25 15.4 24.6 17.6Z"], [c.trim, "M28.8 8H31.2V15.6H28.8Z"]],
  tU: (c) => [[c.hat, "M22.4 16C21.4 11 25 8.4 30 8.4C37 8.4 41 11.4 42.4 17.4C39.4 15.6 38.6 14.2 37.4 14.4L37.6 16C33 14.4 27 14.4 22.4 16Z"]],
});

/**
 * A felső or an alsó: the first with a moustache and something raised, the second young and plain.
 * @param {string} suit
 * @param {"O" | "U"} rank
 * @returns {Layers}
 */
export function squire(suit, rank) {
  const c = CLOTHES[suit] ?? CLOTHES.p;
  const upper = rank === "O";
  const hand = upper ? "M13 33.6A2.6 2.6 0 0 1 13 38.8A2.6 2.6 0 0 1 13 33.6Z" : "M47.4 33.6A2.6 2.6 0 0 1 47.4 38.8A2.6 2.6 0 0 1 47.4 33.6Z";
  return [
    [c.hair, "M23 20C23 11.6 37 11.6 37 20L37.6 27H34L30 24L26 27H22.4Z"],
    [c.coat, SHOULDERS],
    [c.trim, upper ? "M27.4 33H32.6V46H27.4Z" : "M18.6 35L22 33.4L41 46H34.8Z"],
    ...(upper ? /** @type {Layers} */ ([[c.hat, "M29.2 37H30.8V38.6H29.2ZM29.2 41.4H30.8V43H29.2Z"]]) : []),
    [upper ? "#f6ecd0" : c.hat, COLLAR],
    [SKIN, FACE],
    [DOTS, EYES],
    ...(upper ? /** @type {Layers} */ ([[c.hair, "M25.6 24.2C27 22.6 29 22.8 30 23.6C31 22.8 33 22.6 34.4 24.2C32.6 25.4 31 25.2 30 24.6C29 25.2 27.4 25.4 25.6 24.2Z"]]) : /** @type {Layers} */ ([[INK_LINE, "M28.4 25.2C29.4 26 30.6 26 31.6 25.2"]])),
    ...(HATS[suit + rank] ?? HATS.pU)(c),
    ...(HELD[suit + rank] ?? (() => []))(c),
    [SKIN, hand],
  ];
}

/**
 * A king on his throne, crowned, with sceptre and ermine.
 * @param {string} suit
 * @returns {Layers}
 */
export function king(suit) {
  const c = CLOTHES[suit] ?? CLOTHES.p;
  return [
    [WOOD, "M15.6 46V24C15.6 15 44.4 15 44.4 24V46Z"],
    [c.hat, "M18.6 46V26C18.6 19 41.4 19 41.4 26V46Z"],
    [c.hair, "M22.8 20C22.8 11.6 37.2 11.6 37.2 20L38 29H22Z"],
    [c.coat, SHOULDERS],
    ["#fbf7ea", "M17.4 35.4C20 31.6 24 29.8 30 29.4C36 29.8 40 31.6 42.6 35.4C39 39.6 34 41 30 41C26 41 21 39.6 17.4 35.4Z"],
    [DOTS, "M21.4 35L22.6 37L20.6 36.6ZM38.6 35L39.4 36.6L37.4 37ZM25.4 37.6L26.6 39.4L24.6 39.2ZM34.6 37.6L35.4 39.2L33.4 39.4Z"],
    [SKIN, FACE],
    [DOTS, EYES],
    [c.hair, "M24.2 21.4C25.4 24.2 27.6 23.2 30 23.6C32.4 23.2 34.6 24.2 35.8 21.4C36.8 29 33.6 36.4 30 37C26.4 36.4 23.2 29 24.2 21.4Z"],
    ["~#fbf7ea", "M28.4 26C29.4 26.6 30.6 26.6 31.6 26"],
    [GOLD, "M22.6 15.4L20.6 6.4L25.8 10L30 4.4L34.2 10L39.4 6.4L37.4 15.4C33 14 27 14 22.6 15.4Z"],
    [c.coat, "M30 8.8L31.4 11L30 13L28.6 11ZM25 11L26 12.6L24.6 13.4ZM35 11L35.4 13.4L34 12.6Z"],
    [GOLD, "M49.4 46L47.2 24.6L48.8 24.4L51.4 46Z"],
    [c.trim, "M47.6 18.4A3.2 3.2 0 0 1 48.4 25A3.2 3.2 0 0 1 47.6 18.4Z"],
    [SKIN, "M49.6 34A2.6 2.6 0 0 1 49.6 39.2A2.6 2.6 0 0 1 49.6 34Z"],
    [c.trim, "M11 31.6A4.4 4.4 0 0 1 11 40.4A4.4 4.4 0 0 1 11 31.6Z"],
    [GOLD, "M10.3 28.4H11.7V31.8H10.3ZM9.2 29.2H12.8V30.4H9.2ZM6.8 35.3H15.2V36.7H6.8Z"],
    [SKIN, "M14.8 38A2.4 2.4 0 0 1 14.8 42.8A2.4 2.4 0 0 1 14.8 38Z"],
  ];
}

/**
 * A queen, for French cards.
 * @param {string} suit
 * @returns {Layers}
 */
export function queen(suit) {
  const c = CLOTHES[suit] ?? CLOTHES.h;
  return [
    [c.hair, "M22 20C21 10.6 39 10.6 38 20C39.6 26 41 32 40 37H20C19 32 20.4 26 22 20Z"],
    [c.coat, SHOULDERS],
    [c.trim, "M21 31.4C24 38 36 38 39 31.4L36 30.2C34 34 26 34 24 30.2Z"],
    [SKIN, FACE],
    [DOTS, EYES],
    ["#b4322e", "M28.2 25C29.2 24.4 30.8 24.4 31.8 25C30.8 26.2 29.2 26.2 28.2 25Z"],
    [GOLD, "M23 15.4L21.6 8.4L26.4 11.4L30 6.4L33.6 11.4L38.4 8.4L37 15.4C33 13.8 27 13.8 23 15.4Z"],
    [c.coat, "M13 34A4 4 0 0 1 13 42A4 4 0 0 1 13 34Z"],
    [c.trim, "M13 36.4A1.6 1.6 0 0 1 13 39.6A1.6 1.6 0 0 1 13 36.4Z"],
    ["#3f7f35", "M12.4 42H13.8V46H12.4Z"],
  ];
}
