// The review: every position of a game's line searched in turn, in the background; what has been found is kept.

import { $ } from "../dom.js";

const SECONDS = 1;

export class Review {
  running = false;

  // page: pause() ends what goes on, known(node) fetches a position, search(position, limits, then), changed(), persons().
  constructor(timeline, record, page) {
    this.timeline = timeline;
    this.record = record;
    this.page = page;
    this.round = 0;
  }

  press() {
    const begins = !this.running;
    this.page.pause();
    this.running = begins;
    if (begins) this.go(++this.round);
    else this.record.show();
    this.page.changed();
  }

  async go(round) {
    const { line } = this.timeline;
    for (const node of line) node.position ??= await this.page.known(node);
    if (!this.running || round !== this.round) return;
    const left = line.filter((node) => node.position && !node.position.over && !node.found?.reviewed);
    if (!left.length) return this.end();
    $("reviewed").textContent = `Reviewing: ${line.length - left.length} of ${line.length} positions, about ${left.length * SECONDS} s left…`;
    const [node] = left;
    node.then ??= node.found; // what was thought while the game went on stays to be compared
    this.page.search(node.position, { seconds: SECONDS }, () => {
      node.found.reviewed = true;
      if (this.running && round === this.round) this.go(round);
    });
    this.page.changed();
  }

  end() {
    this.running = false;
    $("reviewed").replaceChildren(...this.record.verdicts(this.page.persons()));
    this.page.changed();
    this.record.show();
  }
}
