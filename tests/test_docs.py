"""What README and docs say is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bough
from bough.search.compose import compose
from bough.search.ideas.registry import IDEAS

ROOT = Path(__file__).parent.parent


@pytest.mark.compiled
def test_the_readme_example_prints_what_it_says():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5 and failed == 0


@pytest.mark.compiled
def test_the_five_minute_page_prints_what_it_says():
    failed, tried = doctest.testfile(str(ROOT / "docs" / "index.md"), module_relative=False)
    assert tried >= 4 and failed == 0


@pytest.mark.compiled
def test_the_tour_runs():
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    tour = nbformat.read(ROOT / "docs" / "tour.ipynb", as_version=4)
    code = [cell for cell in tour.cells if cell.cell_type == "code"]
    assert all(cell.outputs for cell in code if "import" not in cell.source), "kept with its outputs"
    page = (ROOT / "docs" / "tour.md").read_text()
    assert all(cell.source in page for cell in tour.cells), "out of date: python docs/scripts/make_tour.py"
    beside = {"metadata": {"path": str(ROOT / "docs")}}
    nbclient.NotebookClient(tour, timeout=300, kernel_name="python3", resources=beside).execute()
    shown = [kind for cell in tour.cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert shown.count("image/svg+xml") >= 3 and shown.count("text/html") >= 5


def test_the_site_builds(tmp_path):
    """Every page is in the contents and every link leads somewhere."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "index.html").exists() and (tmp_path / "results" / "decisive-moves.html").exists()


def test_the_idea_in_the_docs_works():
    code = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "your-own-idea.md").read_text(), re.DOTALL)[0]
    scope: dict = {}
    exec(code, scope)
    game = bough.game("tic-tac-toe")
    hooks = compose(game, bough.recipe("uct+solver").shape)
    changed = scope["unhurried"].make(game, hooks)

    class Child:
        visits, value, spread, high = 0, 0.0, 0.0, 1

    class Parent:
        sure = -1

    class Params:
        unhurried_value = 0.0

    assert changed.urgency(Child, Parent, 0.25, Params) == 0.25
    assert hooks.urgency(Child, Parent, 0.25, None) > 1e6


def test_the_idea_on_the_page_is_the_example():
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "your-own-idea.md").read_text(), re.DOTALL)
    assert (ROOT / "examples" / "mast.py").read_text() in blocks


def test_every_idea_is_in_the_docs():
    text = (ROOT / "docs" / "recipes.md").read_text()
    for name, idea in IDEAS.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
        for number, bounds in idea.numbers.items():
            assert re.search(rf"`{number}`[^|]* = {bounds.default:g}(?![\d.])", row), (name, number)


def test_links_in_the_docs_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
