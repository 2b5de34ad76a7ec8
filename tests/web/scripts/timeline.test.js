// The record of a game: lines, variations, what moves gave away.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline, loss, movesTo, worth } from "../../../src/bough/web/assets/scripts/game/timeline.js";

const at = (...moves) => ({ game: "hex:3", start: "", moves, players: ["Red", "Blue"], to_move: moves.length % 2, over: false, winner: null });

function found(value, move = "z9", ...then) {
  return { value, move, variation: [move, ...then] };
}

test("moves form a line, other moves a variation beside it", () => {
  const timeline = new Timeline();
  timeline.arrive(at("a1", "b2", "c3"));
  timeline.arrive(at("a1", "b1"));
  assert.deepEqual(timeline.line.map(({ move }) => move), [null, "a1", "b1"]);
  const { line, lines } = timeline.written();
  assert.deepEqual(line, ["a1", "b1"]);
  assert.deepEqual(lines, [["a1", "b2", "c3"]]);
});

test("a line from a file leaves the line that is followed as it is", () => {
  const timeline = new Timeline();
  timeline.arrive(at("a1", "b2"));
  timeline.add(["a1", "c3", "b2"]);
  assert.deepEqual(movesTo(timeline.line.at(-1)), ["a1", "b2"]);
  assert.equal(timeline.root.children[0].children.length, 2);
});

test("another game begins another record", () => {
  const timeline = new Timeline();
  const first = timeline.arrive(at("a1"));
  const second = timeline.arrive({ ...at(), game: "hex:4" });
  assert.equal(second.parent, null);
  assert.notEqual(timeline.root, first.parent);
  assert.equal(timeline.find(at("a1")), undefined);
});

test("what a move gave away is the mover's loss, in points of winning chances", () => {
  const timeline = new Timeline();
  const root = timeline.arrive(at()), first = timeline.arrive(at("a1")), second = timeline.arrive(at("a1", "b2"));
  assert.equal(loss(first), null);
  [root.found, first.found, second.found] = [found(0.5), found(-0.1), found(0.7)];
  assert.equal(Math.round(loss(first)), 30); // from 75 to 45 %, for the first player
  assert.equal(Math.round(loss(second)), 40); // and back to 85 %, for the second
});

test("the search's own choice gives nothing away", () => {
  const timeline = new Timeline();
  const root = timeline.arrive(at()), first = timeline.arrive(at("a1"));
  [root.found, first.found] = [found(0.5, "a1"), found(-0.5)];
  assert.equal(loss(first), 0);
});

test("a game that is over is worth its result, whatever a search said", () => {
  const node = (winner) => ({ position: { ...at("a1"), over: true, winner }, found: found(0.3) });
  assert.deepEqual([0, 1, null].map((winner) => worth(node(winner))), [1, -1, 0]);
});

test("what is saved says who wins and what was better", () => {
  const timeline = new Timeline();
  const root = timeline.arrive(at()), first = timeline.arrive(at("a1"));
  [root.found, first.found] = [found(0.5, "b2", "a2"), found(-0.5)];
  assert.deepEqual(timeline.written().notes, [{ moves: ["a1"], text: "Red wins 25 %; gave away 50 points, better b2 a2" }]);
});
