// Setting up a position by hand: each click gives a cell its next mark.

import { $, element } from "../dom.js";

export class Editing {
  constructor(board, { interrupt, stopped, arranged }) {
    this.board = board;
    $("edit").addEventListener("click", () => {
      if (!$("editing").hidden) return stopped();
      interrupt();
      this.begin();
    });
    $("edit-done").addEventListener("click", () => arranged({ game: this.position.game, marks: this.marks, to_move: Number($("edit-side").value) }));
  }

  offer(position) {
    this.position = position;
    $("edit").disabled = !position.by_hand;
    $("edit-side").replaceChildren(...position.players.map((name, side) => element("option", name, { value: side })));
    this.set(false);
  }

  set(on) {
    $("edit").setAttribute("aria-pressed", String(on));
    $("editing").hidden = !on;
  }

  begin() {
    const { position } = this;
    this.board.draw(position, false);
    this.marks = position.cells.map((cell) => cell.mark);
    this.board.editing((cell) => {
      const next = (position.marks.findIndex(({ mark }) => mark === this.marks[cell]) + 1) % position.marks.length;
      this.marks[cell] = position.marks[next].mark;
      return next;
    });
    this.set(true);
  }
}
