// The situation in words: whose turn it is, how the game ended, who has which stones, and the address that leads here.
// `called(side)` is what a side is called after its name; `early`: how the game ended before its end, if it did.

import { $, element, sign, svg } from "../dom.js";
import { told, winnerOf } from "./early.js";

/** @import { Early, Position } from "../types" */
/** @typedef {(side: number) => string} Called */

// How the game ended for a person who plays against the engine, as classes of the status line.
/** @type {(position: Position, early: Early | null, persons: number[]) => string} */
export function outcome(position, early, persons) {
  if (!position.over && !early) return "";
  const winner = winnerOf(position, early);
  if (winner === null || persons.length !== 1) return "ended";
  return persons[0] === winner ? "ended won" : "ended lost";
}

// `walked`: how many moves the game has, where somebody looks at an earlier one.
/** @type {(position: Position, called: Called, early: Early | null, walked: number | null) => string} */
export function situation(position, called, early, walked) {
  const { players } = position;
  if (early) return told(early, players, called);
  if (position.over) {
    const name = position.winner === null ? "" : players[position.winner];
    return `${name}${name && called(position.winner)}${position.ending.slice(name.length)}.`;
  }
  const whose = `${players[position.to_move]}${called(position.to_move)} to move.`;
  return walked === null ? whose : `After move ${position.moves.length} of ${walked}. ${whose}`;
}

// What the game is: its name, rules and pieces, and what stands beside the board.
/** @param {Position} position */
export function introduce(position) {
  $("rules").hidden = !position.rules;
  $("rules").lastElementChild.textContent = position.rules;
  $("key").hidden = !position.key.length;
  $("key").lastElementChild.replaceChildren(...position.key.map((line) => element("li", line)));
  $("text").value = position.text;
  $("title").textContent = position.title;
  document.title = `${position.title} · Bough`;
  $("captured").textContent = position.taken ? `Captured by ${position.players[0]} ${position.taken[0]}, by ${position.players[1]} ${position.taken[1]}.` : "";
  for (const side of [0, 1]) $(`name-${side}`).textContent = position.players[side];
}

function signOf(side, colour) {
  const picture = svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  picture.append(sign(side, 8, 8, 4.5, { stroke: colour, "stroke-width": 2.5 }));
  return picture;
}

/** @type {(position: Position, called: Called) => void} */
export function legend(position, called) {
  $("legend").replaceChildren(...position.players.flatMap((name, side) => {
    const disc = element("span", undefined, { class: position.signs ? "sign" : "disc" });
    if (position.signs) {
      disc.append(signOf(side, position.colours[side]));
    } else {
      disc.style.setProperty("--stone", position.colours[side]);
    }
    return [...(position.colours.length ? [disc] : []), element("span", `${name}${called(side)}`), element("span", undefined, { class: "clock", "data-clock": side })];
  }));
}

/** @param {Position} position */
export function addressOf(position) {
  const parts = new URLSearchParams({ game: position.game });
  if (position.start) parts.set("start", position.start);
  if (position.moves.length) parts.set("moves", position.moves.join(" "));
  return `#${parts}`;
}
