// The game as it was played: a tree of moves with the line that was last followed, each position kept once it is known.

/** @import { Node, Position } from "../types" */

export class Timeline {
  /** @type {Node | null} */
  root = null;
  /** @type {Node | null} */
  current = null;

  // Come to a position; moves that are new become a branch of their own.
  /** @param {Position} position */
  arrive(position) {
    const key = `${position.game} ${position.start}`;
    if (this.root?.key !== key) this.root = node(null, null, key);
    let at = this.root;
    for (const move of position.moves) at = follow(at, move);
    at.position = position;
    this.current = at;
    return at;
  }

  // Every node from the start to the end of the line that was last followed.
  get line() {
    const nodes = [];
    for (let at = this.root; at; at = at.next) nodes.push(at);
    return nodes;
  }

  // Everything to be saved: the moves of the line, the other lines, and what searches have found.
  written() {
    const lines = [], notes = [];
    const walk = (/** @type {Node} */ at) => {
      if (at.move && note(at)) notes.push({ moves: movesTo(at), text: note(at) });
      if (!at.children.length) lines.push(movesTo(at));
      for (const child of at.children) walk(child);
    };
    walk(this.root);
    const line = movesTo(this.line.at(-1)), own = line.join(" ");
    return { line, lines: lines.filter((moves) => moves.join(" ") !== own), notes };
  }

  // A line that was kept beside the game's own; where the two part it becomes a variation.
  /** @param {string[]} moves */
  add(moves) {
    let at = this.root;
    for (const move of moves) {
      const { next } = at, child = follow(at, move);
      at.next = next ?? child;
      at = child;
    }
  }

  /** @param {Position} position */
  find(position) {
    let at = this.root;
    for (const move of position.moves) at = at?.children.find((child) => child.move === move);
    return at;
  }
}

/** @returns {Node} */
function node(move, parent, key = undefined) {
  return { move, parent, key, children: [], next: null, position: null, found: null, ply: parent ? parent.ply + 1 : 0 };
}

/** @type {(parent: Node, move: string) => Node} */
function follow(parent, move) {
  let child = parent.children.find((one) => one.move === move);
  if (!child) {
    child = node(move, parent);
    parent.children.push(child);
  }
  parent.next = child;
  return child;
}

/** @type {(at: Node) => string[]} */
export function movesTo(at) {
  return at.parent ? [...movesTo(at.parent), at.move] : [];
}

// What a position is worth to the first player, from -1 to 1: what a search found, or how the game ended.
/** @param {Node} at */
export function worth({ position, found }) {
  if (position?.over) return position.winner === null ? 0 : position.winner === 0 ? 1 : -1;
  return found ? found.value : null;
}

// What the move into a node gave away, in points of winning chances; null where one of the two values is not known.
/** @type {(at: Node) => number | null} */
export function loss(at) {
  const before = at.parent && worth(at.parent), after = worth(at);
  if (before === null || after === null || !at.parent?.position || at.parent.position.to_move > 1) return null;
  if (at.parent.found?.move === at.move.split("(")[0]) return 0; // the search's own choice: no better one is known
  return 50 * (before - after) * (at.parent.position.to_move === 0 ? 1 : -1);
}

// What is known of a move, for people who read the file elsewhere.
/** @param {Node} at */
function note(at) {
  const lost = loss(at), value = worth(at), parts = [];
  if (at.position?.over || value === null) return "";
  parts.push(`${at.position.players[0]} wins ${Math.round(50 * (1 + value))} %`);
  if (lost >= 10) parts.push(`gave away ${Math.round(lost)} points, better ${at.parent.found.variation.slice(0, 4).join(" ")}`);
  return parts.join("; ");
}
