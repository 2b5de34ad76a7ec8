"""Ideas that live outside Bough: in a file, in a package, in a notebook."""

import functools
import operator
import pickle
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import bough
from bough.core.cache import bough_digest
from bough.core.errors import BoughError
from bough.search.ideas import registry

MAST = Path(__file__).parents[2] / "examples" / "mast.py"
FIRST_PLAY = """
import bough
from bough import Number, Stage


@bough.idea("unhurried", "a child without a visit counts as this value", stage=Stage.KNOWLEDGE,
            shows={"tries": "tries"}, value=Number(0.0, least=-1.0, most=1.0))
def unhurried(game, hooks):
    tried, prepare_any = hooks.urgency, hooks.prepare

    @bough.part
    def prepare(child, position, params):
        child.tries = 7
        prepare_any(child, position, params)

    @bough.part
    def urgency(child, parent, curiosity, params):
        if child.visits == 0:
            return params.unhurried_value + curiosity
        return tried(child, parent, curiosity, params)

    return hooks._replace(urgency=urgency, prepare=prepare, node=(*hooks.node, ("tries", "i4")))
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FIRST_PLAY)
    return path


def test_an_idea_in_a_file_is_searched_shown_and_named(file):
    start = bough.game("tic-tac-toe").start()
    recipe = bough.recipe(f"solver+{file}(value=0.5)")
    assert str(recipe) == f"uct+solver+{file}:unhurried(value=0.5)" and bough.recipe(str(recipe)) == recipe
    searcher = bough.searcher(start.game, recipe, seed=1, memory="8MiB")
    searcher.search(start, simulations=60)
    assert searcher.explore().branches[0].numbers == {"tries": 7.0}
    assert pickle.loads(pickle.dumps(recipe)) == recipe


def test_an_idea_is_added_as_a_value_and_installed_as_an_entry_point(file, monkeypatch):
    idea = bough.recipe(f"uct+{file}").shape[-1]
    position = bough.game("tic-tac-toe").start()
    added = bough.search(position, bough.recipe("uct") + idea, simulations=50, seed=3)
    assert added.moves == bough.search(position, f"uct+{file}", simulations=50, seed=3).moves
    monkeypatch.setattr(registry, "_entries", lambda: frozenset({"unhurried"}))
    monkeypatch.setattr(EntryPoint, "load", lambda entry: idea)
    monkeypatch.setattr(
        registry, "entry_points", lambda **_: [EntryPoint("unhurried", "mine:unhurried", "bough.ideas")]
    )
    registry._installed.cache_clear()
    assert "unhurried" in registry.idea_names() and bough.recipe("uct+unhurried").shape[-1] is idea
    registry._installed.cache_clear()


def test_what_is_wrong_with_a_file_is_said_in_one_line(file, tmp_path):
    none = tmp_path / "none.py"
    none.write_text("x = 1\n")
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_this_name\n")
    for text, complaint in (
        (f"uct+{none}", "declares no idea"),
        (f"uct+{broken}", "does not load: ModuleNotFoundError"),
        (f"uct+{tmp_path / 'missing.py'}", "cannot read the idea file"),
        (f"uct+{file}:other", "declares no idea 'other'"),
        (f"uct+{file}(value=2)", "must be at most 1"),
        (f"uct+{file}(speed=2)", "unknown number 'speed'"),
    ):
        with pytest.raises(BoughError, match=complaint) as refused:
            bough.recipe(text)
        assert "\n" not in str(refused.value)
    with pytest.raises(BoughError, match="small letters"):
        bough.idea("First Play", "", stage=bough.Stage.VALUE)


def test_what_goes_wrong_inside_an_idea_is_said_in_one_line(tmp_path):
    head = "import bough\n\n\n@bough.idea('mine', 'mine', stage=bough.Stage.VALUE)\ndef mine(game, hooks):\n"
    for number, (body, complaint) in enumerate(
        (
            ("    return hooks._replace(urgancy=1)\n", "'mine' fails in line 6: ValueError: .*urgancy"),
            ("    hooks._replace()\n", "'mine' returned None, not hooks; end it with return"),
        )
    ):
        file = tmp_path / f"mine{number}.py"
        file.write_text(head + body)
        with pytest.raises(BoughError, match=complaint):
            bough.search(bough.game("tic-tac-toe").start(), f"uct+{file}", simulations=1)


def test_what_goes_wrong_without_a_line_of_its_own_is_said_too():
    def one_short(game):
        return game

    for number, make in enumerate((one_short, functools.partial(one_short), operator.itemgetter("x"))):
        mine = bough.idea(f"mine-{number}", "mine", stage=bough.Stage.VALUE)(make)
        with pytest.raises(BoughError, match=f"the idea 'mine-{number}' fails.*TypeError"):
            bough.search(bough.game("tic-tac-toe").start(), bough.recipe("uct") + mine, simulations=1)


def test_ideas_of_one_slot_exclude_each_other_wherever_they_come_from():
    with pytest.raises(
        BoughError, match=r"'gibbs-mast' and 'policy' do not go together|'policy' and 'gibbs-mast' do not"
    ):
        bough.recipe(f"uct+policy+{MAST}")


@pytest.mark.compiled
def test_editing_an_idea_compiles_only_what_contains_it(file, tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path / "cache"))
    position = bough.game("tic-tac-toe").start()

    def compiled(recipe: str) -> dict[str, set[str]]:
        """The machine code on disk after a search, by folder."""
        bough.search(position, recipe, simulations=20)
        return {folder.name: {f.name for f in folder.rglob("*.nbc")} for folder in (tmp_path / "cache").iterdir()}

    compiled(f"uct+{file}")
    before = compiled("uct+solver")
    file.write_text(FIRST_PLAY.replace("child.tries = 7", "child.tries = 8"))
    after = compiled(f"uct+{file}")
    new = set(after) - set(before)
    assert len(new) == 1 and all(after[name] == before[name] for name in before)
    assert new.pop().startswith(f"{bough_digest()}-")
