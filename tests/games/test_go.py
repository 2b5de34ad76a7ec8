"""Go: rules against an independent implementation, liberties against a flood, counting, texts."""

import random
import shutil

import numpy as np
import pytest

import bough
from bough.core.errors import BoughError
from bough.core.jit import PARTS, interpreted
from bough.core.records import records
from bough.games.contract import UNDECIDED
from bough.games.go.board import BLACK, BORDER, COUNT, EMPTY, PASS, SQUARES_AT, SUM, WHITE, Board
from bough.games.go.game import handicap_points
from bough.games.go.rules import go_rules
from bough.games.go.sgf import read_go_sgf, write_go_sgf
from bough.games.kernels import LOOK, PLAY, first_state, rules_kernel

KO = ".xo./x.xo/.xo./.... w"


def name_of(action_text):
    return action_text.split()[-1].lower()


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("size", "games"),
    [(9, 500), (13, 100), (19, 50), *(pytest.param(size, 500, marks=pytest.mark.long) for size in (13, 19))],
)
def test_random_games_agree_with_openspiel(size, games):
    """Legal moves and mover at every ply, and the result where two passes end it.

    OpenSpiel allows a move that repeats a position and ends the game there; we forbid it (positional superko). It
    scores the game after twice as many plies as there are points, we go on; both forbid suicide.
    """
    pyspiel = pytest.importorskip("pyspiel")
    game, peer = bough.game(f"go:{size}"), pyspiel.load_game(f"go(board_size={size},komi=7.5)")
    rules, rng, legal = (
        rules_kernel(game.rules),
        random.Random(size),
        np.zeros(game.rules.max_moves + 1, np.int16),
    )
    start = peer.new_initial_state()
    actions = {name_of(start.action_to_string(action)): action for action in range(size * size + 1)}
    action_of = np.full(game.rules.move_ids, -1)
    action_of[0] = actions["pass"]
    for cell, move in game.start().move_numbers.items():
        action_of[move] = actions[cell]
    forbidden = compared = 0
    for number in range(games):
        state, other = first_state(game.rules), peer.new_initial_state()
        winner, count = rules(LOOK, state, 0, legal)
        hasty = number % 2  # every other game may end by passes early
        while winner == UNDECIDED and not other.is_terminal():
            assert other.current_player() == state[0].to_move
            ours, theirs = set(action_of[legal[:count]].tolist()), set(other.legal_actions())
            assert ours <= theirs
            for action in theirs - ours:
                repeated = other.child(action)
                assert repeated.is_terminal(), "only a repetition is allowed there and not here"
                forbidden += 1
            move = int(legal[rng.randrange(count)])
            if move == PASS and not (hasty and count < size * size // 2):
                move = int(legal[rng.randrange(count)])
            other.apply_action(int(action_of[move]))
            winner, count = rules(PLAY, state, move, legal)
        if winner != UNDECIDED:
            assert other.returns() == {0: [1, -1], 1: [-1, 1]}[winner]
            compared += 1
    assert compared > games // 10
    if size == 9:
        assert forbidden > 0


def test_strings_liberties_and_shapes_are_kept_up_to_date():
    """After every move of random games each string's word is what a flood over its stones counts."""
    board = Board(6, 5)
    rules, rng = go_rules(board, 7.5), random.Random(4)
    state = records(1, rules.record)
    position, wide = state[0], board.wide
    out = np.zeros(board.area + 1, np.int16)
    points = [board.point(column, row) for row in range(5) for column in range(6)]
    for _ in range(3 if interpreted() else 12):
        rules.clear(position)
        for _ in range(60):
            count = rules.moves(position, out)
            rules.play(position, int(out[rng.randrange(count)]))
            _check_strings(rules, position, points, wide)
            if position.winner != UNDECIDED:
                break


def _check_strings(rules, position, points, wide):
    sides, ring = (-wide, -1, 1, wide), (-wide - 1, -wide, -wide + 1, -1, 1, wide - 1, wide, wide + 1)
    assert sorted(position.empty[: position.empties]) == [p for p in points if position.colour[p] == EMPTY]
    for point in points:
        around = sum(int(position.colour[point + step]) << 2 * d for d, step in enumerate(ring))
        assert position.around[point] == around
        if position.colour[point] == EMPTY:
            assert position.empty[position.place[point]] == point
            continue
        string, found = {point}, [point]
        while found:
            at = found.pop()
            for step in sides:
                if position.colour[at + step] == position.colour[point] and at + step not in string:
                    string.add(at + step)
                    found.append(at + step)
        touched = [at + step for at in string for step in sides if position.colour[at + step] == EMPTY]
        word = int(position.liberties[position.string[point]])
        assert len({int(position.string[at]) for at in string}) == 1
        assert word & COUNT == len(touched) > 0
        assert word >> 12 & SUM == sum(touched)
        assert word >> SQUARES_AT == sum(liberty**2 for liberty in touched)
        assert (rules.atari(position, point) != 0) == (len(set(touched)) == 1)


def test_ko_superko_and_suicide():
    game = bough.game("go:4")
    position = game.position(KO)
    taken = position.play("b3")
    assert taken.text == ".xo./xo.o/.xo./.... b c3", "the ko is part of the text"
    assert "c3" not in taken.moves
    assert "c3" in taken.play("d1").play("a1").moves, "after other moves it may be taken back"
    assert sorted(game.position(taken.text).moves) == sorted(taken.moves)
    eye = game.position(".x../x.../..../.... w")
    assert "a4" not in eye.moves, "suicide"
    assert "a4" in eye.play("pass").moves
    captures = game.position(".xo./xo../o.../.... w")
    assert captures.play("a4").text.startswith("o.o./.o../o..."), "no suicide, since it takes"


def test_positions_may_not_come_back():
    """Send two, return one: the fourth move would repeat a position though no ko was just taken."""
    game, rng = bough.game("go:2"), random.Random(1)
    for _ in range(20):
        position, seen = game.start(), set()
        while not position.over:
            board = position.text.split()[0]
            if position.history and position.history[-1] != "pass":
                assert board not in seen
            seen.add(board)
            position = position.play(rng.choice(position.moves))


def test_area_scoring_and_the_end():
    board = "..xo./..xo./..xo. b"
    over = bough.game("go:5x3,komi=0.5").position(board).play("pass").play("pass")
    assert over.over
    assert over.winner == 0, "black has nine points to white's six"
    even = bough.game("go:5x3,komi=3").position(board).play("pass").play("pass")
    assert even.winner is None, "a whole komi may make a draw"
    neutral = bough.game("go:3,komi=0.5").position("x.o/x.o/x.o b").play("pass").play("pass")
    assert neutral.winner == 1, "points that both reach count for nobody"


def test_final_scores_equal_gnu_gos():
    """Fifty finished games of random play, eyes left alone."""
    gnugo = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if gnugo is None:
        pytest.skip("GNU Go is not installed; make gnugo installs it")
    import subprocess

    board = Board(9, 9)
    rules, rng = go_rules(board, 7.5), np.uint64(77)
    names = {number: name.upper() for name, number in bough.game("go:9").start().move_numbers.items()}
    for _ in range(50):
        state = records(1, rules.record)
        position = state[0]
        rules.clear(position)
        lines = ["boardsize 9", "clear_board", "komi 7.5"]
        while position.winner == UNDECIDED:
            move, rng = rules.random_move(position, rng)
            lines.append(f"play {'bw'[position.to_move]} {'PASS' if move == PASS else names[int(move)]}")
            rules.play(position, move)
        points = rules.area_of(position) - 7.5
        wanted = f"{'B' if points > 0 else 'W'}+{abs(points):.1f}"
        done = subprocess.run(
            [gnugo, "--mode", "gtp", "--chinese-rules", "--capture-all-dead"],
            input="\n".join([*lines, "final_score", "quit", ""]),
            capture_output=True,
            text=True,
            check=True,
        )
        assert f"= {wanted}" in done.stdout, (wanted, done.stdout[-200:])


def test_texts_names_and_options():
    game, rng = bough.game("go:5"), random.Random(2)
    position = game.start()
    for _ in range(300):
        position = game.start() if position.over else position
        assert game.position(position.text).text == position.text
        position = position.play(rng.choice(position.moves))
    assert bough.game("go").name == "go:9"
    assert bough.game("go:13x9,komi=6.5").name == "go:13x9,komi=6.5"
    assert "i1" not in bough.game("go:19").start().moves
    assert bough.game("go:9").start().play("E5").play("PASS").history == ("e5", "pass")
    for name, what in (
        ("go:1", "2 to 19 lines"),
        ("go:20", "2 to 19 lines"),
        ("go:9,komi=7.3", "whole or half"),
        ("go:9,handicap=1", "2 to 9 handicap stones"),
        ("go:4,handicap=2", "no handicap stones"),
    ):
        with pytest.raises(BoughError, match=what):
            bough.game(name)
    for text, what in (
        ("xx b", "write it like"),
        ("..../..../..../.... b", "write it like"),
        ("xxxxx/xxxxx/xxxxx/xxxxx/xxxxx b", "without a liberty"),
        ("...../...../...../...../..... b z9", "no empty point"),
        ("...../...../...../...../..... b a1 junk", "words after the board"),
    ):
        with pytest.raises(BoughError, match=what):
            game.position(text)


def test_handicap():
    start = bough.game("go:9,handicap=4").start()
    assert start.to_move == 1
    assert start.text.count("x") == 4
    assert handicap_points(19, 19, 9)[-1] == (9, 9)
    assert set(handicap_points(19, 19, 5)) == {(3, 3), (15, 15), (3, 15), (15, 3), (9, 9)}
    assert BORDER == BLACK | WHITE


def test_sgf_is_read_and_written():
    moves = ["e5", "c3", "pass", "a9"]
    text = write_go_sgf(9, 6.5, moves, ("one", "two ]"), "B+")
    found = read_go_sgf(text.encode())
    assert (found.size, found.komi, [move for _, move in found.moves]) == (9, 6.5, moves)
    assert "\n" not in text
    handicap = read_go_sgf(write_go_sgf(9, 0.5, ["e5"], ("b", "w"), "W+", ["c3", "g7"]).encode())
    assert handicap.black == ["c3", "g7"]
    assert handicap.moves == [("w", "e5")]
    for wrong in (b"", b"rubbish", b"(;SZ[40])"):
        with pytest.raises(BoughError, match="go"):
            read_go_sgf(wrong)


def test_boards_that_differ_in_komi_share_their_parts():
    """Parts are never given back, so a visitor who names a thousand komis must not make new ones."""
    bough.game("go:5,komi=1")
    declared = len(PARTS)
    games = [bough.game(f"go:5,komi={komi}") for komi in (2, 3.5, 4)]
    assert len(PARTS) == declared
    assert [float(one.start().state[0].twice_komi) for one in games] == [4, 7, 8]
