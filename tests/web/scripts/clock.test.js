// The clock: it runs for one side, stops in between, and flags once.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { Clock } from "../../../src/bough/web/assets/scripts/game/clock.js";

function clocked(minutes) {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  const places = [{}, {}], flags = [];
  mock.method(performance, "now", () => now);
  globalThis.document = { getElementById: () => ({ querySelector: (text) => places[text.includes("1") ? 1 : 0] }) };
  const clock = new Clock((side) => flags.push(side));
  clock.set(minutes);
  return { clock, flags, shown: () => places.map(({ textContent }) => textContent), pass: (milliseconds) => { now += milliseconds; mock.timers.tick(200); } };
}

afterEach(() => {
  mock.reset();
  mock.timers.reset();
});

test("time runs for the side to move alone", () => {
  const { clock, flags, shown, pass } = clocked(1);
  clock.turn(0);
  pass(10_000);
  clock.turn(1);
  pass(1_000);
  clock.turn(null);
  pass(30_000);
  assert.deepEqual(shown(), [" 0:50", " 0:59"]);
  assert.deepEqual(flags, []);
});

test("who has no time left is told once", () => {
  const { clock, flags, shown, pass } = clocked(1);
  clock.turn(1);
  pass(61_000);
  pass(61_000);
  assert.deepEqual(flags, [1]);
  assert.deepEqual(shown(), [" 1:00", " 0:00"]);
});

test("without a clock nothing is shown", () => {
  const { clock, flags, shown, pass } = clocked(0);
  clock.turn(0);
  pass(100_000);
  assert.deepEqual(shown(), ["", ""]);
  assert.deepEqual(flags, []);
});
