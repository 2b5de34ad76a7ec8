"""Golden searches: what fixed searches compute, field by field, kept in golden.json.

`make golden` writes the file anew. A commit that changes it says which entries changed, and why.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import bough
from bough.lab.speed import signature
from bough.search.classic.deepening import AlphaBeta, AlphaBetaOptions, Star, StarOptions
from bough.search.classic.exact import ExactValues
from bough.search.classic.minimax import Minimax, MinimaxOptions
from bough.search.trees.engine import engine
from bough.search.trees.results import tree_result
from bough.search.trees.tree import Tree
from bough.search.views.proving import proof_of

FILE = Path(__file__).parent / "golden.json"
EXAMPLES = Path(__file__).parent.parent / "examples"
DICE, CHESS = "pig.py:12", "dark-chess:2x3,pieces=KCPkcp"
SEED = 11

SMALL = [
    ("tic-tac-toe", "uct"),
    ("tic-tac-toe", "uct+anti-decisive+solver"),
    ("hex:4", "uct+solver"),
    ("hex:4", "uct+rave+solver"),
    ("hex:4,swap", "uct+rave+anti-decisive+solver+threshold(visits=5)"),
    ("y:4", "uct+rave+decisive-offline+solver"),
    ("havannah:3", "uct+rave+anti-decisive+solver"),
    ("havannah:3", "uct+decisive+solver+secure"),
    ("havannah:3", "uct+decisive-offline+value"),
    ("connect-four:4x4", "uct+anti-decisive+solver"),
    ("breakthrough.py", "uct+decisive+solver"),
    ("loa:4", "uct+policy+leaf-check+limit+cutoff+bias+secure+solver+threshold(visits=5)"),
    (CHESS, "uct+chance-nodes+solver"),
    (CHESS, "uct+policy+group-nodes"),
    (CHESS, "uct+policy+draw-rule+bias+implicit+solver+transpositions+chance-nodes+exact-chance"),
    (CHESS, "uct+move-groups-random"),
    (CHESS, "uct+move-groups-cycle-r"),
    (CHESS, "uct+move-groups-cycle-m"),
    ("loa:4", "uct+prior+unpruning(a=5)+expand-late(visits=2)+solver"),
    ("go:4", "uct+policy+bias+unpruning(a=5)+expand-late(visits=2)"),
    ("go:4", "uct+rave+policy+careful+reply+prior+expand-late(visits=2)"),
    ("loa:4", "uct+mixed+recorded+cutoff+implicit+pn+solver+look-ahead(visits=2)"),
    (DICE, "uct+chance-nodes+solver"),
    ("connect-four:4x4", "puct(batch=4)+solver"),
    (DICE, "puct(batch=1)+chance-nodes+solver"),
    ("hex:4", "uct+late-prior(visits=5,batch=2)+solver"),
    ("hex:4", "puct(batch=2)+gumbel(simulations=30)+solver"),
    ("loa:4", "uct+tuned+mixed-two-plies+early(plies=2)+solver"),
    ("hex:4", "uct+grave(reference=5)+nst(length=3,seen=1)+last-good-reply+first-play+history+playouts+solver"),
    ("breakthrough.py", "uct+mast+history+playouts+solver"),
    ("go:4", "uct+policy+bias+unpruning(a=5)+know-late(visits=2)"),
    (CHESS, "uct+policy+group-nodes-drawn"),
    ("loa:4", "uct+late-bias(visits=5)+leaf-check+solver"),
    ("loa:4", "best-first+solver"),
    ("connect-four:4x4", "uct+ppa(rate=0.5)+criticality(weight=3)+solver"),
    ("hex:4", "uct+rave+inferior+solver"),
    ("go:4", "uct+rave+score-bonus+solver"),
]
"""Every idea and every family of games at least once, 60 simulations each: compiled and interpreted alike."""

COMPILED_FIRST = (14, 20, 21, 25, 26, 28, 30, 34)
"""Numbers of cases with many ideas each; `make test` compiles only these, `make test-all` all."""

WHOLE = [
    ("hex:11", "", 40),
    ("havannah:8", "", 40),
    ("y:11", "", 40),
    ("go:9", "", 16),
    ("loa", "", 16),
    ("dark-chess", "", 24),
    ("connect-four", "", 200),
    ("hex:3", "uct+solver", 1000),
    ("tic-tac-toe", "uct+solver", 400),
    ("loa:3", "uct+leaf-check+solver", 300),
    ("dark-chess:2x2,pieces=KPkp,draw=4", "uct+chance-nodes+solver", 400),
]
"""The games' own recipes on their usual boards, and searches that end in a proof (or, with chance, close to one)."""


def named(game: str) -> bough.Game:
    """The game of a case; examples are files."""
    return bough.game(str(EXAMPLES / game) if ".py" in game else game)


def short(data: bytes) -> str:
    """A short digest."""
    return hashlib.sha256(data).hexdigest()[:12]


@bough.evaluator("hashed")
def hashed(batch: bough.Batch) -> tuple[np.ndarray, np.ndarray]:
    """Judges a position by the digest of its text: always the same, and not good."""
    digests = [hashlib.sha256(position.text.encode()).digest() for position in batch.positions]
    numbers = np.array([list(digest) for digest in digests], np.float32)
    ids = batch.game.rules.move_ids
    weights = np.tile(numbers, (1, 1 + ids // 32))[:, :ids] + np.linspace(0.1, 0.9, ids, dtype=np.float32)
    return numbers[:, 0] / 128.0 - 1.0, weights  # no two moves weigh the same, so no order of moves matters


def grown_tree(game: str, recipe: str, simulations: int) -> Tree:
    """The tree of a case."""
    rules = named(game)
    chosen = bough.recipe(recipe or rules.recipe)
    if chosen.asks:
        chosen += hashed
    tree = Tree(engine(rules, chosen), chosen, 1 << 24, SEED)
    tree.plant(rules.start().state)
    tree.grow(simulations)
    return tree


def fields(tree: Tree) -> dict[str, str]:
    """A digest of each field over all nodes, and of the result people see."""
    nodes = tree.nodes[: int(tree.memory[0].used)]
    digests = {name: short(np.ascontiguousarray(nodes[name]).tobytes()) for name in sorted(nodes.dtype.names or ())}
    result = tree_result(tree, "", simulations=0, seconds=0.0, interrupted=False, seed=0).to_dict()
    return digests | {"result": short(json.dumps(result["moves"]).encode()), "line": " ".join(result["variation"][:6])}


def small(case: tuple[str, str]) -> dict[str, str]:
    """One of the cases that both forms of the code are held to."""
    return fields(grown_tree(*case, 60))


def whole(case: tuple[str, str, int]) -> dict[str, str]:
    """One of the larger cases; where the root is proven and nothing is left to chance, its proof too."""
    tree = grown_tree(*case)
    found = fields(tree)
    if tree.decided and tree.engine.game.rules.outcomes is None:
        proof = proof_of(tree, tree.engine.game.start())
        found["proof"] = short(json.dumps([claim._asdict() for claim in proof.claims]).encode())
    return found


def classic() -> dict[str, Any]:
    """Alpha-beta, expectimax, minimax and exact values."""
    found: dict[str, Any] = {}
    loa = bough.game("loa:5")
    result = AlphaBeta(loa, AlphaBetaOptions(depth=3), memory="1MiB").search(loa.start())
    found["alphabeta(depth=3) loa:5"] = [result.move, round(result.value, 9), result.nodes, *result.variation]
    chess = bough.game(CHESS)
    flipped = chess.start().play("a1(K)").play("b2(p)")
    for version in (1, 2):
        result = Star(chess, version, StarOptions(depth=2)).search(flipped)
        found[f"star{version}(depth=2) {CHESS}"] = [result.move, round(result.value, 9), result.nodes]
    board = bough.game("tic-tac-toe")
    minimax = Minimax(board, MinimaxOptions(depth=6))
    result = minimax.search(board.start().play("a1").play("a2"))
    found["minimax(depth=6) tic-tac-toe"] = [result.move, minimax.points, result.nodes]
    tiny = bough.game("dark-chess:2x2,pieces=KPkp,draw=4")
    exact = ExactValues(tiny, "4MiB")
    found["exact dark-chess:2x2"] = [round(exact.value(tiny.start()), 12), exact.positions]
    return found


def label(case: tuple) -> str:
    """The name of a case in the file."""
    return " ".join(map(str, case)).replace("  ", " ")


def computed() -> dict[str, Any]:
    """All of the file."""
    return {
        "small": {label(case): small(case) for case in SMALL},
        "whole": {label(case): whole(case) for case in WHOLE},
        "classic": classic(),
        "signature": signature(),
    }


def kept() -> dict[str, Any]:
    """What the file says."""
    return json.loads(FILE.read_text())


if __name__ == "__main__":
    FILE.write_text(json.dumps(computed(), indent=1) + "\n")
    print(f"wrote {FILE.name}: {len(SMALL) + len(WHOLE)} trees", file=sys.stderr)
