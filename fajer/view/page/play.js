// A person's seat in the browser: the table, what may be done, what happened.
import { resultPart, hintPart, showRules, showTold } from "./beside.js";
import { Choosing } from "./choosing.js";
import { button, make, part, plain } from "./dom.js";
import { fillTexts, numberText, say, textsInPage, timeText } from "./say.js";
import { showLanguages } from "./languages.js";
import { Sitting } from "./sitting.js";
import { drawTable, onTableWidth } from "./table.js";
import { Wire } from "./wire.js";

const HELP = ["letters", "cards", "numbers", "enter", "rules", "hint", "leave"];

class Place {
  constructor() {
    this.sitting = new Sitting();
    this.choosing = new Choosing((action) => this.act(action), () => this.show());
    this.wire = new Wire((message) => this.hear(message), (why) => this.cut(why));
    /** @type {string | null} why the connection ended */
    this.why = null;
    this.waiting = false;
    part("to-help").addEventListener("click", () => this.open("help"));
    part("leave").addEventListener("click", () => this.open("leaving"));
    part("leaving").addEventListener("close", () => this.leavingClosed());
    document.addEventListener("keydown", (event) => this.key(event));
    onTableWidth(part("table"), () => this.showTable());
    setInterval(() => this.showClock(), 250);
  }

  start() {
    this.translate();
    this.wire.begin();
  }

  // What is heard and said

  /** @param {any} message */
  hear(message) {
    const { sitting, choosing } = this;
    sitting.take(message);
    if (message.type === "hint") this.waiting = false;
    if (message.type === "table") this.translate();
    if (message.type === "act") this.waiting = false;
    if (sitting.mood !== "asked") choosing.end();
    else if (sitting.act && (choosing.act !== sitting.act || message.type === "refused")) choosing.begin(sitting.act);
    this.show();
    if (["act", "over"].includes(message.type)) this.attend();
  }

  /** @param {string} action */
  act(action) {
    const { act } = this.sitting;
    if (!act || this.sitting.mood !== "asked") return;
    this.wire.say({ type: "act", id: act.id, action });
    this.sitting.acted();
    this.choosing.end();
    this.show();
  }

  /** The seat has looked at the end of a deal. */
  goOn() {
    this.sitting.goOn();
    if (this.sitting.act) this.choosing.begin(this.sitting.act);
    this.show();
    this.attend();
  }

  askHint() {
    if (this.sitting.mood !== "asked" || !this.sitting.table?.hint || this.waiting) return;
    this.waiting = true;
    this.wire.say({ type: "hint" });
    this.show();
  }

  nextGame() {
    if (this.sitting.over && !this.sitting.over.last) this.wire.say({ type: "next" });
  }

  /** @param {string} why */
  cut(why) {
    if (this.sitting.over?.last) return;
    this.why = why;
    this.choosing.end();
    this.show();
  }

  /** @param {"help" | "leaving"} name */
  open(name) {
    const dialog = /** @type {HTMLDialogElement} */ (part(name));
    if (name === "leaving" && (this.why || this.sitting.over?.last)) return;
    dialog.returnValue = "";
    if (!dialog.open) dialog.showModal();
  }

  leavingClosed() {
    if (/** @type {HTMLDialogElement} */ (part("leaving")).returnValue === "leave") this.wire.say({ type: "leave" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isHeld(event)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const on = event.target instanceof HTMLElement ? event.target : document.body;
    const isTyping = on.matches("input, select, textarea");
    const isPressing = on.matches("button, summary, a");
    if (event.key === "Enter" && isPressing) return;
    if (isTyping && event.key !== "Enter") return;
    if (this.did(isTyping ? this.typedKey() : keyOf(event))) event.preventDefault();
  }

  /** Enter in the field for an amount bets or raises it. */
  typedKey() {
    const word = this.sitting.act?.legal.some((action) => action.startsWith("raise")) ? "raise" : "bet";
    return say(`play.press.${word}`);
  }

  /**
   * What a key does; false if nothing.
   * @param {string} key
   * @returns {boolean}
   */
  did(key) {
    const { sitting } = this;
    if (key === "?") return this.showHelp() === undefined;
    if (key === "q") return this.open("leaving") === undefined;
    if (key === "h") return this.askHint() === undefined;
    if (sitting.mood === "looks" && key === "Enter") return this.goOn() === undefined;
    if (sitting.mood === "over" && key === "Enter") return this.nextGame() === undefined;
    if (sitting.mood !== "asked" || !this.choosing.key(key)) return false;
    if (/^[1-9]$/.test(key)) /** @type {HTMLElement | null} */ (part("actions").querySelector(".main:not(:disabled)"))?.focus();
    return true;
  }

  /** The rules that apply now, or no more; where it is not the person's turn there are none, and the keys are shown. */
  showHelp() {
    const rules = /** @type {HTMLDetailsElement} */ (part("rules"));
    if (rules.hidden) this.open("help");
    else rules.open = !rules.open;
  }

  // What is shown

  translate() {
    const { table } = this.sitting;
    fillTexts(document);
    if (table) {
      part("title").textContent = say(`game.${table.game}`);
      document.title = `${say(`game.${table.game}`)}: ${table.names.map(plain).join(", ")}`;
    }
    showLanguages(part("languages"), () => this.translate());
    part("help-keys").replaceChildren(...HELP.map((key) => make("li", {}, say(`play.help.${key}`))));
    this.show();
  }

  show() {
    const { sitting } = this;
    part("game").hidden = !sitting.position && !sitting.over;
    part("message").hidden = !part("game").hidden;
    if (this.why) part("message").textContent = say(this.why);
    if (part("game").hidden) return;
    this.showTable();
    part("where").textContent = this.where();
    part("now").replaceChildren(...this.nowWords());
    this.showActions();
    showTold(part("steps"), sitting);
    const parts = [hintPart(sitting, this.waiting, (action) => this.choosing.text(action)), resultPart(sitting)];
    part("about").replaceChildren(...parts.filter((one) => one !== null));
    showRules(part("rules-now"), sitting);
    this.showClock();
    part("rules").hidden = sitting.mood !== "asked";
    part("leave").hidden = Boolean(this.why || sitting.over?.last);
  }

  showTable() {
    const { sitting, choosing } = this;
    if (!sitting.position || !sitting.table) return;
    const { names, seat } = sitting.table;
    drawTable(part("table"), sitting.position, { names, rules: sitting.rules, events: sitting.fresh, seatView: seat, choices: choosing.choices });
  }

  where() {
    const { table, position } = this.sitting;
    if (!table || !position) return "";
    const key = table.game === "poker" ? "play.title_hand" : "play.title";
    const place = say(key, { deal: position.deal, phase: say(`phase.${position.phase}`), round: position.round, pot: position.pot });
    return table.games > 1 ? `${say("ui.game")} ${numberText(table.index)} · ${place}` : place;
  }

  /** What is to be known at once. @returns {(Node | string)[]} */
  nowWords() {
    const { sitting } = this;
    if (this.why) return [say(this.why)];
    if (sitting.over) return [say(sitting.over.drawn ? "end.drawn" : "end.over")];
    if (sitting.refused) return [say("play.not_possible", { said: plain(sitting.refused) })];
    if (this.choosing.missing) return [say("play.no_amount", this.choosing.missing)];
    if (sitting.mood === "looks") return [say("play.deal_over")];
    if (sitting.mood === "waits") return [say("play.web.others")];
    if (this.choosing.isDraw) return [say("play.web.choose_draw")];
    return [say(this.choosing.swaps.length ? "play.web.choose_swap" : "play.your_turn")];
  }

  showActions() {
    const { sitting, choosing } = this;
    const box = part("actions");
    const had = box.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    /** @type {HTMLElement[]} */
    const made = [];
    if (this.why) made.length = 0;
    else if (sitting.mood === "looks") made.push(this.actionButton(say("play.web.go_on"), "Enter", () => this.goOn(), true));
    else if (sitting.mood === "over" && !sitting.over?.last) made.push(this.actionButton(say("ui.next_game"), "Enter", () => this.nextGame(), true));
    else if (sitting.mood === "asked") {
      const field = choosing.amountField();
      for (const choice of choosing.all) {
        const able = choice.action() !== null || choice.key !== "Enter";
        made.push(this.actionButton(choice.text, choice.key, () => choosing.do(choice) || choosing.attended(), Boolean(choice.main), able));
      }
      if (field) made.splice(made.length - 1, 0, field);
      if (sitting.table?.hint) made.push(this.actionButton(say("play.web.hint"), "h", () => this.askHint(), false, !this.waiting));
    }
    box.replaceChildren(...made);
    if (had) /** @type {HTMLElement | null} */ (box.querySelector(`[data-key="${had}"]:not(:disabled)`))?.focus();
  }

  /**
   * @param {string} text
   * @param {string} key
   * @param {() => void} action
   * @param {boolean} main
   * @param {boolean} [able]
   */
  actionButton(text, key, action, main, able = true) {
    const made = button(text, action, { class: main ? "main" : null, "data-key": key, disabled: !able, "aria-keyshortcuts": key });
    made.append(" ", make("kbd", { "aria-hidden": "true" }, key === "Enter" ? "↵" : key));
    return made;
  }

  /** What the person is asked stands ready for the keyboard: the next Tab goes to it, and Enter alone does nothing of it. */
  attend() {
    if (!document.querySelector("dialog[open]")) part("actions").focus({ preventScroll: true });
  }

  showClock() {
    const { sitting } = this;
    const shown = Boolean(sitting.table?.timed && sitting.mood === "asked" && sitting.act);
    part("clock").hidden = !shown;
    if (!shown || !sitting.act) return;
    const left = Math.max(0, sitting.leftMs - (performance.now() - sitting.askedAt));
    part("clock").textContent = say("play.time_left", { time: timeText(Math.ceil(left / 1000) * 1_000_000) });
  }
}

/**
 * Whether a key is held down that would act once more: nobody chooses what they do not see yet.
 * @param {KeyboardEvent} event
 */
function isHeld(event) {
  const on = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.key === "Enter") return event.repeat;
  return event.repeat && (event.key === " " ? on.matches("button, summary") : event.key.length === 1 && !on.matches("input, select, textarea"));
}

/**
 * The key, whether Caps Lock is on or not.
 * @param {KeyboardEvent} event
 */
function keyOf({ key }) {
  return key.length === 1 ? key.toLowerCase() : key;
}

textsInPage();
new Place().start();
