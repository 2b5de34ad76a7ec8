// Puzzles: a position with exactly one winning move; the engine answers wrong tries with what is wrong about them.

import { $, memory } from "../dom.js";

const SOLVED = "bough-solved";

export class Puzzles {
  current = null;
  family = "";
  asked = 0; // how often a puzzle was asked for; only the last is opened

  // page: fetched(path, data), begin(request), hint(move)
  constructor(page) {
    this.page = page;
    $("puzzle-again").addEventListener("click", () => this.open(this.family, this.current.number));
    $("puzzle-next").addEventListener("click", () => this.open(this.family, this.current.number % this.current.of + 1));
    $("puzzle-earlier").addEventListener("click", () => this.open(this.family, (this.current.number || 1) - 1 || this.current.of));
    $("puzzle-answer").addEventListener("click", () => this.answer());
  }

  // The first puzzle of a game that has not been solved in this browser.
  first(family, count) {
    const solved = this.solved(family);
    const left = Array.from({ length: count }, (_, i) => i + 1).find((number) => !solved.includes(number));
    return this.open(family, left ?? 1);
  }

  async open(family, number) {
    const asked = ++this.asked;
    const puzzle = await this.page.fetched("api/puzzle", { game: family, number });
    if (!puzzle || asked !== this.asked) return null;
    const { game, start } = puzzle;
    const shown = this.page.begin({ game, start, moves: [] }); // which closes a puzzle
    Object.assign(this, { family, current: puzzle });
    $("puzzle").hidden = false;
    $("task").textContent = "";
    await shown;
    return puzzle;
  }

  // Back to the start of the puzzle, with the move that wins.
  async answer() {
    const puzzle = await this.open(this.family, this.current.number);
    if (puzzle && puzzle === this.current) this.page.hint(puzzle.move);
  }

  close() {
    this.current = null;
    $("puzzle").hidden = true;
  }

  // What the board shows now.
  arrived(position, setPersons) {
    if (!this.current) return;
    const { current } = this, [tried, reply] = position.moves;
    const head = `Puzzle ${current.number} of ${current.of}, ${current.grade}`;
    if (!tried) setPersons(position.to_move);
    const solver = position.players[position.moves.length % 2 === 0 ? position.to_move : 1 - position.to_move];
    $("puzzle").className = !tried ? "" : tried === current.move ? "won" : "lost";
    if (!tried) $("task").textContent = `${head}: ${solver} to play and win. Only one move does.`;
    else if (tried === current.move) {
      this.keep();
      $("task").textContent = `${head}: solved. ${tried} is the only winning move, which is proven.${position.over ? "" : " Play on to see why."}`;
    } else $("task").textContent = `${head}: ${tried} does not win${reply ? `; ${reply} is the answer` : ""}. Try again.`;
  }

  solved(family) {
    return JSON.parse(memory.get(`${SOLVED}-${family}`) ?? "[]");
  }

  keep() {
    const solved = new Set(this.solved(this.family)).add(this.current.number);
    memory.set(`${SOLVED}-${this.family}`, JSON.stringify([...solved]));
  }
}
