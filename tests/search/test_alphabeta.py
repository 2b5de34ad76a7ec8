"""Alpha-beta against plain minimax, exhaustive search and known positions."""

import random
from dataclasses import replace

import pytest
from test_loa import placed, random_positions

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.core.options import read_options
from bough.knowledge.registry import knowledge_of
from bough.players.names import canonical
from bough.search.classic.deepening import AlphaBeta, AlphaBetaOptions
from bough.search.classic.minimax import Minimax, MinimaxOptions
from bough.search.classic.table import CERTAIN, WIN


def to_depth(searcher, position, depth):
    """Deepen to this depth, whatever the searcher's own."""
    searcher.depth = depth
    return searcher.search(position, Budget(None, None))


def minimax(position, depth):
    """The searcher after it has looked this far ahead."""
    searcher = Minimax(position.game, MinimaxOptions(depth=depth))
    searcher.search(position)
    return searcher


def slow_minimax(position, depth, ply=0):
    """The same by recursion over positions."""
    if position.over:
        if position.winner is None:
            return 0
        return WIN - ply if position.winner == position.to_move else ply - WIN
    if depth == ply:
        points = int(knowledge_of(position.game).evaluation()(position.state[0]))
        return points if position.to_move == 0 else -points
    after = [position.play(move) for move in position.moves]
    return max((1 if one.to_move == position.to_move else -1) * slow_minimax(one, depth, ply + 1) for one in after)


def test_minimax_is_minimax():
    for position in list(random_positions("loa:4", 60, seed=4))[::6]:
        if not position.over:
            assert minimax(position, 3).points == slow_minimax(position, 3)
    assert minimax(bough.game("tic-tac-toe").start(), 9).points == 0


def test_minimax_looks_to_its_depth_whatever_the_simulations_of_a_match():
    position = bough.game("connect-four:4x4").start()
    whole, cut = Minimax(position.game, MinimaxOptions(depth=4)), Minimax(position.game, MinimaxOptions(depth=4))
    assert cut.search(position, simulations=5).nodes == whole.search(position).nodes > 50
    assert cut.result().move == whole.result().move and cut.points == whole.points


def test_minimax_knows_solved_boards():
    assert minimax(bough.game("loa:3").start(), 2).points == 2 - WIN
    assert minimax(bough.game("loa:4").start(), 3).points == WIN - 3


def test_what_alphabeta_calls_won_or_lost_is_so():
    """Pruning may miss a win within its depth; it must not see one that is not there."""
    searcher, found = AlphaBeta(bough.game("loa:4"), memory="8MiB"), 0
    for position in list(random_positions("loa:4", 400, seed=7))[::5]:
        if position.over:
            continue
        result = to_depth(searcher, position, 5)
        if abs(result.value) == 1:
            found += 1
            assert not result.proven, "a table that merges paths proves nothing where repetitions draw"
            plies = WIN - abs(int(searcher.control[0].value))
            exact = minimax(position, plies).points
            assert (exact > CERTAIN) if result.value > 0 else (exact < -CERTAIN), position.text
    assert found > 10


@pytest.mark.compiled
def test_it_finds_deep_wins():
    assert to_depth(AlphaBeta(bough.game("loa:5"), memory="64MiB"), bough.game("loa:5").start(), 14).value == 1


def test_zugzwang():
    """Winands 2000, figure 3.6: all six moves lose in two, yet if Black could pass there would be no win at once."""
    position = placed("f7 g7 h7 h4", "g8 f6 g6 g5 h5 g4 g3 h3", "b")
    result = to_depth(AlphaBeta(position.game, memory="8MiB"), position, 4)
    assert result.value == -1


def test_the_same_search_gives_the_same_answer_however_it_is_sliced():
    position = placed("b1 c3 d4 g1 b8 e8", "a2 h4 e5 f6 h7 a7", "b")
    whole = to_depth(AlphaBeta(position.game, memory="8MiB"), position, 5)
    sliced = AlphaBeta(position.game, memory="8MiB")
    run = sliced.kernel
    sliced.kernel = lambda *arguments: run(*arguments[:-1], 7)
    again = to_depth(sliced, position, 5)
    assert (whole.move, whole.value, whole.simulations) == (again.move, again.value, again.simulations)


@pytest.mark.compiled
def test_an_iteration_cut_short_calls_nothing_lost():
    """The first moves looked at here lose; another wins."""
    game = bough.game("loa:5")
    position = game.position(".o..x/..x../....o/x..oo/..xx. b")
    for nodes in (50, 100, 200, 400):
        assert AlphaBeta(game, memory="8MiB").search(position, simulations=nodes).value > -1
    assert AlphaBeta(game, memory="8MiB").search(position, simulations=100_000).value == 1


def test_budgets_are_kept():
    game = bough.game("loa")
    searcher = AlphaBeta(game, memory="8MiB")
    assert searcher.search(game.start(), simulations=5000).nodes == 5000
    assert searcher.search(game.start(), simulations=1).move in game.start().moves
    assert searcher.search(game.start(), seconds=0.05).seconds < 0.5


@pytest.mark.compiled
def test_deeper_is_better():
    """A search of three plies wins most games against one of a single ply."""
    game, points, rng = bough.game("loa"), 0.0, random.Random(0)
    shallow, deep = (AlphaBeta(game, AlphaBetaOptions(depth=depth), memory="8MiB") for depth in (1, 3))
    for number in range(10):
        position = game.start()
        for _ in range(4):
            position = position.play(rng.choice(position.moves))
        while not position.over:
            player = deep if position.to_move == number % 2 else shallow
            position = position.play(player.search(position).move)
        points += 0.5 if position.winner is None else position.winner == number % 2
    assert points >= 7


def test_names_of_players():
    game = bough.game("loa")
    assert canonical("alphabeta( depth=6 , evaluation=mia2002 )", game) == "alphabeta(evaluation=mia2002,depth=6)"
    assert canonical("alphabeta", game) == "alphabeta"
    assert read_options("alphabeta(noise=2.5)", AlphaBetaOptions).noise == 2.5
    for name, what in (
        ("alphabeta(speed=9)", "no option 'speed'"),
        ("alphabeta(depth=deep)", "must be a number"),
        ("alphabeta(depth=4", "cannot read"),
        ("alphabeta(evaluation=nnue)", "unknown evaluation 'nnue'"),
        ("alphabeta(noise=nan)", "0 or more, not nan"),
        ("alphabeta(noise=-5)", "0 or more"),
        ("alphabeta(depth=2,depth=3)", "stands twice"),
    ):
        with pytest.raises(BoughError, match=what):
            canonical(name, game)
    with pytest.raises(BoughError, match="no evaluation"):
        canonical("alphabeta", bough.game("hex:5"))
    with pytest.raises(BoughError, match="depth"):
        AlphaBeta(game, AlphaBetaOptions(depth=0))
    with pytest.raises(BoughError, match="chance, which alphabeta cannot search"):
        to_depth(AlphaBeta(bough.game("dark-chess"), memory="1MiB"), bough.game("dark-chess").start(), 2)
    with pytest.raises(BoughError, match="chance, which minimax cannot search"):
        minimax(bough.game("dark-chess").start(), 2)


@pytest.mark.parametrize("lacking", [(), ("wins_at",)])
def test_a_game_needs_no_more_than_an_evaluation(lacking):
    """Without a key, null move, noisy moves or weights the search is plain, and right: tic-tac-toe is a draw."""

    @bough.part
    def nothing(position):
        return 0.0

    known = bough.Knowledge(evaluations={"nothing": nothing})
    plain = bough.game("tic-tac-toe")
    game = replace(plain, knowledge=known, rules=replace(plain.rules, **dict.fromkeys(lacking)))
    searcher = AlphaBeta(game, memory="1MiB")
    assert to_depth(searcher, game.start(), 9).value == 0
    assert to_depth(searcher, game.start().play("a1").play("b1"), 9).value == 1


def heap_game():
    """Take one or two from a heap; whoever leaves a multiple of five moves again, and the last one taken wins."""

    @bough.part
    def setup(position):
        position.left, position.to_move, position.winner = 14, bough.FIRST, bough.UNDECIDED

    @bough.part
    def moves(position, out):
        out[0], out[1] = 0, 1
        return min(position.left, 2)

    @bough.part
    def play(position, move):
        position.left -= move + 1
        if position.left == 0:
            position.winner = position.to_move
        if position.left % 5 != 0:
            position.to_move = 1 - position.to_move

    @bough.part
    def winner(position):
        return position.winner

    @bough.part
    def leftover(position):
        return 10.0 * (position.left % 4) - 15.0

    return bough.Game(
        name="heap",
        rules=bough.Rules(
            record=bough.record_type((("left", "i4"), ("to_move", "i1"), ("winner", "i1"))),
            max_moves=2,
            max_plies=14,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
        ),
        face=bough.Face(
            move_name=lambda move: str(move + 1),
        ),
        knowledge=bough.Knowledge(evaluations={"leftover": leftover}),
    )


def test_a_player_may_move_again():
    game = heap_game()
    searcher = AlphaBeta(game, memory="1MiB")
    for moves in ([], ["1"], ["2"], ["2", "2"], ["2", "2", "1"], ["1", "2", "1"]):
        position = game.start()
        for move in moves:
            position = position.play(move)
        for depth in (1, 2, 3, 5, 14):
            assert minimax(position, depth).points == slow_minimax(position, depth), (moves, depth)
        exact = slow_minimax(position, 14)
        assert to_depth(searcher, position, 20).value == (1 if exact > 0 else -1)
