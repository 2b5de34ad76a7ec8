"""Tables of endings against a plain minimax of their own rules, and searches that look positions up."""

import sys
from functools import cache

import numpy as np
import pytest

import bough
from bough.core.records import records
from bough.games.dark_chess.game import PIECES
from bough.search.solving.endings import endings_table, keep_table, lacks_endings, solve_endings, table_file

SHAPE = (2, 3)


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """A folder of their own for tables; compiled code stays where it is."""
    monkeypatch.setattr(sys.modules[table_file.__module__], "cache_root", lambda: tmp_path)
    endings_table.cache_clear()


def game_of(draw: str):
    return bough.game(f"dark-chess:2x3,pieces=KCPkcp,draw={draw}")


def takes(attacker: str, victim: str) -> bool:
    order = "KGMRNCP"
    one, two = order.index(attacker.upper()), order.index(victim.upper())
    if (attacker.upper(), victim.upper()) in (("K", "P"), ("P", "K")):
        return attacker.upper() == "P"
    return one <= two


def moves_of(board: tuple[str, ...], mover: int) -> list[tuple[tuple[str, ...], bool]]:
    """Boards after a move, and whether it captured; written anew from the rules of the game."""
    columns, rows = SHAPE
    found = []
    for square, piece in enumerate(board):
        if piece == "." or piece.islower() != bool(mover):
            continue
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            seen = []
            column, row = square % columns + right, square // columns + up
            step = 1
            while 0 <= column < columns and 0 <= row < rows:
                target = row * columns + column
                there = board[target]
                enemy = there != "." and there.islower() != piece.islower()
                by_step = step == 1 and (there == "." or (enemy and piece.upper() != "C" and takes(piece, there)))
                by_jump = piece.upper() == "C" and len(seen) == 1 and enemy
                if by_step or by_jump:
                    after = list(board)
                    after[square], after[target] = ".", piece
                    found.append((tuple(after), there != "."))
                if there != ".":
                    seen.append(there)
                column, row, step = column + right, row + up, step + 1
    return found


@cache
def value(board: tuple[str, ...], mover: int, quiet: int, patience: int) -> int:
    """For the player to move, by trying everything."""
    own = [piece for piece in board if piece != "." and piece.islower() == bool(mover)]
    moves = moves_of(board, mover)
    if not own or not moves:
        return -1
    if all(piece == "." or piece in own for piece in board):
        return 1
    best = -1
    for after, captured in moves:
        left = 0 if captured else quiet + 1
        over = not any(piece != "." and piece not in own for piece in after) or not moves_of(after, 1 - mover)
        drawn = not over and left >= patience
        best = max(best, 0 if drawn else -value(after, 1 - mover, left, patience))
        if best == 1:
            break
    return best


def positions_of(game):
    """The numbers whose pieces this game has, each with its record and its board."""
    endings, work = game.rules.endings, records(1, game.rules.record)
    for number in range(endings.count):
        if endings.place(work[0], number) and (work[0].left <= [1, 0, 0, 0, 0, 1, 1] * 2).all():
            board = tuple("." if piece < 0 else PIECES[piece] for piece in work[0].on[:6])
            yield number, work[0], board


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("draw", "patience"),
    [("7", 7), pytest.param("3", 3, marks=pytest.mark.long), pytest.param("paper", 40, marks=pytest.mark.long)],
)
def test_every_value_is_minimax_at_any_number_of_quiet_plies(draw, patience):
    game = game_of(draw)
    table, looked_at, decided = solve_endings(game), 0, 0
    for number, position, board in positions_of(game):
        assert game.rules.endings.number(position) == number
        plies = int(table[number])
        for quiet in (0, 1, patience // 2, patience - 1):
            told = 0 if abs(plies) > patience - quiet else int(np.sign(plies))
            assert told == value(board, 0, quiet, patience), (board, quiet, plies)
            looked_at, decided = looked_at + 1, decided + (told != 0)
    assert looked_at > 3000 and decided > 400


def test_a_mirror_image_and_the_other_colour_have_the_same_number():
    game = game_of("paper")
    texts = ("p./K./.C r", ".p/.K/C. r", ".C/K./p. r", "P./k./.c b")
    numbers = {int(game.rules.endings.number(game.position(text).state[0])) for text in texts}
    assert len(numbers) == 1 and numbers != {-1}


def test_what_is_hidden_or_has_too_many_pieces_is_not_there():
    game = game_of("paper")
    for text in ("KX/p./.. r C", "KC/pk/.. r"):
        assert game.rules.endings.number(game.position(text).state[0]) == -1


def test_repeated_runs_keep_positions_with_a_past_out():
    game = bough.game("dark-chess:2x3,pieces=KCPkcp,draw=tcga")
    position = game.position("K./p./.C r")
    assert game.rules.endings.number(position.state[0]) >= 0
    assert game.rules.endings.number(position.play("b1-a1").state[0]) == -1


def test_searches_prove_the_right_values_with_the_table(tables):
    game = game_of("7")
    assert "run bough endings dark-chess:2x3" in lacks_endings(game)
    with pytest.raises(bough.BoughError, match="the idea 'endings' cannot serve"):
        bough.search(game.position("K./pk/C. r"), "uct+chance-nodes+solver+endings", simulations=10)
    keep_table(game, solve_endings(game))
    for text in ("K./pk/C. r", "KC/pk/.. b", "Kc/P./.k r", ".K/cP/k. b", "C./kK/p. r"):
        found = bough.search(game.position(text), "uct+chance-nodes+solver+endings", simulations=20_000)
        board = tuple("".join(reversed(text.split(" ")[0].split("/"))))
        assert found.low == found.high == value(board, "rb".index(text[-1]), 0, 7), text


def test_a_root_that_the_table_knows_still_gets_a_move(tables):
    game = game_of("7")
    keep_table(game, solve_endings(game))
    position = game.position("K./../.c r")
    found = bough.search(position, "uct+chance-nodes+solver+endings", simulations=500)
    assert found.move in position.moves and found.low == found.high


def test_a_damaged_table_is_refused_with_the_remedy(tables):
    game = game_of("3")
    path = keep_table(game, solve_endings(game))
    assert path == table_file(game)
    for content in (b"", b"not a table", path.read_bytes()[:-20]):
        path.write_bytes(content)
        endings_table.cache_clear()
        with pytest.raises(bough.BoughError, match="run bough endings dark-chess:2x3"):
            endings_table(game)


def test_a_table_made_elsewhere_is_looked_up():
    """Nim with one heap, up to two counters a turn: lost on multiples of three."""
    record = bough.record_type((("heap", "i1"), ("to_move", "i1")))

    def setup(position):
        position.heap, position.to_move = 20, bough.FIRST

    @bough.part
    def moves(position, out):
        for taken in range(1, min(2, position.heap) + 1):
            out[taken - 1] = taken
        return min(2, position.heap)

    @bough.part
    def play(position, move):
        position.heap -= move
        position.to_move = 1 - position.to_move

    @bough.part
    def winner(position):
        return 1 - position.to_move if position.heap == 0 else bough.UNDECIDED

    @bough.part
    def number(position):
        return position.heap if position.heap <= 9 else -1

    @bough.part
    def place(position, number):
        position.heap, position.to_move = number, bough.FIRST
        return number > 0

    def nim(table):
        endings = bough.Endings((10,), number, place, table=table)
        rules = bough.Rules(record, max_moves=3, max_plies=20, setup=setup, moves=moves, play=play, winner=winner,
                            endings=endings)  # fmt: skip
        return bough.Game(name="nim", rules=rules)

    lost = np.array([-1 if heap % 3 == 0 else 1 for heap in range(10)], np.int8)
    assert list(np.sign(solve_endings(nim(None)))[1:]) == list(lost[1:])
    found = bough.search(nim(lambda: lost).start(), "uct+solver+endings", simulations=500)
    assert found.low == found.high == 1 and found.move == "2"
    with pytest.raises(bough.BoughError, match="must be 10 8-bit numbers"):
        bough.search(nim(lambda: lost.astype(np.int64)).start(), "uct+endings", simulations=5)
