// A game that ends before the rules end it: somebody resigns or runs out of time, or both agree to a draw.

import { $, percent } from "../dom.js";

/** @import { Early, Position, Report } from "../types" */

const SURE = 4000; // milliseconds in which a second click resigns

export class Ending {
  // page: resign(), judge(then) lets the engine look at the position, agreed(), say(words)
  constructor(page) {
    this.page = page;
    $("resign").addEventListener("click", () => ($("resign").classList.contains("sure") ? this.resign() : this.ask()));
    $("draw").addEventListener("click", () => this.offer());
  }

  // One click gives no game away.
  ask() {
    $("resign").classList.add("sure");
    $("resign").textContent = "Really resign?";
    this.calming = setTimeout(() => this.calm(), SURE);
  }

  calm() {
    clearTimeout(this.calming);
    $("resign").classList.remove("sure");
    $("resign").textContent = "Resign";
  }

  resign() {
    this.calm();
    this.page.resign();
  }

  // The engine looks at the board as it would for a move of its own, and agrees if it does not see itself ahead; a
  // person is to move.
  offer() {
    this.page.judge((/** @type {Report} */ report) => {
      if (report.stopped) this.page.say("You stopped the engine before it could answer.");
      else if (agrees(report)) this.page.agreed();
      else this.page.say(`The engine declines a draw: it expects to win ${percent(-report.value)}.`);
    });
    this.page.say("The engine considers your offer…");
  }
}

// Whether the opponent of the player to move is content with a draw.
/** @param {Pick<Report, "value">} report */
export function agrees({ value }) {
  return value >= 0;
}

// What to say of it.
/** @type {(early: Early, players: string[], called: (side: number) => string) => string} */
export function told({ loser, late }, players, called) {
  if (loser === null) return "A draw by agreement.";
  return `${players[loser]} ${late ? "has no time left" : "resigns"}: ${players[1 - loser]}${called(1 - loser)} wins.`;
}

// Who has won, or null for a draw.
/** @type {(position: Position, early: Early | null) => number | null} */
export function winnerOf(position, early) {
  if (!early) return position.winner;
  return early.loser === null ? null : 1 - early.loser;
}
