"""Games and positions as a library: values that can be compared, pickled and trusted."""

import multiprocessing
import pickle

import numpy as np
import pytest

import bough
from bough.core.errors import BoughError


def winners_of(position):
    """In another process."""
    return len(position.moves), position.text, hash(position) == hash(position)


@pytest.mark.parametrize("name", ["hex:4,swap", "go:5", "loa:4", "dark-chess", "connect-four", "tic-tac-toe", "y:3"])
def test_positions_and_games_are_pickled(name):
    game = bough.game(name)
    position = game.start()
    for move in position.moves[:1]:
        position = position.play(next(iter(position.outcomes(move))))
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.history == position.history and again.game is game
    assert pickle.loads(pickle.dumps(game)) is game


def test_positions_go_through_a_pool_of_processes():
    start = bough.game("tic-tac-toe").start()
    positions = [start.play(move) for move in start.moves]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(winners_of, positions) == [winners_of(position) for position in positions]


def returned(position, move):
    """The position after a move, an answer, and both taken back on the board; None if that is not possible."""
    after = position.play(move)
    for answer in after.moves:
        at, steps = after.play(answer), [move, answer]
        for step in steps:
            back = "-".join(reversed(step.split("-")))
            if at is None or "x" in step or back not in at.moves:
                at = None
                break
            at = at.play(back)
        if at is not None:
            return at
    return None


def test_positions_whose_futures_differ_are_unequal():
    go = bough.game("go:5").start()
    assert go != go.play("pass") and go.play("pass") != go.play("pass").play("pass")
    one, two = (bough.game("go:5").position("...../...../..x../...../..... b") for _ in range(2))
    assert one == two and hash(one) == hash(two)
    loa = bough.game("loa").start()
    there_and_back = next(back for move in loa.moves if (back := returned(loa, move)) is not None)
    assert there_and_back.text == loa.text and there_and_back != loa, "one repetition nearer to a draw"
    chess = bough.game("dark-chess:2x2,pieces=KPkp")
    flipped = chess.position("K./.p r")
    assert flipped == chess.position("K./.p r")
    hexes = bough.game("hex:4").start()
    assert hexes.play("a1").play("b2").play("c3") == hexes.play("c3").play("b2").play("a1"), "the order does not matter"


def test_results_tell_draws_from_games_that_go_on():
    start = bough.game("tic-tac-toe").start()
    assert start.result() is None and start.winner is None and start.ending == ""
    won = start
    for move in ("a1", "b1", "a2", "b2", "a3"):
        won = won.play(move)
    assert (won.result(0), won.result(1), won.ending) == ("win", "loss", "X wins with three in a line")
    drawn = bough.game("tic-tac-toe").position("xox/oxo/oxo x")
    assert drawn.over and drawn.result(0) == drawn.result(1) == "draw" and drawn.winner is None


def test_margins_of_a_finished_game():
    over = bough.game("go:5").start().play("c3").play("pass").play("pass")
    assert over.over and over.margin == 25 - 7.5 and over.ending == "Black wins by 17.5"
    assert bough.game("go:5").start().margin is None


def test_a_game_is_one_object_however_it_is_written():
    assert bough.game("hex") is bough.game("hex:11") is bough.game(" HEX:11 ")
    assert bough.game("go:9x9") is bough.game("go") and bough.game("hex:9") is not bough.game("hex")


def test_the_state_of_a_position_cannot_be_changed():
    position = bough.game("tic-tac-toe").start()
    with pytest.raises(ValueError, match="read-only"):
        position.state["to_move"] = 1
    assert position.play("a1") != position


def test_reprs_say_what_things_are():
    assert repr(bough.recipe("solver+uct")) == "bough.recipe('uct+solver')"
    assert repr(bough.game("hex")) == "bough.game('hex:11')"
    assert repr(bough.searcher(bough.game("tic-tac-toe"), "uct", memory="1MiB")).startswith("<searcher uct for tic-tac")
    solution = bough.solve(bough.game("tic-tac-toe").start().play("b2").play("a2"), memory="1MiB")
    assert str(solution).endswith(f"certificate=<certificate of {solution.certificate.lines} lines>)")


def test_moves_that_do_not_fit_are_refused():
    record = bough.record_type((("to_move", "i1"),))
    with pytest.raises(TypeError, match="at most 32768"):
        bough.Rules(record, 9, 9, None, None, None, None, move_ids=40_000)
    with pytest.raises(TypeError, match=r"rules=bough.Rules"):
        bough.Game("x", None)


OPENING_DICE = '''
import bough

ROLLS = 2


def game() -> bough.Game:
    """Chance opens the game and every turn, with two dice one after the other."""

    @bough.part
    def setup(position):
        position.to_move, position.next, position.dice, position.total = bough.CHANCE, bough.FIRST, 0, 0

    @bough.part
    def moves(position, out):
        out[0], out[1] = (2, 3) if position.to_move == bough.CHANCE else (0, 1)
        return 2

    @bough.part
    def play(position, move):
        if position.to_move == bough.CHANCE:
            position.total += move - 1
            position.dice += 1
            if position.dice == ROLLS:
                position.to_move = position.next
        else:
            position.plies += 1
            position.dice = 0
            position.next = 1 - position.next
            position.to_move = bough.CHANCE

    @bough.part
    def winner(position):
        return position.total % 2 if position.plies == 3 else bough.UNDECIDED

    @bough.part
    def outcomes(position, out, chances):
        out[0], out[1], chances[0], chances[1] = 2, 3, 0.25, 0.75
        return 2

    @bough.part
    def draw_outcome(position, rng):
        rng = bough.advance(rng)
        return 2 + (bough.below(rng, 4) > 0), rng

    return bough.Game(
        name="dice-first",
        rules=bough.Rules(
            record=bough.record_type(
                [("to_move", "i1"), ("next", "i1"), ("dice", "i1"), ("total", "i2"), ("plies", "i1")]
            ),
            max_moves=2, max_plies=12, move_ids=4, setup=setup, moves=moves, play=play, winner=winner,
            outcomes=outcomes, draw_outcome=draw_outcome, first_outcome=2,
        ),
        face=bough.Face(move_name=lambda move: ("left", "right", "one", "two")[move], show=lambda p: f"sum {p.total}"),
        recipe="uct+chance-nodes",
    )
'''


def test_chance_may_open_a_game_and_act_twice(tmp_path):
    (tmp_path / "dice_first.py").write_text(OPENING_DICE)
    start = bough.game(str(tmp_path / "dice_first.py")).start()
    assert start.to_move == bough.CHANCE
    assert start.outcomes() == {"(one)(one)": 0.0625, "(one)(two)": 0.1875, "(two)(one)": 0.1875, "(two)(two)": 0.5625}
    with pytest.raises(BoughError, match="chance's turn"):
        bough.search(start, simulations=10)
    rolled = start.play("(one)(two)")
    assert rolled.to_move == bough.FIRST and rolled.shown == "sum 3" and rolled.history == ("(one)(two)",)
    after = rolled.play("left(one)(one)")
    assert after.to_move == bough.SECOND and after.history[-1] == "left(one)(one)"
    assert bough.game(str(tmp_path / "dice_first.py")).position(after.text) == after
    result = bough.search(rolled, simulations=200, seed=1)
    assert result.move in ("left", "right")
    with pytest.raises(BoughError, match="such as"):
        rolled.play("left(one)")


def test_own_weights_for_a_built_in_game():
    @bough.part
    def likes_the_centre(position, move):
        return 1.0 if move == 4 else 0.01

    game = bough.with_knowledge(bough.game("tic-tac-toe"), bough.Knowledge(move_weight=likes_the_centre))
    searcher = bough.searcher(game, "uct+bias(weight=1000)", memory="8MiB")
    assert searcher.search(game.start(), simulations=50).move == "b2"
    with pytest.raises(BoughError, match="nothing is known"):
        bough.search(bough.game("tic-tac-toe").start(), "uct+bias", simulations=5)
    assert np.asarray(searcher.tree.nodes["prior"][1:10]).max() == 1.0
