"""Lines of Action: rules against counts, figures, OpenSpiel and slow twins."""

import random

import numpy as np
import pytest

import bough
from bough.core.errors import BoughError
from bough.games.checks.perft import perft
from bough.games.formats.game_list import read_records, write_records

START = ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx. b"
SHORTEST = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5"
FIGURE = "......../..o....x/..o...../...o..../....x.x./o.xx..../....o..x/.o......"
"""Winands 2004, figure 2.1b."""
PERFT = {
    START: [36, 1244, 44952, 1563208, 55963132],
    "..xx..x./o......./ox.x..../oo....../o..xx.x./o...x.../oo...o../........ b": [43, 1088, 41723, 1087368],
    ".x.o..../.xxo..../.x.o..../.oo...../o.x.x.../......../......../.......o b": [17, 439, 8405, 226431],
    "......../......../o..x.x../.x.o.o../..o..ox./...xx.../..o...../........ b": [28, 678, 19002, 490385],
    "...o..x./....xoo./..oxxx../...xx.../.x....../......../.......o/........ b": [33, 595, 20909, 364881],
    f"{FIGURE} b": [27, 813, 22836, 662828],
    f"{FIGURE} w": [30, 803, 23443, 646833],
}


def placed(black: str, white: str, to_move: str) -> bough.Position:
    """A position from lists of squares."""
    marks = dict.fromkeys(black.split(), "x") | dict.fromkeys(white.split(), "o")
    rows = ("".join(marks.get(f"{file}{rank}", ".") for file in "abcdefgh") for rank in range(8, 0, -1))
    return bough.game("loa").position("/".join(rows) + " " + to_move)


def random_positions(name: str, count: int, seed: int = 0):
    """Positions of random games, some of them over."""
    rng, position = random.Random(seed), bough.game(name).start()
    for _ in range(count):
        position = bough.game(name).start() if position.over else position.play(rng.choice(position.moves))
        yield position


@pytest.mark.parametrize(("text", "counts"), PERFT.items())
@pytest.mark.compiled
def test_perft(text, counts):
    assert list(perft(bough.game("loa").position(text), len(counts))) == counts


def test_moves_of_a_piece_in_the_figure():
    moves = [move for move in bough.game("loa").position(f"{FIGURE} b").moves if move.startswith("d3")]
    assert sorted(moves) == ["d3-b5", "d3-d1", "d3-g3", "d3xa3", "d3xd5"]


def test_the_shortest_game():
    position = bough.game("loa").start()
    assert position.text == START
    for move in SHORTEST.split():
        assert not position.over
        position = position.play(move)
    assert position.over
    assert position.winner == 0


def test_connecting_both_sides_at_once_is_a_draw_or_the_movers_win():
    text = placed("a1 b2 e3", "c3 h8", "b").text  # e3xc3 joins Black's pieces and leaves White a single one
    for name, winner in (("loa", None), ("loa:simultaneous=mover", 0)):
        position = bough.game(name).position(text).play("e3xc3")
        assert position.over
        assert position.winner == winner


def test_capturing_can_give_the_opponent_the_game():
    position = placed("a1 a8 h8", "c1 e5 e6", "b")
    taken = position.play("a1xc1")
    assert taken.winner == 1


def test_a_player_without_a_move_passes_and_endless_passing_is_a_draw():
    position = placed(
        "c7 g7 c5 g5 b4 d4 f4 h4 c3 g3 c1 g1", "e7 b6 d6 f6 h6 e5 e3 b2 d2 f2 h2 e1", "b"
    )  # Winands 2000, figure 2.4: stalemate for both
    for _ in range(4):
        assert position.moves == ["pass"]
        position = position.play("pass")
    assert position.over
    assert position.winner is None


def test_the_third_occurrence_is_a_draw():
    position = bough.game("loa").start()
    there_and_back = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
    for move in there_and_back + there_and_back[:3]:
        position = position.play(move)
        assert not position.over
    last = position.play(there_and_back[3])
    assert last.over
    assert last.winner is None
    assert not bough.game("loa").position(last.text).over, "a text has no history"


def test_a_capture_forgets_what_was_seen():
    """Repetition is looked for since the last capture only, and a position before it cannot come back."""
    position = bough.game("loa").start().play("b1-b3")
    capture = next(move for move in position.moves if "x" in move)
    assert position.play(capture).state[0].quiet == 0


def test_moves_can_be_written_in_other_ways():
    start = bough.game("loa").start()
    assert start.play("C1:A3") == start.play("c1xa3") == start.play("c1-a3") == start.play("c1a3")


def test_key_is_the_same_for_the_same_position_and_differs_by_side():
    game = bough.game("loa")
    for position in random_positions("loa", 200):
        assert game.position(position.text).state[0].key == position.state[0].key
    assert game.position(START).state[0].key != game.position(START[:-1] + "w").state[0].key


def test_moves_are_counted_as_listed():
    for name in ("loa", "loa:3"):
        for position in random_positions(name, 100, seed=7):
            if not position.over:
                assert position.game.rules.count_moves(position.state[0]) == len(position.moves)


def test_wins_at_tells_what_playing_would():
    for name in ("loa:5", "loa:5,simultaneous=mover"):
        game = bough.game(name)
        wins = refusals = 0
        for position in random_positions(name, 150, seed=5):
            may = game.rules.may_win(position.state[0], position.to_move)
            refusals += not may
            for move, number in position.move_numbers.items():
                won = position.play(move).winner == position.to_move
                assert game.rules.wins_at(position.state[0], number, position.to_move) == won
                assert may or not won, position.text
                wins += won
        assert wins > 20 and refusals > 20


def test_texts_and_bad_texts():
    game = bough.game("loa")
    for position in random_positions("loa", 100, seed=1):
        assert game.position(position.text).text == position.text
    for text, what in (
        (START[:-1] + "x", "write it like"),
        (START.replace(".", "q"), "letter"),
        ("......../" * 7 + "x....... b", "1 to 12 pieces"),
        ("xxxxxxxx/xxxxxxxx/" + "......../" * 5 + "o....... b", "1 to 12 pieces"),
    ):
        with pytest.raises(BoughError, match=what):
            game.position(text)
    for name in ("loa:2", "loa:9", "loa:simultaneous=both"):
        with pytest.raises(BoughError, match="loa"):
            bough.game(name)


def test_records_are_read_and_written(tmp_path):
    game, path = bough.game("loa"), tmp_path / "games.txt"
    write_records(path, [SHORTEST.split(), SHORTEST.split()[:4]])
    (_, won), (line, unfinished) = read_records(game, path)
    assert won.winner == 0
    assert not unfinished.over and line == 2
    path.write_text("# remark\nname\tBlack #3\t" + SHORTEST + "\n")
    assert [played.history for _, played in read_records(game, path)] == [tuple(SHORTEST.split())]
    path.write_text("b1-b3 b1-b3\n")
    with pytest.raises(BoughError, match="line 1: 'b1-b3' is not a legal move"):
        list(read_records(game, path))


@pytest.mark.compiled
@pytest.mark.parametrize("games", [200, pytest.param(1000, marks=pytest.mark.long)])
def test_random_games_agree_with_openspiel(games):
    """Legal moves at every ply of random games.

    OpenSpiel calls any earlier board a draw at once (ours: the third occurrence), lets a player without a move lose
    (ours: pass) and gives simultaneous connection to the mover (ours as an option); games are compared up to there.
    """
    pyspiel = pytest.importorskip("pyspiel")
    from bough.games.contract import UNDECIDED
    from bough.games.kernels import LOOK, PLAY, first_state, rules_kernel

    game, peer = bough.game("loa:simultaneous=mover"), pyspiel.load_game("lines_of_action")
    rules, rng, legal = rules_kernel(game.rules), random.Random(8), np.zeros(game.rules.max_moves + 1, np.int16)
    endings = {"won": 0, "repeated": 0}
    for _ in range(games):
        state, theirs = first_state(game.rules), peer.new_initial_state()
        seen = set()
        winner, count = rules(LOOK, state, 0, legal)
        while True:
            names = {game.face.move_name(int(move)): int(move) for move in legal[:count]}
            board = bytes(state[0].stones)
            if theirs.is_terminal():
                if winner != UNDECIDED:
                    assert theirs.returns()[winner] == 1
                    endings["won"] += 1
                else:
                    assert board in seen or list(names) == ["pass"]
                    endings["repeated"] += 1
                break
            assert winner == UNDECIDED
            actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            assert set(actions) == set(names)
            seen.add(board)
            move = rng.choice(sorted(names))
            theirs.apply_action(actions[move])
            winner, count = rules(PLAY, state, names[move], legal)
    assert endings["won"] > games // 3


@pytest.mark.compiled
def test_whole_playouts_are_uniform():
    """The first moves of recorded playouts: each of the 36 equally often (chi-square, 35 degrees of freedom)."""
    from bough.core.jit import kernel
    from bough.core.rng import seeded

    game = bough.game("loa")
    wander = game.rules.playout(True)

    def first_moves(states, out, counts, rng, playouts):
        for _ in range(playouts):
            states[1] = states[0]
            _, _, rng = wander(states[1], out, rng)
            counts[out[0]] += 1

    states = np.concatenate([game.start().state] * 2)
    counts = np.zeros(game.rules.move_ids, np.int64)
    kernel(first_moves)(states, np.zeros(1001, np.int16), counts, seeded(4), 36_000)
    played = counts[list(game.start().move_numbers.values())]
    assert played.sum() == 36_000
    assert ((played - 1000) ** 2 / 1000).sum() < 66.6  # one in a thousand
