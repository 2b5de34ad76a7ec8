"""Proofs on paper: written from trees, checked by the rules alone, refused where they are altered."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import grown

import bough
from bough.core.errors import BoughError
from bough.games.formats.proofs import Claim, Proof, read_proof, verify, write_proof
from bough.search.views.proving import proof_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "breakthrough.py"
SEVEN_PLIES = "......../..o....o/.x..x.o./..o.o.../..xxx.../..ox.o../..oox.../.x.x.... b"
"""Black wins in seven plies, by b6-b4 alone."""


def proven(game, recipe, text=None, simulations=2_000_000):
    tree = grown(game, recipe, simulations, memory=1 << 28, text=text)
    rules = bough.game(game)
    return proof_of(tree, rules.position(text) if text else rules.start())


@pytest.mark.parametrize(
    ("game", "recipe", "value"),
    [
        ("loa:3", "uct+solver", -1),
        ("loa:4", "uct+leaf-check+solver", 1),
        pytest.param("tic-tac-toe", "uct+solver", 0, marks=pytest.mark.compiled),
        ("hex:3", "uct+anti-decisive+solver", 1),
        pytest.param("havannah:2", "uct+anti-decisive+solver", 1, marks=pytest.mark.long),
        pytest.param("connect-four:4x4", "uct(exploration=0)+anti-decisive+solver", 0, marks=pytest.mark.long),
    ],
)
def test_proofs_of_solved_games_hold(game, recipe, value):
    proof = proven(game, recipe)
    assert proof.value == value
    assert verify(proof) > 0


def altered(tree, path):
    """A copy in which the move at the end of a path is taken out."""
    copy = json.loads(json.dumps(tree))
    at = copy
    for move in path[:-1]:
        at = at[move]
    del at[path[-1]]
    return copy


def test_altered_proofs_are_refused_with_the_place(tmp_path):
    proof = proven("loa:4", "uct+leaf-check+solver")
    claim = proof.claims[0]
    first, answers = next(iter(claim.tree.items()))
    reply = next(move for move, rest in answers.items() if rest)
    cases = [
        (altered(claim.tree, [first, reply]), f"after {first}: it has no answer to {reply}"),
        ({"a1-a2": answers}, "at the start: 'a1-a2' is not a legal move"),
        ({}, "at the start: Black needs one move, not 0"),
        (claim.tree | {"b1-b2": {}}, "at the start: Black needs one move, not 2"),
        ({first: []}, f"after {first}: there is no tree"),
    ]
    for tree, message in cases:
        with pytest.raises(BoughError, match=message):
            verify(proof._replace(claims=(Claim(claim.player, claim.at_least, tree),)))
    with pytest.raises(BoughError, match="does not show that Black wins"):
        verify(proof._replace(claims=()))
    with pytest.raises(BoughError, match="must be 1, 0 or -1"):
        verify(proof._replace(value=2))


@pytest.mark.compiled
def test_a_draw_is_not_a_win():
    drawn = proven("tic-tac-toe", "uct+solver")
    claim = next(claim for claim in drawn.claims if claim.player == 0)
    with pytest.raises(BoughError, match="the game ends in a draw"):
        verify(Proof(drawn.position, 1, (Claim(0, 1, claim.tree),)))


def test_verifying_needs_no_search(tmp_path):
    path = tmp_path / "proof.json"
    write_proof(path, proven("loa:4", "uct+leaf-check+solver"), None)
    script = (
        "import importlib.abc, sys; from pathlib import Path; import bough\n"
        "for name in [n for n in sys.modules if n.startswith('bough.search')]: del sys.modules[name]\n"
        "from bough.games.formats.proofs import read_proof, verify\n"
        f"print(verify(read_proof(Path({str(path)!r}))))\n"
        "print([n for n in sys.modules if n.startswith('bough.search')])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout.split()[0]) > 0
    assert ran.stdout.split()[1] == "[]"


def test_broken_files_are_refused(tmp_path):
    path = tmp_path / "proof.json"
    whole = {"format": "bough proof 1", "game": "loa:3", "position": None, "moves": [], "value": 1, "claims": []}
    for content, message in (
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "does not say"),
        ('{"format": "bough proof 1"}', "not a whole proof: its 'game'"),
        (json.dumps(whole | {"game": "chess"}), "unknown game"),
        (json.dumps(whole | {"position": 7}), "its 'position'"),
        (json.dumps(whole | {"moves": ["z9"]}), "not a legal move"),
        (json.dumps(whole | {"value": float("inf")}), "its 'value'"),
        (json.dumps(whole | {"value": -1.7}), "its 'value'"),
        (json.dumps(whole | {"claims": [7]}), "a claim names a player"),
        (json.dumps(whole | {"claims": [{"player": 2, "at_least": 1, "tree": {}}]}), "a claim names a player"),
        (json.dumps(whole | {"game": "./x.py"}), "say --trust"),
    ):
        path.write_text(content)
        with pytest.raises(BoughError, match=message):
            read_proof(path)
    with pytest.raises(BoughError, match="cannot read"):
        read_proof(tmp_path / "missing.json")


def test_a_proof_about_a_game_file_names_the_file(tmp_path):
    """So that whoever trusts it can check it."""
    game = bough.game(f"{EXAMPLE}:5")
    text = "a2-a3 e4-d3 a3-b4"  # a position that is written as moves
    position = game.position(text).play("d3-c2")
    path = tmp_path / "proof.json"
    write_proof(path, Proof(position, 1, (Claim(0, 1, {"b4-a5": {}}),)), text)
    with pytest.raises(BoughError, match="say --trust"):
        read_proof(path)
    read = read_proof(path, trust=True)
    assert read.position.game is game and verify(read) == 2


def test_the_command_line_proves_and_verifies(run, tmp_path):
    path = tmp_path / "proof.json"
    code, out, _ = run("prove", "loa:4", "-o", path, "--recipe", "uct+leaf-check+solver", "--simulations", 2000)
    assert code == 0, out
    assert "A win for" in out
    code, out, _ = run("verify", path)
    assert code == 0
    assert "The proof holds: a win for" in out
    data = json.loads(path.read_text())
    first = next(iter(data["claims"][0]["tree"]))
    other = next(move for move in bough.game("loa:4").start().moves if move != first)
    data["claims"][0]["tree"] = {other: data["claims"][0]["tree"][first]}
    path.write_text(json.dumps(data))
    code, _, err = run("verify", path)
    assert code == 2
    assert f"the proof fails after {other}" in err
    code, _, err = run("prove", "hex:5", "-o", path, "--simulations", 10)
    assert code == 2 and "is there already; name another file with --output, or replace it with --force" in err
    assert run("prove", "hex:5", "-o", path, "--simulations", 10, "--force")[0] == 1


def test_outputs_are_checked_before_the_work(run, tmp_path):
    for output in (tmp_path, tmp_path / "nowhere" / "proof.json"):
        code, _, err = run("prove", "loa:3", "-o", output)
        assert code == 2
        assert "cannot write" in err
    assert run("prove", "loa:3", "--position", "", "-o", tmp_path / "p.json")[0] == 2
    assert "chance" in run("prove", "dark-chess", "-o", tmp_path / "p.json")[2]
