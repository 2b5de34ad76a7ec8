"""bough puzzles: positions with exactly one winning move, made and checked."""

from pathlib import Path
from typing import Annotated

import typer

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.games.names import game as game_named
from bough.knowledge.puzzles.puzzle import Puzzle, read_puzzles, shipped_puzzles, write_puzzles
from bough.lab.puzzles import Maker, check


def puzzles(
    game: options.GameName,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file of puzzles [default: puzzles.tsv]")
    ] = None,
    count: Annotated[int, typer.Option(help="How many puzzles the file is to have, earlier runs included")] = 10,
    checking: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Prove the puzzles of the file, or those that come with Bough, again; check the proofs",
        ),
    ] = False,
    seed: options.Seed = 0,
) -> None:
    """Make puzzles: positions with exactly one winning move, proven. The same command goes on where it stopped."""
    if checking:
        return _check(read_puzzles(files.file_text(output), str(output)) if output else _shipped(game))
    if count < 1:
        raise BoughError(f"the number of puzzles must be at least 1, not {count}")
    path = output or Path("puzzles.tsv")
    files.check_output(path)
    found = read_puzzles(files.file_text(path), str(path)) if path.exists() else []
    begun = len(found)
    rules = options.load_game(game)
    with console.working(f"Making puzzles of {rules.name}") as say:
        maker = Maker(rules, seed + begun)
        try:
            for played, one in enumerate(maker.puzzles(), 1):
                if one is not None and one.position not in {known.position for known in found}:
                    found.append(one)
                    write_puzzles(path, found)
                say(f"{len(found)} of {count} puzzles, {played} games played")
                if len(found) >= count:
                    break
        except KeyboardInterrupt:
            console.line("Stopped; the same command goes on.")
    console.line(f"{path}: {len(found)} puzzles, {len(found) - begun} of them new")


def _shipped(game: str) -> list[Puzzle]:
    """Those that come with Bough, of all sizes of a family or of one."""
    family, _, size = game.partition(":")
    known = shipped_puzzles(family)
    chosen = [one for one in known if not size or one.game == game]
    if not chosen:
        sizes = ", ".join(sorted({one.game for one in known}))
        raise BoughError(f"there are no puzzles of {game} yet; there are some of {sizes}")
    return chosen


def _check(known: list[Puzzle]) -> None:
    makers: dict[str, Maker] = {}
    positions = 0
    with console.working("Checking") as say:
        for number, one in enumerate(known, 1):
            if one.game not in makers:
                makers[one.game] = Maker(game_named(one.game))
            positions += check(one, makers[one.game])
            say(f"{number} of {len(known)} puzzles hold, {positions:,} positions checked")
    console.line(f"All {len(known)} puzzles hold: one winning move each; {positions:,} positions checked by the rules.")
