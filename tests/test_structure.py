"""The floors: imports only go down."""

import ast
from pathlib import Path

import bough

PACKAGE = Path(bough.__file__).parent
FLOORS = ["core", "games", "knowledge", "search", "players", "arena", "protocol", "web", "lab", "cli"]
SIDE_BY_SIDE = {"arena", "protocol", "web"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("bough.")}


def test_imports_only_go_down():
    for path in PACKAGE.rglob("*.py"):
        floor = path.relative_to(PACKAGE).parts[0]
        if floor not in FLOORS:
            continue
        for imported in imports(path):
            assert imported == floor or (
                FLOORS.index(imported) < FLOORS.index(floor) and not {imported, floor} <= SIDE_BY_SIDE
            ), f"{path.relative_to(PACKAGE)} imports {imported}"


def test_only_the_core_and_the_gpu_know_the_compiler():
    knowing = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "import numba" in path.read_text() or "from numba" in path.read_text()
    }
    assert knowing == {"core/jit.py", "search/trees/cuda.py"}
