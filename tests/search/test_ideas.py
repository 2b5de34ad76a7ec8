"""Every pair of ideas together, interpreted, on tiny boards: nothing may depend on which others take part."""

import random
import re
from itertools import combinations

import pytest
from conftest import grown

import bough
from bough.core.errors import BoughError
from bough.core.jit import bounds_checked
from bough.search.compose import CHANCE_IDEAS
from bough.search.ideas.registry import IDEAS


def together(*ideas):
    """These ideas with what they rest on; nothing if some of them do not go together."""
    chosen = dict.fromkeys(ideas)
    for idea in ideas:
        chosen |= dict.fromkeys(IDEAS[idea].needs)
    if any(other in chosen for idea in chosen for other in IDEAS[idea].excludes):
        return None
    slots = [IDEAS[idea].slot for idea in chosen if IDEAS[idea].slot]
    if len(set(slots)) < len(slots):
        return None
    return tuple(chosen)


IN_KERNELS = [name for name, one in IDEAS.items() if one.in_kernels]
PAIRS = [found for pair in combinations(IN_KERNELS, 2) if (found := together(*pair))]


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
@pytest.mark.parametrize("game", ["hex:3", "havannah:2", "loa:3"])
def test_every_pair_of_ideas(game, pair):
    """In whichever order they are named, the tree is sound: visits add up and bounds hold the values."""
    lacking = [IDEAS[idea].lacks(bough.game(game)) for idea in pair]
    if any(lacking):
        with pytest.raises(BoughError, match="cannot serve"):
            grown(game, "+".join(pair), 1)
        return
    tree = grown(game, "+".join(reversed(pair)), 60)
    names = tree.nodes.dtype.names
    for i in range(int(tree.memory[0].used)):
        node = tree.nodes[i]
        assert -1 <= node.value <= 1
        if node.count:
            # Visits before it had children; an evaluator judges the root too.
            alone = 1 if "puct" in pair else 0 if i == 0 else 30 if "expand-late" in pair else 1
            through = sum(int(tree.nodes[c].visits) for c in tree.children(i)) + alone
            # Below the threshold a proven node may be picked again, and one that look-ahead proves is visited then;
            # its value is known without going on.
            known = {"threshold", "know-late", "look-ahead"} & set(pair)
            proven = node.visits > through and known and node.low == node.high
            assert node.visits == through or proven
        if "low" in names:
            assert -1 <= node.low <= node.high <= 1


@pytest.mark.parametrize("idea", IDEAS)
def test_every_idea_in_a_game_with_chance(idea):
    """Values stay in their range, and visits add up through chance nodes too."""
    game = "dark-chess:2x2,pieces=KPkp,draw=4"
    if IDEAS[idea].lacks(bough.game(game)):
        return
    for how in CHANCE_IDEAS:
        if chosen := together(idea, how):
            recipe = "+".join(chosen).replace("draw-rule", "draw-rule(plies=20)")  # its usual games are long
            check_visits(grown(game, recipe, 60), alone=(0, 1, 30) if idea == "expand-late" else (0, 1))


def check_visits(tree, alone):
    """Children were visited as often as their parent, but for its visits before it had any."""
    waiting = [0]
    while waiting:
        node = tree.nodes[waiting.pop()]
        assert -1 <= node.value <= 1
        children = range(int(node.first), int(node.first) + int(node.count))
        waiting.extend(children)
        if children:
            extra = node.visits - sum(int(tree.nodes[child].visits) for child in children)
            # An open loop may also end the game at an inner node, and a proven node is gone through no more.
            assert extra in alone or (extra > 1 and (not tree.engine.reusable or node.low == node.high))


@pytest.mark.bounds
@pytest.mark.parametrize(
    ("game", "recipe"),
    [
        ("hex:5,swap", "uct+rave+anti-decisive+solver+threshold"),
        pytest.param(*("y:5", "uct+decisive+solver"), marks=pytest.mark.long),
        pytest.param(*("havannah:4", "uct+rave+anti-decisive+solver"), marks=pytest.mark.long),
        pytest.param(*("havannah:4", "uct+rave+decisive-offline"), marks=pytest.mark.long),
        pytest.param(*("connect-four", "uct+solver"), marks=pytest.mark.long),
        pytest.param(*("loa", "loa-best+pn+implicit"), marks=pytest.mark.long),
        pytest.param(*("dark-chess", "dark-knight"), marks=pytest.mark.long),
        pytest.param(*("go:6", "mango"), marks=pytest.mark.long),
        ("go:6", "go-best"),
    ],
)
@pytest.mark.skipif(not bounds_checked(), reason="needs NUMBA_BOUNDSCHECK=1, which make test-all sets for these")
def test_no_access_leaves_its_array(game, recipe):
    """With NUMBA_BOUNDSCHECK=1 (a pass of its own) a wrong index would raise."""
    tree = grown(game, recipe, 3000)
    assert tree.nodes[0].visits > 0
    position, rng = tree.engine.game.start(), random.Random(1)
    for _ in range(150):  # late positions too
        if position.over:
            break
        position = position.play(position.resolved(position.moves[0], rng))
        if not position.over:
            tree.plant(position.state)
            tree.grow(50)


def test_recipes_are_text_toml_and_values(tmp_path):
    text = "solver+uct(exploration=0.5)+secure"
    by_text = bough.recipe(text)
    assert str(by_text) == "uct(exploration=0.5)+secure+solver" and bough.recipe(str(by_text)) == by_text
    file = tmp_path / "player.toml"
    file.write_text('ideas = ["solver", "secure", "uct"]\n[uct]\nexploration = 0.5\n')
    assert bough.recipe(file) == by_text == bough.recipe(str(file))
    assert bough.recipe({"ideas": ["uct", "secure", "solver"], "uct": {"exploration": 0.5}}) == by_text
    assert bough.recipe("uct(exploration=0.5)") + "secure" + "solver" == by_text
    assert str(bough.recipe("solver")) == "uct+solver"
    assert str(bough.recipe("rave(equivalence=1e+3)")) == "uct+rave"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "cannot read"),
        ("uct++solver", "cannot read"),
        ("uct+magic", "unknown idea 'magic'"),
        ("uct+solver+solver", "twice"),
        ("uct(exploration=much)", "cannot read 'exploration=much'"),
        ("uct(exploration)", "cannot read 'exploration'"),
        ("uct(depth=3)", "unknown number 'depth'"),
        ("uct(exploration=-1)", "must be 0 or more"),
        ("uct(exploration=nan)", "must be a number"),
        ("uct(exploration=0.8)+rave", "has no effect beside rave; write rave(exploration=0.8)"),
        ("rave(equivalence=0)", "must be more than 0"),
        ("implicit(points=0)", "must be more than 0"),
        ("cutoff(every=0.995)", "must be at least 1"),
        ("mixed(moves=0)", "must be at least 1"),
        ("draw-rule(plies=40000)", "must be at most 30000"),
        ("decisive+anti-decisive", "do not go together"),
        ("decisive-offline+limit", "do not go together"),
        ("uct(exploration=1", "cannot read"),
        ("missing.toml", "cannot read the recipe file"),
    ],
)
def test_malformed_recipes_are_refused_in_one_line(text, complaint):
    with pytest.raises(BoughError, match=re.escape(complaint)) as refused:
        bough.recipe(text)
    assert "\n" not in str(refused.value)


def test_an_idea_that_a_game_cannot_serve_is_refused():
    with pytest.raises(BoughError, match=r"'decisive-offline' cannot serve tic-tac-toe"):
        bough.search(bough.game("tic-tac-toe").start(), "uct+decisive-offline", simulations=10)
