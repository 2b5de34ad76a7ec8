"""Tables of patterns that were learned for a game and lie beside its file, so that its next search uses them."""

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from bough.core.errors import BoughError

SUFFIX = ".patterns"
FORMAT = "bough patterns 1"
"""The first line of a table."""


class Learned(NamedTuple):
    """A table on disk."""

    path: Path
    text: str
    facts: dict[str, str]
    """What its first lines say."""

    @property
    def recipe(self) -> str:
        """The search that was found best with it."""
        return self.facts["recipe"]


def table_path(file: Path, name: str) -> Path:
    """Where the table of a game lies: breakthrough-6.patterns for breakthrough:6, beside breakthrough.py."""
    options = re.sub(r"[^a-z0-9.]+", "-", name.partition(":")[2].lower()).strip("-")
    return file.with_name(f"{file.stem}{'-' if options else ''}{options}{SUFFIX}")


def learned_beside(file: Path, name: str) -> Learned | None:
    """The table of a game, if one has been learned."""
    path = table_path(file, name)
    return read_table(path, name) if path.is_file() else None


def read_table(path: Path, name: str) -> Learned:
    """A table for the game of this name; says what is wrong with any other file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoughError(f"cannot read the patterns {path}: {error}; delete the file or learn again") from None
    facts = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines() if ": " in line)
    if not text.startswith(FORMAT) or "recipe" not in facts:
        raise BoughError(f"{path} is not a table of patterns; delete the file or learn again")
    if facts.get("game") != name:
        raise BoughError(
            f"the patterns {path} were learned for {facts.get('game')}, not for {name}; delete the file or learn again"
        )
    return Learned(path, text, facts)


def text_digest(learned: Learned | None) -> str:
    """Changes with the table."""
    return hashlib.sha256(learned.text.encode()).hexdigest() if learned else ""
