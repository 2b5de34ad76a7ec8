"""Turns a search tree with a proven root into a proof that can be written and checked (games/formats/proofs.py)."""

from bough.core.errors import BoughError
from bough.games.formats.proofs import Claim, Proof, ProofTree, needed_claims, value_for
from bough.games.game import Position
from bough.search.trees.tree import Tree

MOST_PLIES = 5
"""How many plies may follow where the tree ends."""


def proof_of(tree: Tree, position: Position) -> Proof:
    """The proof of a tree's root; `position` is the root's position."""
    if not tree.decided:
        raise BoughError("the root is not proven, so there is no proof to write")
    value = -int(tree.nodes[0].low)
    claims = sorted(needed_claims(position.to_move, value))
    try:
        return Proof(position, value, tuple(Claim(*claim, _strategy(tree, 0, position, *claim)) for claim in claims))
    except RecursionError:
        raise BoughError("the proof is too deep to be written down") from None


def _strategy(tree: Tree, node: int, position: Position, player: int, at_least: int) -> ProofTree:
    """The proof tree of a claim below a node."""
    if position.over:
        return {}
    children = {int(tree.nodes[child].move): child for child in tree.children(node)}
    if position.to_move == player:
        good = [(move, child) for move, child in children.items() if _sure(tree, child, player) >= at_least]
        if not good:
            return _short(position, player, at_least)
        move, child = min(good, key=lambda item: int(tree.nodes[item[1]].visits))
        name = position.game.face.move_name(move)
        return {name: _strategy(tree, child, position.play(name), player, at_least)}
    answers = {}
    for name, move in position.move_numbers.items():
        after = position.play(name)
        if move in children and _sure(tree, children[move], player) >= at_least:
            answers[name] = _strategy(tree, children[move], after, player, at_least)
        else:  # the search left this move out because an immediate answer refutes it, or did not go on after it
            answers[name] = _short(after, player, at_least)
    return answers


def _sure(tree: Tree, node: int, player: int) -> int:
    """The proven lower bound of a node's value for a player."""
    record = tree.nodes[node]
    return int(record.low) if record.mover == player else -int(record.high)


def _short(position: Position, player: int, at_least: int) -> ProofTree:
    """The proof of what the search knew without going on: it must take a few plies only."""
    for plies in range(MOST_PLIES + 1):
        proof = _within(position, player, at_least, plies)
        if proof is not None:
            return proof
    raise BoughError(
        f"the search knew without looking what follows after {' '.join(position.history)}, which a proof has to show; "
        "search without the ideas 'inferior' and 'transpositions'"
    )


def _within(position: Position, player: int, at_least: int, plies: int) -> ProofTree | None:
    """The proof within this many plies, or None."""
    if position.over:
        return {} if value_for(player, position.winner) >= at_least else None
    if plies == 0:
        return None
    answers: ProofTree = {}
    for name in position.moves:
        proof = _within(position.play(name), player, at_least, plies - 1)
        if position.to_move == player and proof is not None:
            return {name: proof}
        if position.to_move != player:
            if proof is None:
                return None
            answers[name] = proof
    return answers if position.to_move != player else None
