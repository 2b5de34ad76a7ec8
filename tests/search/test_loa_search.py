"""The ideas of the MCTS-Solver paper and those past it, on trees that can be checked by hand or by a twin."""

import numpy as np
import pytest
from conftest import grown
from test_loa import SHORTEST

import bough
from bough.core.jit import kernel
from bough.core.records import record_type, records
from bough.core.rng import seeded
from bough.search.ideas.policy import weighted_choice, weights_memory
from bough.search.ideas.proof_numbers import INFINITE


def test_solved_boards():
    """3x3 is lost in two plies, 4x4 won in three."""
    for game, recipe, value in (("loa:3", "uct+solver", -1), ("loa:4", "uct+leaf-check+solver", 1)):
        assert bough.search(bough.game(game).start(), recipe, simulations=2000).low == value


@pytest.mark.compiled
@pytest.mark.long
def test_a_larger_solved_board():
    """5x5 is won, in eleven plies by alpha-beta."""
    five = bough.game("loa:5").start()
    result = bough.search(five, "mc-loa+pn", simulations=3_000_000, memory="2GiB", seed=1)
    assert result.proven
    assert result.value == 1


def test_the_leaf_check_proves_a_win_at_once():
    position = bough.game("loa").start()
    for move in SHORTEST.split()[:-1]:
        position = position.play(move)
    winning = [move for move in position.moves if position.play(move).winner == 0]
    assert winning
    result = bough.search(position, "uct+leaf-check+solver", simulations=5)
    assert result.proven
    assert result.move in winning
    assert result.simulations <= 2


def twin_numbers(tree, node):
    """Proof and disproof number by their definition."""
    found, attacker = tree.nodes[node], 1 - int(tree.nodes[0].mover)
    if found.low == found.high:
        won = found.low == (1 if found.mover == attacker else -1)
        return (0, INFINITE) if won else (INFINITE, 0)
    if found.count == 0:
        return 1, 1
    pairs = [twin_numbers(tree, child) for child in tree.children(node)]
    attacking = tree.nodes[int(found.first)].mover == attacker
    proofs, disproofs = zip(*pairs, strict=True)
    if attacking:
        return min(proofs), min(INFINITE, sum(disproofs))
    return min(INFINITE, sum(proofs)), min(disproofs)


@pytest.mark.parametrize("game", ["loa:4", "tic-tac-toe"])
def test_proof_numbers_are_what_they_are_defined_to_be(game):
    tree = grown(game, "uct+solver+pn", 200, seed=3)
    attacker = 1 - int(tree.nodes[0].mover)
    for node in range(int(tree.memory[0].used)):
        found = tree.nodes[node]
        if game == "tic-tac-toe" or found.low != found.high:  # a draw of bounds is no win, which is all they count
            assert (found.proof, found.disproof) == twin_numbers(tree, node)
        children = tree.children(node)
        if len(children):
            field = "proof" if tree.nodes[children[0]].mover == attacker else "disproof"
            numbers = [int(tree.nodes[child][field]) for child in children]
            for child, number in zip(children, numbers, strict=True):
                assert tree.nodes[child].better == sum(other < number for other in numbers)


def test_implicit_values_are_the_minimax_of_visited_nodes():
    tree = grown("loa:4", "uct+policy+cutoff(every=1)+implicit", 400, seed=5)
    for node in range(int(tree.memory[0].used)):
        seen = [tree.nodes[child].implicit for child in tree.children(node) if tree.nodes[child].visits > 0]
        if seen:
            assert tree.nodes[node].implicit == pytest.approx(-max(seen), abs=1e-6)


@pytest.mark.compiled
def test_playout_moves_are_drawn_by_their_weights():
    """Chi-square over 40,000 draws at the start."""
    game = bough.game("loa")
    choose, memory = weighted_choice(game), records(1, record_type(weights_memory(game)))

    def draw(states, memories, legal, counts, rng, draws):
        for _ in range(draws):
            move, rng = choose(states[0], memories[0], 0, legal, rng)
            counts[move] += 1

    counts, draws = np.zeros(game.rules.move_ids, np.int64), 40_000
    state = game.start().state.view(np.ndarray)
    kernel(draw)(state, memory.view(np.ndarray), np.zeros(100, np.int16), counts, seeded(1), draws)
    moves = list(game.start().move_numbers.values())
    weight = memory[0].weights[: len(moves)].astype(float)
    expected = weight / weight.sum() * draws
    assert counts[moves].sum() == draws
    assert ((counts[moves] - expected) ** 2 / expected).sum() < 66.6  # 35 degrees of freedom, one in a thousand


def test_a_playout_ends_when_the_evaluation_is_sure_or_the_limit_is_reached():
    """With a limit of a ply every value is a draw; with no points needed every playout is decided after a ply."""
    drawn = grown("loa", "uct+policy+limit(plies=1)", 50)
    assert drawn.nodes[0].value == 0
    decided = grown("loa", "uct+policy+cutoff(every=1,points=0)", 51)
    assert abs(decided.nodes[0].value * 51) % 2 == pytest.approx(1, abs=1e-3)


def test_bias_tries_likely_moves_first():
    """Of the root's children the untried ones come in the order of their weights, whatever playouts say."""
    tree = grown("loa", "uct+bias+policy+limit(plies=1)", 12, seed=2)
    visited = {int(tree.nodes[child].move): float(tree.nodes[child].prior) for child in tree.children(0)
               if tree.nodes[child].visits > 0}  # fmt: skip
    untried = [float(tree.nodes[child].prior) for child in tree.children(0) if tree.nodes[child].visits == 0]
    assert len(visited) == 12
    assert min(visited.values()) >= max(untried)


def test_named_recipes_and_changes_to_them():
    plain = bough.recipe("mc-loa-plain")
    assert "solver" not in plain
    assert set(bough.recipe("mc-loa").names) - set(plain.names) == {"solver", "leaf-check"}
    changed = bough.recipe("mc-loa+bias(weight=50)+pn")
    assert changed.params["bias_weight"] == 50
    assert changed.params["threshold_visits"] == 50
    assert bough.recipe(str(changed)) == changed
