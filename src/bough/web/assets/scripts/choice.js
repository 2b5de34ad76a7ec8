// Which game: its name in a list, its size and options in a field that offers the usual boards.

import { $, element } from "./dom.js";

export class Choice {
  offer(games) {
    this.games = games;
    $("game").replaceChildren(...games.map((game) => element("option", game.name, { value: game.name })));
    this.boards();
  }

  // The usual boards of the game that is named now, the first of them chosen.
  boards() {
    const chosen = this.games.find((game) => game.name === $("game").value);
    $("boards").replaceChildren(...chosen.boards.map((value) => element("option", undefined, { value })));
    $("options").value = chosen.boards[0];
    $("options").placeholder = chosen.options.join(", ");
  }

  set(name) {
    const [head, ...rest] = name.split(":");
    if (!this.games.some((game) => game.name === head)) return;
    $("game").value = head;
    this.boards();
    $("options").value = rest.join(":");
  }

  get() {
    const options = $("options").value.trim();
    return $("game").value + (options ? `:${options}` : "");
  }
}
