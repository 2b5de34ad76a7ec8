// One simulation at reading speed: select, expand, play out, back up, each on the board.

import { $, button, element } from "../dom.js";

/** @import { Step } from "../types" */

const READING = 2500; // milliseconds for a step

export class Steps {
  // page: asked() gives the request of the position and its recipe, look(position, words) shows a board.
  constructor(socket, page) {
    this.socket = socket;
    this.page = page;
    this.round = 0;
    $("step").addEventListener("click", () => this.begin());
  }

  begin() {
    this.forget();
    const request = this.page.asked();
    if (!request) return;
    const { round } = this;
    $("steps").replaceChildren(element("li", "Preparing…"));
    this.socket.ask({ do: "step", ...request }, (report) => {
      if (round !== this.round) return;
      $("steps").replaceChildren(...(report.is === "error" ? [element("li", report.message)] : []));
      if (report.is === "steps") this.show(report.steps, 0, round);
    });
  }

  /** @type {(steps: Step[], number: number, round: number) => void} */
  show(steps, number, round) {
    if (round !== this.round) return;
    const { name, words, position } = steps[number], line = element("li");
    line.append(button(name, () => { ++this.round; this.page.look(position, `${name}: ${words}`); }), ` ${words}`);
    $("steps").append(line);
    this.page.look(position, `${name}: ${words}`);
    if (number + 1 < steps.length) setTimeout(() => this.show(steps, number + 1, round), READING);
  }

  // Nobody follows any more.
  forget() {
    ++this.round;
    $("steps").replaceChildren();
  }
}
