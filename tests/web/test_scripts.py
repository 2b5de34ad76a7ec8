"""The page's scripts without a browser: their types, and what their modules compute."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "scripts"
TYPESCRIPT = HERE / "node_modules" / ".bin" / "tsc"


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js here: apt-get install nodejs")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["node", "--test"], id="modules"),
        pytest.param(
            [str(TYPESCRIPT)],
            marks=pytest.mark.skipif(not TYPESCRIPT.exists(), reason="no TypeScript here: make typescript"),
            id="types",
        ),
    ],
)
def test_the_scripts(command):
    ended = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
