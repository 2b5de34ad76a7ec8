"""What README and docs say is what happens."""

import doctest
import re
from pathlib import Path

import bough
from bough.search.ideas import IDEAS

ROOT = Path(__file__).parent.parent


def test_the_readme_example_prints_what_it_says():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5 and failed == 0


def test_the_idea_in_the_docs_works():
    code = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "recipes.md").read_text(), re.DOTALL)[-1]
    scope: dict = {}
    exec(code, scope)
    game = bough.game("tic-tac-toe")
    hooks = bough.recipe("uct+solver").hooks(game)
    changed = scope["first_play"](game, hooks)

    class Child:
        visits, value, spread, high = 0, 0.0, 0.0, 1

    class Parent:
        sure = -1

    assert changed.urgency(Child, Parent, 0.25, None) == 0.25
    assert hooks.urgency(Child, Parent, 0.25, None) > 1e6


def test_every_idea_is_in_the_docs():
    text = (ROOT / "docs" / "recipes.md").read_text()
    for name, idea in IDEAS.items():
        assert f"| `{name}` |" in text
        for number, default in idea.numbers.items():
            assert re.search(rf"`{number}`[^|]* = {default:g}", text), (name, number)


def test_links_in_the_docs_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
