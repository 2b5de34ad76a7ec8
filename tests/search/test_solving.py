"""Provers, certificates and bough solve, against plain minimax and the literature."""

import gzip
import hashlib
import random
from pathlib import Path

import numpy as np
import pytest
from conftest import exact

import bough
from bough.core.errors import BoughError
from bough.core.records import records
from bough.games.formats.certificates import (
    LAST,
    STEP,
    Certificate,
    Strategy,
    is_certificate,
    read_certificate,
    write_certificate,
)
from bough.games.formats.verifying import verify_certificate
from bough.games.solving.keys import keys_of, lacks_keys
from bough.search.solving.entries import ZONED_ENTRY, signing
from bough.search.solving.insight.insight import NONE
from bough.search.solving.provers import DepthFirst, Dfpn, lacks_prover, prover_for
from bough.search.solving.solving import Solving, Unsolved, openings

MEMORY = 1 << 20


pytestmark = pytest.mark.usefixtures("few_playouts")


def positions_of(game, count, plies, seed=1):
    """Positions of random games, at most this many plies before the end."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        line = [game.start()]
        while not line[-1].over:
            line.append(line[-1].play(rng.choice(line[-1].moves)))
        found += line[-1 - plies : -1]
    return found[:count]


def solved(prover, position):
    return Solving(prover).value("", position)


@pytest.mark.parametrize(("zones", "insight"), [(False, NONE), (True, NONE), (True, None)])
@pytest.mark.parametrize("name", ["hex:3", "y:3"])
def test_values_with_zones_are_those_of_minimax(name, zones, insight):
    game = bough.game(name)
    prover = Dfpn(game, MEMORY, zones=zones, insight=insight)
    for position in positions_of(game, 24, 7):
        assert solved(prover, position) == exact(position), position.text


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four:4x3", "hex:3,swap", "havannah:2"])
@pytest.mark.parametrize("kind", [Dfpn, DepthFirst])
def test_values_are_those_of_minimax(name, kind):
    game = bough.game(name)
    prover = kind(game, MEMORY)
    for position in positions_of(game, 14, 5):
        assert solved(prover, position) == exact(position), position.text


@pytest.mark.compiled
@pytest.mark.parametrize("kind", [Dfpn, DepthFirst])
def test_threads_that_share_a_table_find_the_same_values(kind):
    game = bough.game("hex:4" if kind is Dfpn else "connect-four:5x4")
    alone, together = kind(game, MEMORY), kind(game, 1 << 14, threads=4)  # a small table, for which they fight
    for position in positions_of(game, 40, 14):
        assert solved(together, position) == solved(alone, position), position.text


def test_what_two_threads_wrote_at_once_is_not_found():
    sign, table = signing(True), records(4, ZONED_ENTRY)
    entry, key = table[0], np.uint64(12345)
    entry.phi, entry.delta, entry.zone = 0, 7, (5, 6)
    entry.signed = key ^ sign.key(entry)
    assert sign.look_up(table, key) == 0
    for field, value in (("phi", 1), ("delta", 8), ("zone", (4, 6)), ("zone", (5, 7)), ("zone", (6, 5))):
        kept = entry[field].copy()
        entry[field] = value
        assert sign.look_up(table, key) < 0, field
        entry[field] = kept
    assert sign.look_up(table, key) == 0


def test_more_threads_than_there_may_be_are_refused(run):
    for threads in (0, 257):
        code, _, told = run("solve", "hex:3", "--threads", threads)
        assert code == 2 and told == f"bough: threads must be 1 to 256, not {threads}\n"


def test_a_small_table_forgets_and_stays_right():
    game = bough.game("hex:3")
    for kind in (Dfpn, DepthFirst):
        prover = kind(game, 1 << 9)
        for position in positions_of(game, 20, 7):
            assert solved(prover, position) == exact(position), position.text


def test_images_have_one_key_and_other_boards_another():
    game = bough.game("hex:3")
    keys, seen = keys_of(game), np.zeros(9, np.int16)

    def key(moves):
        position = game.start()
        for move in moves.split():
            position = position.play(move)
        return int(keys.key(position.state[0], seen)[0])

    assert key("a1 b2") == key("c3 b2") != key("a1 b3")
    assert key("a1 b2 c3") == key("c3 b2 a1")
    plain = keys_of(game, symmetric=False).key
    assert plain(game.start().play("a1").state[0], seen)[0] != plain(game.start().play("c3").state[0], seen)[0]


def test_openings_are_counted_up_to_symmetry():
    assert {move: len(images) for move, images in openings(bough.game("hex:3").start()).items()} == {
        "a1": 2, "b1": 2, "c1": 2, "a2": 2, "b2": 1,
    }  # fmt: skip
    assert len(openings(bough.game("connect-four").start())) == 4


def test_games_are_refused_for_a_reason():
    assert "chance" in lacks_prover(bough.game("dark-chess"))
    assert "tell all" in lacks_prover(bough.game("go:3"))
    assert lacks_keys(bough.game("hex:3")) is None


SOLVED = [("tic-tac-toe", "", 0), ("hex:3", "", 1), ("hex:3", "a1", 1), ("hex:3", "b2", -1), ("y:4", "", 1)]
SOLVED += [("connect-four:4x3", "b b c", 1), ("havannah:2", "", 1), ("hex:3,swap", "", -1)]
SOLVED += [("havannah:3", "c1 b1 c2", -1), ("havannah:3", "b2", 1)]


@pytest.mark.parametrize(("name", "moves", "value"), SOLVED)
def test_certificates_hold(name, moves, value, tmp_path):
    certificate, path = written(name, moves, tmp_path)
    assert certificate.value == value and is_certificate(path)
    again = read_certificate(path)
    assert again.value == value and again.position == certificate.position
    assert verify_certificate(again) >= 1


def written(name, moves, folder, kind=None):
    position = bough.game(name).start()
    for move in moves.split():
        position = position.play(move)
    solving = Solving((kind or prover_for)(position.game, MEMORY))
    solving.value("", position)
    certificate = solving.certificate("", position, MEMORY)
    path = folder / "certificate.gz"
    write_certificate(path, certificate, None)
    return certificate, path


def test_wins_of_lines_of_action_hold_though_positions_may_come_again(tmp_path):
    position = bough.game("loa:4").position(".xx./o..o/o..o/.xx. b")
    solving = Solving(Dfpn(position.game, MEMORY))
    assert solving.value("", position) == 1
    certificate = solving.certificate("", position, MEMORY)
    assert verify_certificate(certificate) > 1
    moved = certificate._replace(position=bough.game("loa:4").start().play("b4-b2"))
    with pytest.raises(BoughError, match="with a past"):
        verify_certificate(moved)


def test_every_altered_byte_is_noticed(tmp_path):
    _, path = written("hex:3", "a1", tmp_path)
    data, rng = path.read_bytes(), random.Random(1)
    text = bytearray(gzip.decompress(data))
    for _ in range(40):
        changed = bytearray(text)
        changed[rng.randrange(len(text))] ^= 1 << rng.randrange(7)
        path.write_bytes(gzip.compress(bytes(changed)))
        with pytest.raises(BoughError):
            verify_certificate(read_certificate(path))
    for cut in (1, 10, len(data) - 9):
        path.write_bytes(data[:cut])
        with pytest.raises(BoughError, match="certificate"):
            read_certificate(path)


@pytest.mark.parametrize(("name", "move"), [("hex:3", "a1"), ("tic-tac-toe", "a1"), ("havannah:3", "b2")])
def test_altered_lines_are_refused_or_still_true(name, move, tmp_path):
    """With the digest made right again, whatever is accepted must be a proof: the value cannot be another one."""
    certificate, path = written(name, move, tmp_path)
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()[:-1]
    rng, refused = random.Random(2), 0
    for _ in range(24):
        changed = list(lines)
        at = rng.randrange(len(lines))
        words = changed[at].split(" ")
        k = rng.randrange(len(words))
        if at == 0:
            changed[0] = changed[0].replace(f'"value": {certificate.value}', f'"value": {-certificate.value or 1}')
        else:
            words[k] = rng.choice(["a1", "b2", "c3", "0", "1", "2", "c1", "+", "!"])
            changed[at] = " ".join(words)
        body = "\n".join(changed).encode() + b"\n"
        path.write_bytes(gzip.compress(body + hashlib.sha256(body).hexdigest().encode() + b"\n"))
        try:
            read = read_certificate(path)
            verify_certificate(read)
        except BoughError:
            refused += 1
            continue
        assert read.value == certificate.value
    assert refused >= 12


def test_zones_and_rows_are_refused_where_they_do_not_hold(tmp_path):
    certificate, _ = written("havannah:2", "", tmp_path)
    with pytest.raises(BoughError, match="zones"):
        verify_certificate(certificate._replace(zones=True))
    certificate, _ = written("tic-tac-toe", "a1 b1", tmp_path)
    with pytest.raises(BoughError, match="rows of threats"):
        verify_certificate(certificate._replace(threats=True))


def test_rows_that_do_not_go_through_are_refused(tmp_path):
    """Every step of every row, with another move, another answer, or the last step taken for one that is not."""
    certificate, _ = written("havannah:3", "c3 d2 d4 e5 c1", tmp_path)
    (one,) = certificate.strategies
    steps = [n for n, line in enumerate(one.lines) if line in (STEP, LAST)]
    assert len(steps) > 3 and verify_certificate(certificate) > 1
    for n in steps:
        for name, value in (
            ("moves", one.answers[n]),
            ("answers", one.moves[n]),
            ("lines", STEP + LAST - one.lines[n]),
        ):
            changed = getattr(one, name).copy()
            changed[n] = value
            with pytest.raises(BoughError, match=r"row of threats|has no answer"):
                verify_certificate(certificate._replace(strategies=(one._replace(**{name: changed}),)))


@pytest.mark.parametrize(
    "text",
    [
        ".../.oxo/...../o..x/x.. x",
        ".ox/.o../...xo/..x./x.. o",
        ".../...o/..o../x..x/.x. o",
        "o../..../.x.../..../... x",
        ".../..o./...../.x../.x. o",
    ],
)
def test_rows_that_end_with_three_threats_hold(text):
    """Writer and checker must take the same two of them."""
    solution = bough.solve(bough.game("havannah:3").position(text), memory="4MiB")
    assert verify_certificate(solution.certificate) > 1


def test_a_row_is_refused_where_the_opponent_could_win_first():
    """X would win in e3, before o's row of one move, c3, which threatens to win in b1 and d2, comes to its end."""
    position = bough.game("havannah:3").position("..x/x.o./...../oo.x/.ox x")
    move, answer = (np.array([position.move_numbers[name]], np.int16) for name in ("c3", "b1"))
    row = Strategy(1, 1, -1, 0, np.array([0, 1]), move, answer, np.array([LAST], np.int32))
    with pytest.raises(BoughError, match="row of threats"):
        verify_certificate(Certificate(position, -1, False, (row,), True))


def test_a_missing_answer_is_named(tmp_path):
    certificate, _ = written("tic-tac-toe", "a1 b1", tmp_path)
    (one,) = certificate.strategies
    last = one.starts[-1] - 1
    starts = np.minimum(one.starts, last)
    shorter = one._replace(starts=starts, moves=one.moves[:last], answers=one.answers[:last], lines=one.lines[:last])
    with pytest.raises(BoughError, match="has no answer to"):
        verify_certificate(certificate._replace(strategies=(shorter,)))


@pytest.mark.parametrize("kind", [Dfpn, DepthFirst])
def test_a_solve_that_was_stopped_goes_on(tmp_path, kind):
    position, file = bough.game("connect-four:3x3").start(), tmp_path / "checkpoint"
    whole = Solving(kind(position.game, MEMORY)).value("", position)
    nodes, values = 0, []
    for _ in range(200):
        solving = Solving(kind(position.game, MEMORY), checkpoint=file, about={"game": "connect-four:3x3"})
        solving.resume()
        assert solving.nodes >= nodes
        before = solving.nodes

        def stop(one, before=before):
            one.stopped = one.nodes > before + 30

        solving.watch = stop
        try:
            values.append(solving.value("", position))
            break
        except Unsolved:
            solving.save()
            nodes = solving.nodes
    assert values == [whole] and nodes > 0
    other = Solving(kind(position.game, MEMORY), checkpoint=file, about={"game": "hex:3"})
    with pytest.raises(BoughError, match="another solve"):
        other.resume()
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(BoughError, match="damaged"):
        solving.resume()


def test_a_board_that_does_not_tell_all_is_found_out_on_loading(tmp_path):
    text = Path("examples/breakthrough.py").read_text()
    (tmp_path / "blind.py").write_text(text.replace("out[square] = (position.pawn[square] + 1) % 3", "out[square] = 0"))
    with pytest.raises(BoughError, match="look_tells_all=True, but"):
        bough.game(str(tmp_path / "blind.py:5"))


def test_a_position_is_solved_in_two_lines():
    solution = bough.solve(bough.game("hex:3").start().play("a1"), memory="1MiB")
    assert solution.value == 1 and bough.verify(solution.certificate) > 1
    with pytest.raises(BoughError, match="not solved in"):
        bough.solve(bough.game("connect-four:5x4").start(), memory="1MiB", seconds=1e-6)
    with pytest.raises(BoughError, match="chance"):
        bough.solve(bough.game("dark-chess").start(), memory="1MiB")


def test_the_time_of_a_solve_bounds_its_certificate_too():
    position = bough.game("hex:3").start().play("a1")
    solving = Solving(prover_for(position.game, MEMORY))
    assert solving.value("", position) == 1
    solving.seconds = 0
    with pytest.raises(Unsolved):
        solving.certificate("", position, MEMORY)


def test_long_games_with_few_moves_go_depth_first():
    assert isinstance(prover_for(bough.game("examples/breakthrough.py:5"), MEMORY), DepthFirst)
    assert isinstance(prover_for(bough.game("havannah:3"), MEMORY), Dfpn)


def test_the_command_solves_writes_and_verifies(run, tmp_path):
    file = tmp_path / "c.gz"
    code, told, _ = run("solve", "hex:3", "--moves", "a1", "-o", file, "--memory", "1MiB")
    assert code == 0 and "A win for Blue" in told and "Certificate" in told
    assert "The proof holds: a win for Blue in hex:3" in run("verify", file)[1]
    code, told, _ = run("solve", "hex:3", "--all-openings", "-o", tmp_path / "all", "--memory", "1MiB")
    assert code == 0 and "moves win" in told and len(list((tmp_path / "all").iterdir())) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dark-chess"], "leaves something to chance"),
        (["go:5"], "does not tell all that can follow"),
        (["loa:4", "--moves", "b4-b2"], "give the board as a position text"),
        (["hex:3", "--memory", "lots"], "memory limit"),
        (["hex:3", "--seconds", "-1"], "seconds must be"),
        (["tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"], "the game is over"),
    ],
)
def test_mistakes_are_refused_in_a_line(run, arguments, message):
    code, _, error = run("solve", *arguments)
    assert code == 2 and message in error and len(error.splitlines()) == 1


def test_an_unsolved_position_says_how_to_go_on(run, tmp_path):
    file = tmp_path / "kept"
    code, told, _ = run("solve", "connect-four:6x5", "--seconds", "0.01", "--memory", "1MiB", "--checkpoint", file)
    assert code == 1 and "Not solved yet" in told and f"goes on from {file}" in told.replace("\n", " ")
    code, told, _ = run("solve", "connect-four:6x5", "--seconds", "0.01", "--memory", "1MiB", "--checkpoint", file)
    assert code == 1 and "Going on from" in told
    code, _, error = run("solve", "connect-four:6x5", "--seconds", "1", "--memory", "2MiB", "--checkpoint", file)
    assert code == 2 and "another --memory" in error
