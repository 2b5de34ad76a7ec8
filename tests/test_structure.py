"""The house: imports only go down, nothing runs in circles, no folder is an attic."""

import ast
import subprocess
import sys
from pathlib import Path

import bough

PACKAGE = Path(bough.__file__).parent
FLOORS = ["core", "games", "knowledge", "search", "players", "arena", "protocol", "web", "lab", "cli"]
SIDE_BY_SIDE = {"arena", "protocol", "web"}
MOST_LOOSE = 12
SPACIOUS = {"search/ideas", "cli"}
"""Folders that may hold more: one idea a file, one command a file."""


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in PACKAGE.rglob("*.py")}


def imports(path: Path) -> set[str]:
    """Modules of ours that a file imports, anywhere in it: inside functions and for type checkers too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name in MODULES and MODULES[name].name != "__init__.py"}


ARROWS = {name: imports(path) - {name} for name, path in MODULES.items() if name not in ("bough", "bough.__main__")}


def test_imports_only_go_down():
    for name, targets in ARROWS.items():
        floor = name.split(".")[1]
        for target in targets:
            below = target.split(".")[1]
            assert below == floor or (
                FLOORS.index(below) < FLOORS.index(floor) and not {below, floor} <= SIDE_BY_SIDE
            ), f"{name} imports {target}"


def test_nothing_imports_in_a_circle():
    """Neither files nor the folders of a floor."""
    folders: dict[str, set[str]] = {}
    for name, targets in ARROWS.items():
        here = name.rpartition(".")[0]
        folders.setdefault(here, set()).update(t.rpartition(".")[0] for t in targets if t.rpartition(".")[0] != here)
    inner = {name: {t for t in targets if t.count(".") > 1} for name, targets in folders.items() if name.count(".") > 1}
    for arrows in (ARROWS, inner):
        done: set[str] = set()

        def walk(name: str, path: tuple[str, ...], arrows=arrows, done=done) -> None:
            assert name not in path, " -> ".join((*path[path.index(name) :], name))
            if name not in done:
                for target in arrows.get(name, ()):
                    walk(target, (*path, name))
                done.add(name)

        for name in arrows:
            walk(name, ())


def test_no_folder_is_an_attic():
    for folder in [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__")]:
        loose = [path for path in folder.iterdir() if path.is_file() and path.name != "__init__.py"]
        if str(folder.relative_to(PACKAGE)) not in SPACIOUS:
            assert len(loose) <= MOST_LOOSE, f"{folder.relative_to(PACKAGE)} holds {len(loose)} files"


def test_no_idea_imports_another():
    ideas = {name for name in MODULES if name.startswith("bough.search.ideas.")} - {"bough.search.ideas.registry"}
    for name in ideas:
        assert not ARROWS[name] & ideas, f"{name} imports {ARROWS[name] & ideas}"


def test_only_the_core_and_the_gpu_know_the_compiler():
    knowing = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "import numba" in path.read_text() or "from numba" in path.read_text()
    }
    assert knowing == {"core/instructions/compiled.py", "core/jit.py", "search/trees/cuda.py"}


def test_the_compiler_is_not_loaded_before_it_is_needed():
    script = (
        "import sys, bough; bough.game('go:9'); bough.recipe('go-best'); from bough.cli.games import games; "
        "assert 'numba' not in sys.modules, 'loaded'"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_compiler_keeps_its_own_settings():
    script = (
        "import bough, numba; before = numba.config.CACHE_DIR; bough.game('tic-tac-toe').start(); "
        "assert numba.config.CACHE_DIR == before, 'changed'"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_public_name_is_offered():
    assert {*bough._HOMES, "__version__"} == set(bough.__all__)
