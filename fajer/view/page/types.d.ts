/** What the parts of the page hand to each other: plain data, never changed once it is made. */

/** A card's two characters, rank then suit: `Ap`, `Td`. */
export type Card = string;

/** A wire event, as `protocol.md` lists them: its name first, then its parts. */
export type WireEvent = [string, ...any[]];

/** The options of a game, by name, as they stand in the match line. */
export type Rules = Record<string, any>;

export type Position = FajerPosition | PokerPosition;

export interface FajerPosition {
  game: "fajer";
  deal: number;
  dealer: number;
  opener: number;
  /** `over`: the deal has ended, its last cards still lie there. */
  phase: "open" | "exchange" | "closing" | "over";
  /** Exchange-phase turns taken so far, and whole rounds of them. */
  turns: number;
  round: number;
  /** Whose turn it is; -1 when it is nobody's, or not known. */
  turn: number;
  /** The cards in the middle; empty before the opening choice. */
  common: Card[];
  commonWorth: number;
  pot: number;
  /** Cards left in the talon. */
  deck: number;
  /** Void deals in a row just before this one. */
  voids: number;
  /** Deals still to come; null with stakes. */
  dealsLeft: number | null;
  /** How the deal ended: `shown`, `three_aces`, `void`, `forfeit`; null before. */
  end: string | null;
  seats: FajerSeat[];
}

export interface FajerSeat {
  in: boolean;
  stakes: number;
  losses: number;
  saidGo: boolean;
  laid: boolean;
  /** Whether it showed three aces, for which nobody lays (F-18). */
  shown: boolean;
  forfeited: boolean;
  /** In hand order, null where a card is face down; empty for one who is not in the deal. */
  cards: (Card | null)[];
  /** Those of them that everyone knows, in hand order. */
  known: Card[];
  /** What the hand is worth; null where that is not known, or there is none. */
  worth: number | null;
}

export interface PokerPosition {
  game: "poker";
  deal: number;
  dealer: number;
  phase: "bid" | "draw" | "over";
  /** Bidding rounds of this hand that are over. */
  round: number;
  /** Draws still to come, the one going on not counted. */
  drawsLeft: number;
  turn: number;
  /** All chips in the middle, this round's bets among them. */
  pot: number;
  /** The part of the pot that hands before this one left there. */
  carried: number;
  /** The bet to match in this round. */
  level: number;
  /** What the seat whose turn it is lacks to that. */
  toCall: number;
  dealsLeft: number;
  /** How the hand ended: `shown`, `alone`, `passed_in`, `forfeit`; null before. Never known of a live game but for
   * what its events tell: then it is `shown`, `alone` or `passed_in`. */
  end: string | null;
  seats: PokerSeat[];
}

export interface PokerSeat {
  in: boolean;
  chips: number;
  folded: boolean;
  allIn: boolean;
  /** Chips put in during this bidding round, and during this hand. */
  bet: number;
  paid: number;
  /** How many cards were drawn, by draw of this hand. */
  drew: number[];
  /** The cards laid aside in this hand; null where they are not known. */
  discarded: Card[] | null;
  cards: (Card | null)[];
  /** Whether all have seen the hand: folded face up, or shown. */
  shown: boolean;
  forfeited: boolean;
  /** The hand's kind from 0 (high card) to 9, then what breaks a tie; null where it is not known. */
  kind: { strength: number[] } | null;
}

/** Step 0 of a deal: it is dealt. Then a step an action: step s is action s - 1. The last one is what ended the deal. */
export interface Step {
  deal: number;
  step: number;
  /** The index of the action in the deal, its text, and whose it was; null in the first and last step of a deal. */
  action: number | null;
  text: string | null;
  seat: number | null;
  /** What happened in this step. */
  events: WireEvent[];
  /** How it stands after it. */
  position: Position;
  /** How long the bot thought, in microseconds; null where the referee played; undefined where a seat is not told. */
  timeUs: number | null | undefined;
  note: string | null;
  /** What went wrong here; `seat` is null where the referee itself failed. */
  faults: { seat: number | null; kind: string; detail: string }[];
}

/** A recorded game, step by step. */
export interface Course {
  steps: Step[];
  /** By deal, the place in `steps` of its step 0. */
  first: number[];
}

export interface Fault {
  seat: number | null;
  deal: number | null;
  action: number | null;
  kind: string;
  detail: string;
}

/** A deal as a record holds it: Fájer has `paid` and `out`, poker `won`. */
export interface RecordedDeal {
  dealer: number;
  deck: string;
  actions: [number, string][];
  end: string;
  paid?: number[];
  out?: number[];
  won?: [number, number][];
}

/** A game's line in the record. */
export interface RecordedGame {
  type: "game";
  index: number;
  set: number;
  seating: number;
  seed: string;
  seats: number[];
  deals: RecordedDeal[];
  places: number[];
  payoffs: number[];
  drawn: boolean;
  faults: Fault[];
  digest: string;
  times_us: (number | null)[][];
  late: number[];
  notes: [number, number, string][];
  stderr: string[];
}

/** The first line of the record. */
export interface Match {
  game: "fajer" | "poker";
  preset: string;
  rules: Rules;
  seed: string;
  bots: { name: string; version: string | null; spec: string; encoding: string; batch: boolean; move_ms?: number | null }[];
  seating: string;
  games: number;
  limits: Record<string, any>;
  on_fault: "forfeit" | "fallback";
  isolation: string;
  created: string;
  fajer: string;
}

/** What the index says of a game, without its chunk being decoded. */
export interface GameInfo {
  index: number;
  set: number;
  seating: number;
  /** By seat, the number in `match.bots` of who sat there. */
  seats: number[];
  places: number[];
  payoffs: number[];
  drawn: boolean;
  /** How many deals it has. */
  deals: number;
  faults: { seat: number | null; kind: string }[];
  /** How many deals three aces ended; 0 in poker. */
  aces: number;
  /** How many players went out. */
  out: number;
  /**
   * The deal that moved most, the first of equal ones. Fájer: in which most stakes were paid; `amount`
   * is how many. Poker: in which one player won or lost most; `amount` is how many chips.
   */
  swing: { deal: number; amount: number };
}

/** A bot's line of the score table, with the figures of `fajer score --json`. */
export interface Standing {
  name: string;
  version: string | null;
  sha256: string | null;
  games: number;
  sets: number;
  mean: number | null;
  interval: number | null;
  wins: number;
  places: Record<string, number>;
  faults: Record<string, number>;
  late: number;
  thinking: { p50_us: number | null; p99_us: number | null; longest_us: number | null };
  a_deal: { mean: number; interval: number | null; deals: number } | null;
}

export interface Standings {
  game: string;
  rules: Rules;
  unit: string;
  rate: string | null;
  games: number;
  sets: number;
  left_out: number;
  internal: number;
  bots: Standing[];
  isolation: string;
}

/** The record that lies in the page. */
export interface Store {
  match: Match;
  standings: Standings;
  games: GameInfo[];
  /** Whether the record has all that the match was to play: false for one that was interrupted, or still goes on. */
  complete: boolean;
  /** A game by its index; its chunk is decoded when it is first asked for. */
  game(index: number): Promise<RecordedGame>;
}
