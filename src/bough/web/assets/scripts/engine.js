// The engine: one search at a time, and who is told what it finds.

import { whole } from "./talk.js";

/** @import { Limits, Position, Report } from "./types" */
/** @typedef {{ then?: (report: Report) => void, silent?: boolean }} How */

const PATIENCE = 500; // milliseconds until a search that is being prepared is worth a word

export class Engine {
  searching = false;
  /** @type {Position | null} */
  searched = null; // the position that can be thought about further
  /** @type {Position | null} */
  thought = null; // the position whose tree there is to look at
  asked = 0;
  waiting = 0;

  // page: begins(), changed(), preparing(report), found(report, position, silent), done(then), failed(message)
  constructor(socket, page) {
    this.socket = socket;
    this.page = page;
  }

  // Search a position; `then` gets the last report. `silent`: for the record alone, not for the board.
  /** @type {(position: Position, recipe: string, limits: Limits, how?: How) => void} */
  think(position, recipe, limits, how = {}) {
    this.socket.forget(this.asked);
    const goOn = this.searched === position && !how.then;
    if (!goOn && !how.silent) this.page.begins();
    this.searching = true;
    this.page.changed();
    this.thought = position;
    const request = { do: "think", ...whole(position), recipe: recipe.trim(), ...limits, go_on: goOn };
    this.asked = this.socket.ask(request, (report) => this.hear(report, position, how));
  }

  /** @type {(report: any, position: Position, how: How) => void} */
  hear(report, position, { then, silent = false }) {
    clearTimeout(this.waiting);
    if (report.is === "preparing") {
      this.waiting = setTimeout(() => this.page.preparing(report), PATIENCE);
    } else if (report.is === "error") {
      this.idle();
      this.page.failed(report.message);
    } else {
      this.page.found(report, position, silent);
      if (report.is !== "done") return;
      this.searched = silent ? null : position;
      this.idle();
      this.page.done(then);
      if (then && (report.move || silent)) then(report);
    }
  }

  stop() {
    this.socket.ask({ do: "stop" });
  }

  // Nobody listens any more to what is being thought.
  quiet() {
    clearTimeout(this.waiting);
    this.socket.forget(this.asked);
    if (this.searching) this.stop();
    this.idle();
  }

  idle() {
    this.searching = false;
    this.page.changed();
  }
}
