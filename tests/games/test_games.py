"""Games by name, positions as text, and the contract that all games keep."""

import random
from pathlib import Path

import pytest

import bough
from bough.core.errors import BoughError
from bough.games.checks.optional import check_optional
from bough.games.checks.perft import perft
from bough.games.checks.rules import check_rules
from bough.games.formats.sgf import read_sgf, write_sgf
from bough.games.names import BUILT_IN, full_name

EXAMPLE = Path(__file__).parents[2] / "examples" / "breakthrough.py"
HELPER = """

def helper(position):
    return +position.winner

@bough.part
def drawn(position, rng):
    return 1, rng

@bough.part
def never(position, move, player):
    return False

@bough.part
def unknown(position):
    return missing

@bough.part
def constant(position):
    return 5

@bough.part
def level(position):
    return 0

def made(recorded):
    @bough.part
    def playout(position, moves, rng):
        return bough.FIRST, 0, rng

    return playout
"""
ALL = [
    "hex:1", "hex:4", "hex:5,swap", "havannah:2", "havannah:4", "havannah:4,swap", "y:1", "y:5", "y:4,swap",
    "connect-four", "connect-four:5x4", "tic-tac-toe", "loa", "loa:3",
    "loa:6,simultaneous=mover", str(EXAMPLE), f"{EXAMPLE}:5",
]  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_contract(name):
    """Random games keep to what the game says of itself, and every position survives its text."""
    game = bough.game(name)
    check_rules(game)
    rng = random.Random(1)
    position = game.start()
    while not position.over:
        again = game.position(position.text)
        assert (again.text, again.moves and sorted(again.moves)) == (position.text, sorted(position.moves))
        assert again.to_move == position.to_move
        before = position.text
        following = position.play(rng.choice(position.moves))
        assert position.text == before  # positions do not change
        position = following
    assert position.moves == [] and position.winner in (0, 1, None)
    assert len(str(position).splitlines()) >= len(game.face.layout.rows)
    assert position._repr_svg_().startswith("<svg") and position._repr_svg_().endswith("</svg>")


@pytest.mark.parametrize(
    "name",
    ["hex:3", "hex:4,swap", "havannah:3", "y:4", "connect-four:4x4", "loa:4", "dark-chess:2x3,pieces=KCPkcp"],
)
def test_optional_parts_agree_with_the_rules(name):
    """Go's may not: its playouts look at simple ko only."""
    check_optional(bough.game(name))


def test_a_full_board_keeps_its_winner():
    """A text is put on the board cell by cell, and the last disc need not be the one that won."""
    assert bough.game("connect-four:5x1").position("oxxxx o").winner == 0


def test_names_and_their_options():
    assert bough.game("hex").name == bough.game("hex:11").name == "hex:11"
    assert bough.game("hex:9,swap").name == bough.game("hex:size=9,swap=yes").name == "hex:9,swap"
    assert bough.game("connect-four:5x4").name == bough.game("connect-four:columns=5,rows=4").name
    assert set(BUILT_IN) == {
        "hex", "go", "havannah", "y", "loa", "dark-chess", "connect-four", "tic-tac-toe",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("chess", "unknown game 'chess'; known are connect-four"),
        ("hex:0", "sizes 1 to 26, not 0"),
        ("hex:99", "sizes 1 to 26, not 99"),
        ("havannah:1", "sizes 2 to 20"),
        ("y:-3", "sizes 1 to 26"),
        ("hex:big", "must be a whole number, not 'big'"),
        ("hex:5,5", "no option '5'"),
        ("hex:colour=red", "no option 'colour=red'"),
        ("hex:2,swap", "too small for the swap rule"),
        ("connect-four:9x9", r"columns x \(rows \+ 1\)"),
        ("connect-four:2x30", "29 rows"),
        ("connect-four:27x1", "26 columns"),
        ("tic-tac-toe:4", "no option '4'"),
        ("./nowhere.py", "cannot read the game file"),
    ],
)
def test_bad_names_are_refused_in_one_line(name, complaint):
    with pytest.raises(BoughError, match=complaint) as refused:
        bough.game(name)
    assert "\n" not in str(refused.value)


def test_illegal_moves_and_texts_are_refused():
    position = bough.game("hex:3").start().play("b2")
    for move in ("b2", "d1", "", "B9", "pass"):
        with pytest.raises(ValueError, match="not a legal move"):
            position.play(move)
    assert position.play(" A1 ").text == "o../.x./... x"
    for text in ("", "x", "xx/.. x", "x../.../...", "x../.../... z", "x.q/.../... x"):
        with pytest.raises(BoughError):
            bough.game("hex:3").position(text)
    with pytest.raises(BoughError, match="cannot occur"):
        bough.game("connect-four:4x3").position("x.../..../.... o")
    over = bough.game("hex:1").start().play("a1")
    with pytest.raises(BoughError, match="game is over"):
        over.play("a1")
    with pytest.raises(BoughError, match="nothing to search"):
        bough.search(over, simulations=1)


def test_coordinates_are_those_players_write():
    assert bough.game("hex:11").start().moves[:12] == [*(f"{c}1" for c in "abcdefghijk"), "a2"]
    assert bough.game("havannah:3").start().moves[-1] == "e5" and "a4" not in bough.game("havannah:3").start().moves
    assert (
        "aa1" in bough.game("havannah:14").start().play("a1").moves or "aa14" in bough.game("havannah:14").start().moves
    )


@pytest.mark.compiled
def test_perft():
    assert list(perft(bough.game("tic-tac-toe").start(), 9)) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    # Known counts of Connect Four positions by ply path.
    assert list(perft(bough.game("connect-four").start(), 8))[-2:] == [823536, 5673234]
    assert list(perft(bough.game("hex:3").start(), 2)) == [9, 72]
    assert list(perft(bough.game("hex:3,swap").start(), 2)) == [9, 81]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("max_moves=6 * size", "max_moves=3"), "more than max_moves"),
        (("max_plies=squares * size", "max_plies=4"), "past max_plies"),
        (("move_ids=squares * squares", "move_ids=5"), "set move_ids"),
        (("return position.winner", "return 7"), "winner\\(\\) gave 7"),
        (("return count", "return 0"), "no legal move"),
        (("def game(", "def gane("), "has no function game"),
        (("import bough\n", "import bough\nimport nonsense_module\n"), "does not load: ModuleNotFoundError"),
        (("    return bough.Game(", "    return str("), "cannot be set up: TypeError"),
        (('("to_move", "i1"), ', ""), "no field to_move"),
        (("    @bough.part\n    def moves", "    def moves"), r"moves\(\) is not marked .* write @bough.part"),
        (("def moves(position, out)", "def moves(position)"), r"written as def moves\(position, out\)"),
        (("return position.winner", "return helper(position)"), r"helper\(\) is not marked .* write @bough.part"),
        (("return position.winner", "return postion.winner"), r"name 'postion' is not defined \(line \d+\)"),
        pytest.param(
            ("return position.winner", "return int(str(position.winner))"),
            r"the compiler does not take line \d+",
            marks=pytest.mark.compiled,
        ),
        (("board.cells[move // squares].name", "board.cells[move].name"), r"move_name\(\d+\) fails: IndexError"),
        (("name}-{board", "name} {board"), "a move is named 'a2 a3'; a name is text without blanks"),
        (('squares].name}"', 'squares].name}(x)"'), "a name is text without blanks, commas, # and"),
        (("marks=lambda", "pieces=lambda"), "needs marks= too"),
        (("setup=setup", "setup=setup, random_move=drawn"), r"random_move\(\) drew 1, which moves\(\) does not list"),
        (("setup=setup", "setup=setup, wins_at=never"), r"wins_at\(\) says False of \S+, but playing it shows True"),
        (("setup=setup", "setup=setup, count_moves=constant"), r"count_moves\(\) tells 5, but moves\(\) lists 1\d"),
        (("setup=setup", "setup=setup, margin=level"), r"margin\(\) tells 0 points of a game whose winner\(\) is [01]"),
        (("setup=setup", "setup=setup, playout=made"), r"playout\(\) tells the winner 0, but .* -1"),
        (("setup=setup", "setup=setup, playout=missing"), "name 'missing' is not defined"),
        (("setup=setup", "setup=setup, playout=lambda recorded: 1 // 0"), r"playout\(True\) fails: ZeroDivisionError"),
        (("setup=setup", "setup=setup, key=unknown"), r"name 'missing' is not defined \(line \d+\)"),
        (("setup=setup", "setup=setup, state_key=constant"), r"state_key\(\) gave one word to two positions"),
        (("for pawn in position.pawn]", "for pawn in position.left]"), "one text for each of the 36 cells"),
    ],
)
def test_mistakes_in_a_game_file_are_named(tmp_path, change, complaint):
    refused(tmp_path, EXAMPLE.read_text() + HELPER, change, complaint)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("first_outcome=FIRST_FACE,", ""), "must say first_outcome="),
        (("first_outcome=FIRST_FACE,", "first_outcome=5,"), r"numbered from first_outcome \(5\)"),
        (("1.0 / 6.0", "1.0 / 7.0"), "add up to 0.857143"),
        (("return FIRST_FACE + bough.below(rng, 6), rng", "return ROLL, rng"), "drew 0, which outcomes"),
    ],
)
def test_mistakes_in_a_game_of_chance_are_named(tmp_path, change, complaint):
    refused(tmp_path, (EXAMPLE.parent / "pig.py").read_text(), change, complaint)


def refused(tmp_path, source, change, complaint):
    """The file with this change is refused in one line."""
    assert change[0] in source
    broken = tmp_path / "broken.py"
    broken.write_text(source.replace(*change))
    with pytest.raises(BoughError, match=complaint) as refused:
        bough.game(str(broken))
    assert "\n" not in str(refused.value)


def test_a_game_of_chance_keeps_the_contract():
    check_rules(bough.game(str(EXAMPLE.parent / "pig.py")))


def test_moves_may_have_capitals(tmp_path):
    """Written as the game names them or in small letters; a name that fits exactly comes first."""
    capitals = tmp_path / "capitals.py"
    capitals.write_text(EXAMPLE.read_text().replace('squares].name}"', 'squares].name}".upper()'))
    start = bough.game(str(capitals)).start()
    assert start.play("A2-A3").history == start.play("a2-a3").history == ("A2-A3",)
    assert start.play(start.moves[0]).to_move == 1


def test_a_game_from_a_file_can_be_had_again_by_its_full_name():
    game = bough.game(f"{EXAMPLE}:5")
    assert full_name(game) == f"{EXAMPLE.resolve()}:5" and bough.game(full_name(game)) is game
    assert full_name(bough.game("hex:size=9,swap=yes")) == "hex:9,swap"


def test_a_game_from_an_installed_package(tmp_path, monkeypatch):
    """An entry point of the group bough.games names a maker."""
    (tmp_path / "my_games.py").write_text(EXAMPLE.read_text())
    info = tmp_path / "my_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bough.games]\nbreakthrough = my_games:game\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = bough.game("breakthrough:5")
    assert full_name(game) == game.name == "breakthrough:5"
    assert game.file == tmp_path / "my_games.py", "whose changes make compiled code stale"


def test_sgf_keeps_the_swap_rule_and_refuses_what_it_cannot_tell():
    text = write_sgf("hex:5,swap", ["a1"], ("one", "two"), None, False)
    assert read_sgf(text)[:2] == ("hex:5,swap", ["a1"])
    assert read_sgf(write_sgf("hex:5", ["a1"], ("one", "two"), None, False))[:2] == ("hex:5", ["a1"])
    with pytest.raises(BoughError, match="sets up stones"):
        read_sgf("(;FF[4]GM[11]SZ[5]AB[a1][b2];W[c3])")
    with pytest.raises(BoughError, match="twice in a row"):
        read_sgf("(;FF[4]GM[18]SZ[5];W[a1];W[b2])")
