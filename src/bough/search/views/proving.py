"""Turns a search tree with a proven root into a proof that can be written and checked (games/formats/proofs.py)."""

from bough.core.errors import BoughError
from bough.games.formats.proofs import Claim, Proof, ProofTree, needed_claims, value_for
from bough.games.game import Position
from bough.search.trees.tree import Tree


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
            raise BoughError(f"the proof has a gap after {' '.join(position.history)}")
        move, child = min(good, key=lambda item: int(tree.nodes[item[1]].visits))
        name = position.game.face.move_name(move)
        return {name: _strategy(tree, child, position.play(name), player, at_least)}
    answers = {}
    for name, move in position.move_numbers.items():
        after = position.play(name)
        if move in children and _sure(tree, children[move], player) >= at_least:
            answers[name] = _strategy(tree, children[move], after, player, at_least)
        else:  # the search left this move out because an immediate answer refutes it
            answers[name] = _at_once(after, player, at_least)
    return answers


def _sure(tree: Tree, node: int, player: int) -> int:
    """The proven lower bound of a node's value for a player."""
    record = tree.nodes[node]
    return int(record.low) if record.mover == player else -int(record.high)


def _at_once(position: Position, player: int, at_least: int) -> ProofTree:
    if position.over:
        return {}
    if position.to_move == player:
        for name in position.moves:
            after = position.play(name)
            if after.over and value_for(player, after.winner) >= at_least:
                return {name: {}}
    raise BoughError(
        f"the search knew without a reply that {' '.join(position.history)} fails, which a proof has to show; "
        "search without the idea 'inferior'"
    )
