// A clock for both sides: it runs for whoever is to move, and tells when a side has no time left.

import { $ } from "../dom.js";

const TICK = 200; // milliseconds

export class Clock {
  left = null; // milliseconds of both sides, null without a clock
  running = null;

  constructor(flag) {
    this.flag = flag;
    setInterval(() => this.tick(), TICK);
  }

  set(minutes) {
    this.left = minutes ? [minutes * 60000, minutes * 60000] : null;
    this.running = null;
  }

  // A side's time begins to run, or nobody's.
  turn(side) {
    this.tick();
    this.running = side;
    this.since = performance.now();
    this.show();
  }

  tick() {
    if (!this.left || this.running === null) return;
    const now = performance.now(), side = this.running;
    this.left[side] = Math.max(0, this.left[side] - (now - this.since));
    this.since = now;
    this.show();
    if (this.left[side] > 0) return;
    this.running = null;
    this.flag(side);
  }

  show() {
    for (const side of [0, 1]) {
      const place = $("legend").querySelector(`[data-clock="${side}"]`);
      if (place) place.textContent = this.left ? told(this.left[side]) : "";
    }
  }
}

function told(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
