// The page of the viewer: everything that is shown of the present moment.
import { drawChart } from "./chart.js";
import { Controls } from "./controls.js";
import { make, part, plain } from "./dom.js";
import { fillSelect, GameList } from "./games.js";
import { showLanguages } from "./languages.js";
import { forgetLink, keepLink, linkTo, momentOf } from "./link.js";
import { showAbout, showSteps } from "./panel.js";
import { fillTexts, say } from "./say.js";
import { showScores, showSetting } from "./scores.js";
import { drawTable, onTableWidth } from "./table.js";
import { stepWords } from "./telling.js";
import { Viewer } from "./viewer.js";

/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./chart.js").Chart} Chart */

const KEYS = ["action", "deal", "game", "ends", "play", "speed", "jump", "seat", "link", "overview", "help"];

export class Screen {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.viewer = new Viewer(store, () => this.showGame());
    this.list = new GameList(store);
    this.controls = new Controls(this.viewer, { help: () => this.help(), overview: () => this.toOverview(), copy: () => this.copy() });
    /** @type {Chart | null} */
    this.chart = null;
    /** What the chart was drawn for. */
    this.charted = "";
    this.look = /** @type {HTMLSelectElement} */ (part("look"));
    this.seek = /** @type {HTMLInputElement} */ (part("seek"));
    this.wire();
  }

  wire() {
    this.look.addEventListener("change", () => this.viewer.look(this.look.value === "" ? null : Number(this.look.value)));
    this.seek.addEventListener("input", () => this.controls.do(() => this.viewer.goTo(Number(this.seek.value))));
    part("to-overview").addEventListener("click", () => this.toOverview());
    part("to-game").addEventListener("click", () => this.toGame());
    part("to-help").addEventListener("click", () => this.help());
    part("copy").addEventListener("click", () => this.copy());
    addEventListener("hashchange", () => this.obey());
    onTableWidth(part("table"), () => this.showGame());
  }

  /** Show all, where the link says. */
  start() {
    this.translate();
    part("message").hidden = true;
    this.obey();
  }

  /** Go to where the link says: a moment, or the overview; the only game at once. */
  obey() {
    forgetLink();
    const moment = momentOf(location.hash);
    if (moment) {
      this.turnTo("game");
      void this.viewer.go(moment);
    } else if (this.store.games.length === 1 && !location.hash) {
      this.toGame();
    } else this.toOverview();
  }

  /** @param {"game" | "overview"} wanted */
  turnTo(wanted) {
    for (const name of ["game", "overview"]) {
      part(name).hidden = name !== wanted;
      if (name === wanted) part(`to-${name}`).setAttribute("aria-current", "page");
      else part(`to-${name}`).removeAttribute("aria-current");
    }
  }

  toOverview() {
    this.controls.pause();
    this.turnTo("overview");
    forgetLink();
    if (momentOf(location.hash)) keepLink("#overview", true);
  }

  toGame() {
    if (!this.store.games.length) return;
    this.turnTo("game");
    const { viewer } = this;
    void viewer.go(viewer.game ? viewer.moment : { game: 0, deal: 0, step: 0, seat: null });
  }

  help() {
    const dialog = /** @type {HTMLDialogElement} */ (part("help"));
    if (!dialog.open) dialog.showModal();
  }

  /** Copy the link to this moment. */
  copy() {
    keepLink(linkTo(this.viewer.moment), true);
    const link = location.href;
    const done = () => (part("copied").textContent = say("ui.copied"));
    const failed = () => (part("copied").textContent = link);
    if (navigator.clipboard) navigator.clipboard.writeText(link).then(done, failed);
    else failed();
  }

  /** Everything in the language that is chosen. */
  translate() {
    fillTexts(document);
    const { match } = this.store;
    part("title").textContent = say(`game.${match.game}`);
    document.title = `${say(`game.${match.game}`)}: ${match.bots.map((bot) => plain(bot.name)).join(", ")}`;
    showLanguages(part("languages"), () => this.translate());
    part("help-keys").replaceChildren(...KEYS.map((key) => make("li", {}, say(`help.keys.${key}`))), make("li", {}, say("help.swipe")));
    part("course-head").textContent = say(match.game === "poker" ? "ui.chart_chips" : "ui.chart");
    showSetting(part("setting"), this.store);
    showScores(part("scores"), this.store);
    this.list.show();
    this.controls.show();
    this.charted = "";
    if (this.viewer.game) this.showGame();
  }

  /** The present moment, everywhere on the page. */
  showGame() {
    const { viewer } = this;
    if (!viewer.game || part("game").hidden) return;
    const { step, names, moment } = viewer;
    keepLink(linkTo(moment));
    part("where").textContent = this.where();
    drawTable(part("table"), step.position, { names, rules: this.store.match.rules, events: step.events, seatView: viewer.seat });
    this.showNow();
    part("side-head").textContent = say("ui.what_happened");
    showSteps(part("steps"), viewer);
    showAbout(part("about"), viewer);
    this.showLook();
    this.showCourse();
    part("copied").textContent = "";
  }

  /** Where in the game we are; how long the deal goes on only where all is seen. */
  where() {
    const { game, deal, step, seat } = this.viewer.moment;
    const { first, steps } = this.viewer.course;
    if (seat !== null) return say("ui.where_seat", { game, deal, step });
    return say("ui.where", { game, deal, step, last: (first[deal + 1] ?? steps.length) - first[deal] - 1 });
  }

  /** The present step in words. */
  showNow() {
    const { step, names } = this.viewer;
    const words = stepWords(step, names);
    const line = make("span", {}, ...words.flatMap((sentence) => [sentence, " "]));
    if (!words.length) line.textContent = say("ui.nothing_seen");
    if (step.faults.length) line.append(make("span", { class: "tag" }, say("ui.fault")));
    part("now").replaceChildren(line);
  }

  showLook() {
    const { viewer } = this;
    const seats = viewer.names.map((name, seat) => [String(seat), say("ui.what_knew", { name: plain(name), seat })]);
    fillSelect(this.look, [["", say("ui.everything")], ...seats]);
    this.look.value = viewer.seat === null ? "" : String(viewer.seat);
  }

  /** The chart and the place in it: in a seat's view they end where we are. */
  showCourse() {
    const { viewer } = this;
    const box = part("chart");
    const { known } = viewer;
    const key = `${viewer.game?.index} ${box.clientWidth} ${known.steps.length}`;
    if (key !== this.charted) {
      this.charted = key;
      this.chart = drawChart(box, part("legend"), known, viewer.names, (at) => this.controls.do(() => viewer.goTo(at)));
    }
    this.chart?.mark(viewer.at);
    this.seek.max = String(known.steps.length - 1);
    this.seek.value = String(viewer.at);
    const { moment } = viewer;
    this.seek.setAttribute("aria-valuetext", say("ui.seek_at", { deal: moment.deal, step: moment.step }));
  }
}
