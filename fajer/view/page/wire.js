// The connection to the game: messages each way, and coming back when it is cut.

const TAKEN = 4001;
const OVER = [1000, 1001, 1012];
const AGAIN_MS = 400;
const MOST_TIMES = 10;

export class Wire {
  /**
   * @param {(message: any) => void} heard
   * @param {(why: string) => void} cut called with a text's key when there is no connection any more
   */
  constructor(heard, cut) {
    this.heard = heard;
    this.cut = cut;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tried = 0;
  }

  begin() {
    const socket = new WebSocket(`ws://${location.host}/seat`);
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      this.tried = 0;
      this.heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => this.closed(event.code));
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    if (code === TAKEN) this.cut("play.web.taken");
    else if (OVER.includes(code) || this.tried >= MOST_TIMES) this.cut("play.web.lost");
    else {
      this.tried += 1;
      setTimeout(() => this.begin(), AGAIN_MS);
    }
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
