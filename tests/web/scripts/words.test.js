// Values, verdicts and situations in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chances, expected, judgement, percent, verdict } from "../../../src/bough/web/assets/scripts/dom.js";
import { differences } from "../../../src/bough/web/assets/scripts/panels/compare.js";
import { agrees } from "../../../src/bough/web/assets/scripts/game/early.js";
import { addressOf, outcome, situation } from "../../../src/bough/web/assets/scripts/game/situation.js";

const row = (low, high, value = 0, visits = 1) => ({ move: "a1", low, high, value, visits });
const position = { game: "hex:5,swap", start: "", moves: ["a1", "b2"], players: ["Red", "Blue"], to_move: 0, over: false, winner: null, ending: "" };
const called = (side) => side === 0 ? " (you)" : " (the engine)";

test("values are winning chances", () => {
  assert.deepEqual([-1, 0, 0.5, 1].map(percent), ["0 %", "50 %", "75 %", "100 %"]);
});

test("bounds are words", () => {
  const words = [[1, 1], [-1, -1], [0, 0], [0.25, 0.25], [0, 1], [-1, 0], [-1, 1], [-0.5, 0.5]].map(([low, high]) => verdict(row(low, high)));
  assert.deepEqual(words, ["win", "loss", "draw", "exact", "≥ draw", "≤ draw", "", ""]);
});

test("a move that was neither tried nor proven has no chances", () => {
  assert.equal(chances(row(-1, 1, 0, 0)), "–");
  assert.equal(chances(row(1, 1, 1, 0)), "100 %");
});

test("a search's move is proven or wins so often", () => {
  assert.equal(judgement({ proven: true, low: 1, high: 1, value: 1 }), "a proven win");
  assert.equal(judgement({ proven: false, low: -1, high: 1, value: 0.2 }), "wins 60 %");
  assert.equal(expected({ move: "a1", variation: ["a1", "b2", "c3"] }), "a1, then b2 c3");
  assert.equal(expected({ move: "a1", variation: [] }), "a1");
});

test("whose turn, how it ended, who gave up", () => {
  assert.equal(situation(position, called, null, null), "Red (you) to move.");
  assert.equal(situation(position, called, null, 7), "After move 2 of 7. Red (you) to move.");
  assert.equal(situation(position, called, { loser: 0, late: false }, null), "Red resigns: Blue (the engine) wins.");
  assert.equal(situation(position, called, { loser: 1, late: true }, null), "Blue has no time left: Red (you) wins.");
  assert.equal(situation(position, called, { loser: null, late: false }, null), "A draw by agreement.");
  const over = { ...position, over: true, winner: 1, ending: "Blue wins with a chain" };
  assert.equal(situation(over, called, null, null), "Blue (the engine) wins with a chain.");
  assert.equal(situation({ ...over, winner: null, ending: "a draw" }, called, null, null), "a draw.");
});

test("a loss does not look like a win", () => {
  const over = { ...position, over: true, winner: 1 };
  assert.equal(outcome(over, null, [1]), "ended won");
  assert.equal(outcome(over, null, [0]), "ended lost");
  assert.equal(outcome(over, null, [0, 1]), "ended");
  assert.equal(outcome(position, { loser: 0, late: false }, [0]), "ended lost");
  assert.equal(outcome(position, { loser: null, late: false }, [0]), "ended");
  assert.equal(outcome(position, null, [0]), "");
});

test("the engine agrees to a draw unless it sees itself ahead", () => {
  assert.deepEqual([0.3, 0, -0.01, -1].map((value) => agrees({ value })), [true, true, false, false]);
});

test("an address leads to the position", () => {
  const parts = new URLSearchParams(addressOf(position).slice(1));
  assert.deepEqual(Object.fromEntries(parts), { game: "hex:5,swap", moves: "a1 b2" });
});

test("of two recipes the moves they differ on come first", () => {
  const one = { moves: [{ move: "a1", visits: 90 }, { move: "b2", visits: 10 }] };
  const two = { moves: [{ move: "b2", visits: 5 }, { move: "c3", visits: 5 }] };
  const found = differences(one, two);
  assert.deepEqual(found.map(({ move }) => move), ["a1", "c3", "b2"]);
  assert.equal(found[0].rows[1], undefined);
  assert.equal(found[1].apart, 0.5);
});
