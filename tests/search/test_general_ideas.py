"""The field's general ideas: each counted or computed by hand beside the search."""

import math
from collections import Counter, defaultdict

import numpy as np
import pytest

import bough
from bough.core.records import record_type, records
from bough.core.rng import seeded
from bough.games.contract import FIRST, SECOND
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.registry import knowledge_of
from bough.search.compose import compose
from bough.search.ideas.criticality import critical
from bough.search.recipe import recipe as recipe_of
from bough.search.seams.hooks import AT_ONCE
from bough.search.seams.later import ENOUGH, LATER, begin_later, later_value, note_later
from bough.search.trees.engine import engine, new_memory, parameters
from bough.search.trees.tree import Tree


def planted(name, text, seed=3):
    game, recipe = bough.game(name), recipe_of(text)
    tree = Tree(engine(game, recipe), recipe, 1 << 22, seed)
    tree.plant(game.start().state)
    return tree


def hooks_of(name, text):
    """The hooks of a recipe, with a memory, numbers and a trail to call its parts with."""
    game, recipe = bough.game(name), recipe_of(text)
    made = engine(game, recipe)
    return compose(game, recipe.shape), new_memory(made, 1)[0], parameters(made, recipe)[0], records(1, made.trail)[0]


def simulated(tree, simulations):
    """The moves of each simulation with their movers, and its value for the first player, in order."""
    for _ in range(simulations):
        visits, before = int(tree.nodes[0].visits), float(tree.nodes[0].value) * int(tree.nodes[0].visits)
        if tree.grow(1) == 0:
            return
        trail = tree.trail[0]
        after = float(tree.nodes[0].value) * (visits + 1)  # for the second player, who moved into the root
        moves = list(zip(trail.mover[: trail.plies].tolist(), trail.move[: trail.plies].tolist(), strict=True))
        yield moves, -round(after - before)


def test_means_of_moves_are_those_of_all_simulations():
    for ideas in ("mast", "history", "mast+history"):
        tree, points = planted("hex:3", f"uct+{ideas}"), defaultdict(list)
        for moves, value in simulated(tree, 60):
            for mover, move in moves:
                points[mover, move].append(value if mover == FIRST else -value)
        assert len(points) > 10
        for (mover, move), own in points.items():
            assert tree.memory[0].move_count[mover, move] == len(own)
            assert tree.memory[0].move_mean[mover, move] == pytest.approx(np.mean(own), abs=1e-5)


def test_the_best_mean_is_played():
    hooks, memory, params, _ = hooks_of("hex:3", "uct+mast(rate=1)")
    position = bough.game("hex:3").start()
    moves = list(position.move_numbers.values())
    memory.move_count[FIRST], memory.move_mean[FIRST] = 5, -0.5
    memory.move_mean[FIRST, moves[4]] = 0.25
    legal = np.zeros(12, np.int16)
    drawn = {int(hooks.choose(position.state[0], memory, params, legal, seeded(seed))[0]) for seed in range(30)}
    assert drawn == {moves[4]}
    memory.move_count[FIRST, moves[2]] = 0  # never made: worth a try
    assert int(hooks.choose(position.state[0], memory, params, legal, np.uint64(7))[0]) == moves[2]


def test_grave_counts_every_later_move_of_the_root():
    tree, seen = planted("hex:3", "uct+grave(reference=8)"), Counter()
    for moves, _ in simulated(tree, 80):
        seen.update(moves)
    assert seen and all(tree.memory[0].grave[0, mover, move].seen == count for (mover, move), count in seen.items())
    assert all(node.seen > 0 for node in tree.nodes[tree.children(0).start : tree.children(0).stop])
    tables = [int(node.table) for node in tree.nodes[1 : tree.used] if node.table > 0]
    assert (
        tables and len(set(tables)) == len(tables) and all(n.visits >= 8 for n in tree.nodes[1 : tree.used] if n.table)
    )
    tree.plant(bough.game("hex:3").start().state)
    tree.grow(1)
    assert tree.nodes[0].table == 0 and tree.memory[0].grave_begun.sum() == 1
    assert tree.memory[0].grave["seen"][0].sum() == tree.trail[0].plies


def test_later_results_stay_true_when_they_are_halved():
    """Nine of ten are won, in no order: the mean holds, the counts stay small."""
    known, drawn = records(1, record_type(LATER))[0], np.random.default_rng(4).random(90_000) < 0.9
    begin_later(known)
    for won in drawn:
        note_later(known, np.float32(1.0), np.float32(1.0 if won else -1.0))
    assert 30_000 < known.seen < ENOUGH < len(drawn)
    assert later_value(known) == pytest.approx(0.8, abs=0.01)


def test_a_good_reply_is_kept_until_it_fails():
    hooks, memory, params, trail = hooks_of("hex:3", "uct+last-good-reply")
    after = bough.game("hex:3").start().play("a1").play("b2")
    (a1, b2), numbers = (bough.game("hex:3").start().move_numbers[name] for name in ("a1", "b2")), after.move_numbers
    trail.move[:3], trail.mover[:3], trail.plies = (a1, b2, numbers["c1"]), (FIRST, SECOND, FIRST), 3
    hooks.learn(None, memory, trail, 1.0, params)
    memory.last[:] = b2, a1
    legal = np.zeros(12, np.int16)

    def chosen():
        return {int(hooks.choose(after.state[0], memory, params, legal, seeded(s))[0]) for s in range(40)}

    assert chosen() == {numbers["c1"]}
    hooks.learn(None, memory, trail, 0.0, params)  # a draw changes nothing
    assert chosen() == {numbers["c1"]}
    hooks.learn(None, memory, trail, -1.0, params)
    assert len(chosen()) > 3


def test_weights_of_won_games_are_what_the_softmax_rises_by():
    """What ppa learns from many playouts is, on average, the paper's step: alpha for the move, alpha p from each."""
    hooks, memory, params, trail = hooks_of("hex:2", "uct+ppa(rate=0.001)")
    start, rng = bough.game("hex:2").start(), seeded(3)
    moves, legal = list(start.move_numbers.values()), np.zeros(5, np.int16)
    memory.strength[FIRST, moves[0]] = 3.0
    drawn = Counter()
    for _ in range(6000):
        memory.choices = 0
        move, rng = hooks.choose(start.state[0], memory, params, legal, rng)
        drawn[int(move)] += 1
        memory.strength[:] = 0
        memory.strength[FIRST, moves[0]] = 3.0
        memory.chose[0, 1] = moves[1]  # as if the winner had always made this one
        before = drawn["lost"]
        hooks.learn(None, memory, trail, 1.0, params)
        drawn["lost"] = before + int(memory.strength[FIRST, moves[0]] < 3.0)
    assert drawn[moves[0]] / 6000 == pytest.approx(0.5, abs=0.03)  # 3 of 3 + 1 + 1 + 1
    assert drawn["lost"] / 6000 == pytest.approx(0.5, abs=0.03)
    memory.choices, memory.chose[0] = 1, (FIRST, moves[1], moves[2])
    for value, change in ((1.0, 0.001), (0.0, 0.0), (-1.0, 0.0)):
        memory.strength[:] = 0
        memory.choices = 1
        hooks.learn(None, memory, trail, value, params)
        if change:
            assert np.log(memory.strength[FIRST, moves[1]]) == pytest.approx(change)
            assert np.log(memory.strength[FIRST, moves[2]]) == pytest.approx(-change)
        else:
            assert not memory.strength.any()


def test_criticality_is_the_covariance_of_moves_and_wins():
    tree, made, values = planted("hex:3", "uct+criticality"), defaultdict(list), []
    for moves, value in simulated(tree, 60):
        values.append(value)
        for mover, move in moves:
            made[move].append((mover, value))
    chances = {FIRST: np.mean([v > 0 for v in values]), SECOND: np.mean([v < 0 for v in values])}
    for move, by in made.items():
        won = sum(value > 0 if mover == FIRST else value < 0 for mover, value in by) / len(values)
        alone = sum(chances[mover] for mover, _ in by) / len(values)
        assert critical(tree.memory[0], move) == pytest.approx(won - alone, abs=1e-5)
    assert len({round(float(critical(tree.memory[0], move)), 3) for move in made}) > 3


def test_sequences_are_told_apart():
    """What did well after one move says nothing about another."""
    hooks, memory, params, trail = hooks_of("hex:3", "uct+nst(rate=1,length=2,seen=1)")
    start = bough.game("hex:3").start()
    a1, b2, c3 = (start.move_numbers[name] for name in ("a1", "b2", "c3"))
    for first, reply, value in ((a1, b2, -1.0), (a1, c3, 1.0), (c3, b2, 1.0)):
        trail.move[:2], trail.mover[:2], trail.plies = (first, reply), (FIRST, SECOND), 2
        hooks.learn(None, memory, trail, value, params)
    memory.nst_mean[:] = np.where(memory.nst_count > 0, memory.nst_mean, -1.0)
    memory.nst_count[:] = np.maximum(memory.nst_count, 1)
    legal, after = np.zeros(12, np.int16), start.play("a1")
    memory.last[:] = a1, -1
    assert int(hooks.choose(after.state[0], memory, params, legal, np.uint64(5))[0]) == b2
    memory.last[:] = c3, -1
    assert int(hooks.choose(start.play("c3").state[0], memory, params, legal, np.uint64(5))[0]) != b2


@pytest.mark.parametrize("ideas", ["nst", "nst+anti-decisive", "last-good-reply+decisive"])
def test_playouts_know_the_moves_before_them(ideas):
    tree = planted("hex:3", f"uct+{ideas}")
    for moves, _ in simulated(tree, 20):
        last = [move for _, move in moves[-2:]][::-1]
        assert tree.memory[0].last.tolist()[: len(last)] == last


def node_of(engine_made, **fields):
    node = records(1, engine_made.node)[0]
    for name, value in fields.items():
        node[name] = value
    return node


def test_urgencies_by_hand():
    game = bough.game("hex:3")
    rate = math.log(101) / 40
    for text, urgency in (
        ("uct+tuned(exploration=2)", 0.5 + 2 * math.sqrt(rate * min(1, 0.75 + 4 * math.sqrt(2 * rate)))),
        ("uct+history(weight=6)", 0.5 + math.sqrt(rate) + 6 * 0.75 / (0.5 * 40 * 0.5 + 1)),
    ):
        recipe = recipe_of(text)
        made, hooks = engine(game, recipe), compose(game, recipe.shape)
        params = parameters(made, recipe)[0]
        fields = {"visits": 40, "value": 0.5, "spread": 1 / math.sqrt(40), "mover": FIRST}
        child = node_of(made, **fields, **({"history": 0.75} if "history" in text else {}))
        parent = node_of(made, visits=100, mover=SECOND)
        found = hooks.urgency(child, parent, hooks.curiosity(parent, params), params)
        assert found == pytest.approx(urgency, rel=1e-5)


def test_first_play_waits():
    game, recipe = bough.game("hex:3"), recipe_of("uct+first-play(bonus=0.25)")
    made, hooks = engine(game, recipe), compose(game, recipe.shape)
    params, parent = parameters(made, recipe)[0], node_of(made, visits=9, value=0.5, mover=SECOND)
    child = node_of(made, visits=0, mover=FIRST)
    assert hooks.urgency(child, parent, 1.0, params) == pytest.approx(-0.25)
    plain = compose(game, recipe_of("uct").shape)
    assert plain.urgency(child, parent, 1.0, params) == AT_ONCE


def test_several_playouts_are_averaged():
    tree = planted("hex:3", "uct+playouts(number=3)")
    tree.grow(9)
    once = [float(node.value) for node in tree.nodes[1:10] if node.visits == 1]
    assert once and all(min(abs(value - k / 3) for k in (-3, -1, 1, 3)) < 1e-6 for value in once)
    assert any(abs(value) < 0.5 for value in once) and tree.nodes[0].visits == 9


def test_points_count_beside_who_wins():
    """The points of a playout's last board, counted by the game's own face."""
    tree = planted("go:5", "uct+recorded+score-bonus(weight=0.25,points=10)")
    start, values = bough.game("go:5").start(), set()
    names = {number: name for name, number in start.move_numbers.items()}
    for _ in range(12):
        visits, before = int(tree.nodes[0].visits), float(tree.nodes[0].value) * int(tree.nodes[0].visits)
        tree.grow(1)
        value = before - float(tree.nodes[0].value) * (visits + 1)  # a value for the second player, who moved before
        position, trail = start, tree.trail[0]
        for move in trail.move[: trail.plies]:
            position = position.play(names[int(move)])
        won = 1.0 if position.winner == FIRST else -1.0
        assert value == pytest.approx(0.75 * won + 0.25 * math.tanh(position.margin / 10), abs=1e-5)
        values.add(round(value, 3))
    assert len(values) > 1


def test_playouts_end_early_with_the_evaluation():
    tree = planted("loa:4", "uct+early(plies=0,points=300)")
    tree.grow(1)
    tree.grow(20)
    evaluate, game = knowledge_of(bough.game("loa:4")).evaluation(), bough.game("loa:4")
    names = {number: name for name, number in game.start().move_numbers.items()}
    checked = 0
    for node in (tree.nodes[child] for child in tree.children(0)):
        after = game.start().play(names[int(node.move)])
        if node.visits == 1 and not after.over:
            assert float(node.value) == pytest.approx(math.tanh(evaluate(after.state[0]) / 600), abs=1e-6)
            checked += 1
    assert checked > 3


@pytest.mark.parametrize("ideas", ["grave", "nst+last-good-reply", "mast+history+first-play", "tuned+playouts"])
def test_what_is_proven_does_not_depend_on_what_guides_the_search(ideas):
    found = bough.search(bough.game("tic-tac-toe").position("xo./.x./..o x"), f"uct+{ideas}+solver", simulations=2000)
    assert found.proven and found.low == 1.0


def test_late_bias_weighs_the_moves_of_nodes_that_were_visited_often():
    game = bough.game("loa:4")
    tree = planted("loa:4", "uct+late-bias(visits=20,weight=3)")
    tree.grow(20)
    assert not any(node.weighed for node in tree.nodes[: int(tree.memory[0].used)])
    tree.grow(300)
    weight, start = knowledge_of(game).move_weight, game.start().state[0]
    children = tree.nodes[tree.children(0).start : tree.children(0).stop]
    weights = np.array([weight(start, move) for move in children.move])
    assert children.prior == pytest.approx(weights / weights.sum(), rel=1e-5)
    used = tree.nodes[: int(tree.memory[0].used)]
    assert {int(node.weighed) for node in used if node.count and node.visits <= 20} == {0}
    assert {int(node.weighed) for node in used if node.count and node.visits > 21} == {1}


def test_late_bias_adds_what_its_formula_says():
    hooks, _, params, _ = hooks_of("loa:4", "uct+late-bias(weight=3)")
    plain, *_ = hooks_of("loa:4", "uct")
    nodes = records(2, np.dtype([*hooks.node]))
    parent, child = nodes[0], nodes[1]
    parent.visits, child.visits, child.value, child.spread, child.prior = 49, 6, 0.25, 6**-0.5, 0.4
    before = plain.urgency(child, parent, 1.5, params)
    assert hooks.urgency(child, parent, 1.5, params) == before
    parent.weighed = 1
    assert hooks.urgency(child, parent, 1.5, params) == pytest.approx(before + 3 * 0.4 * 7 / 7)


def test_best_first_backs_evaluations_up_by_minimax():
    game = bough.game("loa:4")
    tree, evaluate = planted("loa:4", "best-first"), knowledge_of(game).evaluation()
    assert tree.grow(200) == 200
    nodes, open_nodes = tree.nodes, [(0, game.start())]
    while open_nodes:
        node, position = open_nodes.pop()
        children = tree.children(node)
        if position.over:
            expected = {0: 1.0, 1: -1.0, None: 0.0}[position.winner]
        else:
            expected = math.tanh(evaluate(position.state[0]) / POINTS_A_LOGIT / 2)
        mine = 1.0 if nodes[node].mover == FIRST else -1.0
        if children:
            expected, mine = -max(float(nodes[child].best) for child in children), 1.0
        elif node == 0:
            continue
        assert nodes[node].best == pytest.approx(mine * expected, abs=1e-6)
        names = {number: name for name, number in position.move_numbers.items()}
        open_nodes += [(child, position.play(names[int(nodes[child].move)])) for child in children]


def test_best_first_extends_the_line_of_best_evaluations():
    tree = planted("loa:4", "best-first")
    for _ in range(60):
        line, node = [0], 0
        while children := tree.children(node):
            node = max(children, key=lambda child: float(tree.nodes[child].best))
            line.append(node)
        grown = int(tree.memory[0].used)
        tree.grow(1)
        followed = tree.trail[0].node[: int(tree.trail[0].depth) + 1].tolist()
        assert followed[: len(line)] == line and len(followed) - len(line) == (int(tree.memory[0].used) > grown)
