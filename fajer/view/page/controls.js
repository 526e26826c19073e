// Buttons, keys and swipes, and playing by itself.
import { button, make, part } from "./dom.js";
import { say } from "./say.js";
import { stopsOf } from "./viewer.js";

/** @typedef {import("./viewer.js").Viewer} Viewer */
/** @typedef {import("./viewer.js").Stop} Stop */

const PACES = { slow: 2600, normal: 1300, fast: 450 };
/** @type {(keyof typeof PACES)[]} */
const SPEEDS = ["slow", "normal", "fast"];
/** @type {Record<string, Stop>} */
const STOP_KEYS = { f: "fault", a: "aces", o: "out", s: "swing" };

export class Controls {
  /**
   * @param {Viewer} viewer
   * @param {{help: () => void, overview: () => void, copy: () => void}} other what other keys do
   */
  constructor(viewer, other) {
    this.viewer = viewer;
    this.other = other;
    /** @type {keyof typeof PACES} */
    this.speed = "normal";
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.wire("previous-game", () => viewer.gameBy(-1, false));
    this.wire("previous-deal", () => viewer.deal(-1));
    this.wire("previous-action", () => viewer.action(-1));
    this.wire("next-action", () => viewer.action(1));
    this.wire("next-deal", () => viewer.deal(1));
    this.wire("next-game", () => viewer.gameBy(1, false));
    part("play").addEventListener("click", () => this.playOrPause());
    document.addEventListener("keydown", (event) => this.key(event));
    swipes(part("table"), (by) => this.do(() => viewer.action(by)));
  }

  /**
   * @param {string} id
   * @param {() => Promise<void>} action
   */
  wire(id, action) {
    part(id).addEventListener("click", () => this.do(action));
  }

  /**
   * Something that a person wants: playing by itself ends.
   * @param {() => Promise<unknown> | unknown} action
   */
  do(action) {
    this.pause();
    void action();
  }

  /** Buttons whose texts depend on the language. */
  show() {
    part("speeds").replaceChildren(
      ...SPEEDS.map((speed, number) => button(say(`ui.speed.${speed}`), () => this.pace(speed), { "aria-pressed": speed === this.speed, title: String(number + 1) })),
    );
    part("jumps").replaceChildren(
      ...stopsOf(this.viewer.store.match.game).map((stop) =>
        make(
          "span",
          { class: "jump", role: "group", "aria-label": say(`ui.jump_name.${stop}`) },
          button("‹", () => this.jump(stop, -1), { "aria-label": say(`ui.jump_back.${stop}`), title: say(`ui.jump_back.${stop}`) }),
          make("span", {}, say(`ui.jump_name.${stop}`)),
          button("›", () => this.jump(stop, 1), { "aria-label": say(`ui.jump.${stop}`), title: say(`ui.jump.${stop}`) }),
        ),
      ),
    );
    this.showPlaying();
  }

  showPlaying() {
    const playing = this.timer !== null;
    const play = part("play");
    play.dataset.label = playing ? "ui.pause" : "ui.play";
    play.setAttribute("aria-label", say(play.dataset.label));
    play.title = `${say(play.dataset.label)} (${play.dataset.key})`;
    play.classList.toggle("playing", playing);
    part("now").setAttribute("aria-live", playing ? "off" : "polite");
  }

  /** @param {keyof typeof PACES} speed */
  pace(speed) {
    this.speed = speed;
    [...part("speeds").children].forEach((one, number) => one.setAttribute("aria-pressed", String(SPEEDS[number] === speed)));
    if (this.timer !== null) this.tick();
  }

  playOrPause() {
    if (this.timer !== null) this.pause();
    else if (this.viewer.more) this.tick();
    this.showPlaying();
  }

  tick() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      await this.viewer.action(1);
      if (this.timer === null) return;
      if (this.viewer.more) this.tick();
      else this.pause();
    }, PACES[this.speed]);
  }

  pause() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  /**
   * @param {Stop} stop
   * @param {1 | -1} by
   */
  jump(stop, by) {
    this.do(async () => {
      const found = await this.viewer.jump(stop, by);
      part("copied").textContent = found ? "" : say("ui.jump.none");
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || part("help").hasAttribute("open")) return;
    const on = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.key === "?") return this.taken(event, this.other.help);
    if (part("game").hidden || on.matches("input, select, textarea")) return;
    if (event.key === " " && on.closest("button, a, summary, [role=region]")) return;
    const action = this.actionOf(event.key, event.shiftKey);
    if (action) this.taken(event, action);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {() => void} action
   */
  taken(event, action) {
    event.preventDefault();
    action();
  }

  /**
   * What a key does.
   * @param {string} key
   * @param {boolean} shift
   * @returns {(() => void) | null}
   */
  actionOf(key, shift) {
    const { viewer } = this;
    const stop = STOP_KEYS[key.toLowerCase()];
    if (stop && stopsOf(viewer.store.match.game).includes(stop)) return () => this.jump(stop, shift ? -1 : 1);
    if ("123".includes(key)) return () => this.pace(SPEEDS[Number(key) - 1]);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.do(() => viewer.action(1)),
      ArrowLeft: () => this.do(() => viewer.action(-1)),
      ArrowDown: () => this.do(() => viewer.deal(1)),
      ArrowUp: () => this.do(() => viewer.deal(-1)),
      PageDown: () => this.do(() => viewer.gameBy(1, false)),
      PageUp: () => this.do(() => viewer.gameBy(-1, false)),
      Home: () => this.do(() => viewer.goTo(0)),
      End: () => this.do(() => viewer.goTo(viewer.course.steps.length - 1)),
      " ": () => this.playOrPause(),
      v: () => viewer.look(nextLook(viewer.seat, viewer.names.length)),
      m: this.other.overview,
      c: this.other.copy,
    };
    return keys[key.length === 1 ? key.toLowerCase() : key] ?? null;
  }
}

/**
 * Everything, then each seat's view, then everything again.
 * @param {number | null} seat
 * @param {number} count
 */
function nextLook(seat, count) {
  if (seat === null) return 0;
  return seat + 1 < count ? seat + 1 : null;
}

/**
 * Call back on a swipe: 1 to the left, as one turns a page, -1 to the right.
 * @param {HTMLElement} element
 * @param {(by: 1 | -1) => void} swiped
 */
function swipes(element, swiped) {
  /** @type {{x: number, y: number} | null} */
  let from = null;
  element.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  element.addEventListener("touchend", (event) => {
    const [end] = event.changedTouches;
    if (from && end) {
      const [x, y] = [end.clientX - from.x, end.clientY - from.y];
      if (Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) swiped(x < 0 ? 1 : -1);
    }
    from = null;
  }, { passive: true });
}
