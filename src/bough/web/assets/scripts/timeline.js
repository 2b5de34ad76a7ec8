// The game as it was played: a tree of moves with the line that was last followed, each position kept once it is known.

export class Timeline {
  root = null;
  current = null;

  // Come to a position; moves that are new become a branch of their own.
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

  find(position) {
    let at = this.root;
    for (const move of position.moves) at = at?.children.find((child) => child.move === move);
    return at;
  }
}

function node(move, parent, key) {
  return { move, parent, key, children: [], next: null, position: null, found: null, ply: parent ? parent.ply + 1 : 0 };
}

function follow(parent, move) {
  let child = parent.children.find((one) => one.move === move);
  if (!child) {
    child = node(move, parent);
    parent.children.push(child);
  }
  parent.next = child;
  return child;
}

export function movesTo(at) {
  return at.parent ? [...movesTo(at.parent), at.move] : [];
}

// What a position is worth to the first player, from -1 to 1: what a search found, or how the game ended.
export function worth({ position, found }) {
  if (position?.over) return position.winner === null ? 0 : position.winner === 0 ? 1 : -1;
  return found ? found.value : null;
}

// What the move into a node gave away, in points of winning chances; null where one of the two values is not known.
export function loss(at) {
  const before = at.parent && worth(at.parent), after = worth(at);
  if (before === null || after === null || !at.parent?.position || at.parent.position.to_move > 1) return null;
  return 50 * (before - after) * (at.parent.position.to_move === 0 ? 1 : -1);
}
