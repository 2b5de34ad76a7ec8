"""Evaluators: any Python code may judge leaves, and the tree is the one it should be."""

import math
import pickle
import random

import golden
import numpy as np
import pytest
from conftest import exact

import bough
from bough.core.errors import BoughError
from bough.search.ideas.gumbel import visits_wanted

MINE = """
import numpy as np
import bough

@bough.evaluator("even")
def even(batch):
    return np.zeros(len(batch))
"""


class Node:
    """A node of the reference search: statistics for the player who moved into it."""

    def __init__(self, prior):
        self.prior, self.visits, self.value, self.children = np.float32(prior), 0, np.float32(0), {}


def judged(position):
    """What golden.hashed says of one position: a value and a weight for each legal move."""
    values, weights = golden.hashed.evaluator(position.game)(bough.Batch(position.game, position.state))
    return np.float32(values[0]), {name: np.float32(weights[0, n]) for name, n in position.move_numbers.items()}


def reference(start, simulations, exploration=1.5, reduction=0.2):
    """PUCT as a textbook would write it, with the players taking turns."""
    root = Node(0)
    for _ in range(simulations):
        path, node, position = [root], root, start
        while node.children:
            factor = exploration * math.sqrt(node.visits)

            def urgency(item, node=node, factor=factor):
                child = item[1]
                value = np.float64(child.value) if child.visits else -np.float64(node.value) - reduction
                return value + factor * np.float64(child.prior) / (1.0 + child.visits)

            move, node = max(node.children.items(), key=urgency)
            position = position.play(move)
            path.append(node)
        if position.over:
            value = {None: 0.0, 0: 1.0, 1: -1.0}[position.winner] * (1 if position.to_move == 0 else -1)
        else:
            value, weights = judged(position)
            total = sum(map(float, weights.values()))
            node.children = {move: Node(float(weight) / total) for move, weight in weights.items()}
        value = float(value)
        for node in reversed(path):
            value = -value  # for the player who moved into it
            node.visits += 1
            node.value = np.float32(np.float64(node.value) + (value - np.float64(node.value)) / node.visits)
    return root


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_a_batch_of_one_is_the_sequential_search(name):
    game = bough.game(name)
    for moves in range(3):
        searcher = bough.searcher(game, bough.recipe("puct(batch=1)") + golden.hashed, memory="16MiB", seed=5)
        position = game.start()
        for move in random.Random(moves).sample(position.moves, moves):
            position = position.play(move)
        searcher.search(position, simulations=150)
        tree, waiting = searcher.tree, [(0, reference(position, 150))]
        while waiting:
            index, node = waiting.pop()
            own = tree.nodes[index]
            assert (int(own.visits), float(own.value)) == (node.visits, float(node.value))
            children = {game.face.move_name(int(tree.nodes[i].move)): i for i in tree.children(index)}
            assert set(children) == set(node.children)
            waiting += [(children[move], child) for move, child in node.children.items()]


def test_proofs_are_sound_whatever_the_evaluator_says():
    """An evaluator that is sure of the opposite; the bounds that are proven hold by the exact value."""
    game, wrong = bough.game("tic-tac-toe"), 0

    def liar(batch):
        return np.array([-exact(position) for position in batch.positions])

    searcher, rng, proven = (
        bough.searcher(game, "puct(batch=4)+solver", evaluator=liar, memory="8MiB"),
        random.Random(2),
        0,
    )
    for _ in range(20):
        position = game.start()
        for _ in range(rng.randrange(2, 7)):
            position = position.play(rng.choice(position.moves)) if not position.over else position
        if position.over:
            continue
        result = searcher.search(position, simulations=150)
        proven += result.proven
        wrong += not result.low <= exact(position) <= result.high
        for row in result.moves:
            wrong += not row.low <= -exact(position.play(row.move)) <= row.high
    assert wrong == 0 and proven > 8


def test_a_tree_is_kept_and_gone_on_with(tmp_path):
    game = bough.game("connect-four:4x4")
    searcher = bough.searcher(
        game, "puct(batch=3)+solver", evaluator=lambda batch: np.zeros(len(batch)), seed=1, memory="8MiB"
    )
    first = searcher.search(game.start(), simulations=100)
    after = game.start().play(first.move)
    kept = searcher.search(after, simulations=50)
    assert (
        sum(row.visits for row in kept.moves) > 50 and not searcher.tree.nodes["under_way"][: searcher.tree.used].any()
    )
    again = bough.searcher(
        game, "puct(batch=3)+solver", evaluator=lambda batch: np.zeros(len(batch)), seed=1, memory="8MiB"
    )
    assert again.search(game.start(), simulations=100).moves == first.moves


def test_an_interrupted_evaluator_leaves_no_visit_under_way():
    calls = []

    def tired(batch):
        calls.append(len(batch))
        if len(calls) == 4:
            raise KeyboardInterrupt
        return np.zeros(len(batch))

    start = bough.game("hex:4").start()
    searcher = bough.searcher(start.game, "puct(batch=4)", evaluator=tired, memory="8MiB")
    assert searcher.search(start, simulations=60).interrupted
    assert not searcher.tree.nodes["under_way"][: searcher.tree.used].any()
    assert searcher.search(start, simulations=60, go_on=True).simulations == 60


def test_an_evaluator_in_a_file_goes_wherever_a_recipe_goes(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    recipe = bough.recipe(f"puct+{file}")
    assert str(recipe) == f"puct+{file}:even" and pickle.loads(pickle.dumps(recipe)) == recipe
    start = bough.game("tic-tac-toe").start()
    assert bough.search(start, recipe, simulations=20).simulations == 20
    assert bough.search_many([start, start.play("b2")], recipe, simulations=20)[1].simulations == 20
    match = bough.match("tic-tac-toe", [str(recipe), "uct"], simulations=10, seed=1)
    store = bough.Store(tmp_path / "s.sqlite")
    assert bough.run_match(match, store, pairs=2).played == 4 and not match.fits_gpu


@pytest.mark.parametrize(
    ("evaluator", "complaint"),
    [
        (lambda batch: np.zeros(len(batch) + 1), r"values must have the shape \(1,\), not \(2,\)"),
        (lambda batch: np.full(len(batch), np.nan), "values must be finite"),
        (lambda batch: np.full(len(batch), 1.5), "from -1 to 1"),
        (lambda batch: ["a"] * len(batch), "values must be an array of numbers"),
        (lambda batch: (np.zeros(len(batch)), np.ones((len(batch), 3))), r"weights must have the shape \(1, 9\)"),
    ],
)
def test_wrong_answers_are_refused(evaluator, complaint):
    with pytest.raises(BoughError, match=complaint):
        bough.search(bough.game("tic-tac-toe").start(), "puct", simulations=5, evaluator=evaluator)


def test_recipes_that_make_no_sense_are_refused(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    start = bough.game("tic-tac-toe").start()
    for text, complaint in (
        (f"uct+{file}", "nothing asks the evaluator 'even'; add puct or late-prior"),
        ("uct+puct", "do not go together"),
        ("puct+rave", "do not go together"),
        ("uct+gumbel", "'gumbel' rests on 'puct'"),
    ):
        with pytest.raises(BoughError, match=complaint):
            bough.recipe(text)
    with pytest.raises(
        BoughError, match=r"Bough has no network for tic-tac-toe; name one as in puct\+\./network\.onnx"
    ):
        bough.search(start, "puct", simulations=5)
    with pytest.raises(BoughError, match="alphabeta asks no evaluator"):
        bough.searcher(bough.game("loa"), "alphabeta", evaluator=lambda batch: 0)
    with pytest.raises(BoughError, match="asks no evaluator, so it cannot search"):
        bough.search_many([start], f"puct+{file}", simulations=5, device="cuda")


def test_late_prior_follows_the_weights():
    """A search without judgement of its own spends more on the moves the evaluator likes."""
    start = bough.game("hex:4").start()

    def likes(batch):
        weights = np.full((len(batch), batch.game.rules.move_ids), 0.01)
        weights[:, start.move_numbers["a1"]] = 1.0
        return np.zeros(len(batch)), weights

    def visits(recipe, **more):
        found = bough.search(start, recipe, simulations=400, seed=2, **more)
        return next(row.visits for row in found.moves if row.move == "a1")

    assert visits("uct+late-prior(visits=30,weight=2)", evaluator=likes) > 2 * visits("uct")


@pytest.mark.parametrize(("moves", "simulations"), [(16, 32), (16, 64), (5, 16), (2, 7), (9, 9)])
def test_sequential_halving_spends_what_it_has_on_ever_fewer_moves(moves, simulations):
    """Against the definition: rounds over the moves left, each tried equally often."""
    wanted, alive, seen = [], moves, [0] * moves
    rounds = max(1, math.ceil(math.log2(moves)))
    while len(wanted) < simulations:
        for _ in range(max(1, simulations // (rounds * alive))):
            wanted += seen[:alive]
            seen[:alive] = [visits + 1 for visits in seen[:alive]]
        alive = max(2, alive // 2)
    assert [visits_wanted(moves, simulations, done) for done in range(simulations)] == wanted[:simulations]


def test_gumbel_gives_each_of_few_moves_its_share():
    game = bough.game("connect-four")
    searcher = bough.searcher(
        game, bough.recipe("puct(batch=1)+gumbel(moves=4,simulations=16)") + golden.hashed, memory="8MiB"
    )
    result = searcher.search(game.start(), simulations=17)
    assert sorted(row.visits for row in result.moves) == [0, 0, 0, 2, 2, 6, 6]
    assert max(result.moves, key=lambda row: row.visits).visits == next(
        r.visits for r in result.moves if r.move == result.move
    )


def test_the_source_of_an_evaluator_compiles_nothing_anew(tmp_path):
    """Engines are shared by all evaluators."""
    from bough.search.trees.engine import engine

    game = bough.game("tic-tac-toe")
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    assert engine(game, bough.recipe(f"puct+{file}")) is engine(game, bough.recipe("puct"))
