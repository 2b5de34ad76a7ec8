"""bough solve: the value of a position by a prover with a table, with a certificate that bough verify checks."""

import hashlib
import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from bough.cli import console, files, options
from bough.cli.prove import VALUES
from bough.core.budget import budget, memory_bytes
from bough.core.version import __version__
from bough.games.formats.certificates import write_certificate
from bough.games.game import Position, moves_since
from bough.games.names import full_name
from bough.search.solving.provers import Dfpn, prover_for
from bough.search.solving.solving import Solving, Unsolved, about_of, openings, require_solvable

ROOT = ""
"""What the position itself is called among the values."""
LARGE = 64 << 20
"""Bytes; larger certificates are announced."""


def solve(
    game: options.GameName,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File for the certificate; with --all-openings a folder")
    ] = None,
    position: options.PositionText = None,
    moves: options.Moves = None,
    all_openings: Annotated[bool, typer.Option("--all-openings", help="Solve the position after every move")] = False,
    memory: Annotated[str, typer.Option(help="Memory for the table, such as 2GiB")] = "1GiB",
    threads: Annotated[int, typer.Option(help="Threads that search with one table")] = 1,
    seconds: options.Seconds = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="File to go on from after an interruption; written every two minutes")
    ] = None,
    seed: options.Seed = 0,
    summary: Annotated[Path | None, typer.Option("--json", help="File for the result, for other programs")] = None,
) -> None:
    """Find out who wins, whatever is played. Interrupted with a --checkpoint, the same command goes on."""
    if seconds is not None:
        budget(None, seconds)
    if output is not None:
        files.make_folder(output) if all_openings else files.check_output(output)
    for file in (checkpoint, summary):
        if file is not None:
            files.check_output(file)
    rules = options.load_game(game)
    start = options.position_of(rules, position, moves)
    require_solvable(start)
    room = memory_bytes(memory)
    prover = prover_for(rules, room, seed, threads)
    with console.working("Preparing the prover (first use compiles for some seconds)"):
        prover.prepare(start)
    console.line(f"Solving {rules.name} by {prover.name}: {prover.why}.")
    about = about_of(start, position, start.history) | {"openings": all_openings, "seed": seed}
    solving = Solving(prover, seconds=seconds, checkpoint=checkpoint, about=about)
    if solving.resume():
        console.line(f"Going on from {checkpoint}: {solving.nodes:,} positions, {solving.cpu_seconds:.0f} CPU seconds.")
    try:
        with console.working("Solving") as say:
            solving.watch = _progress(say)
            found = _openings(solving, start) if all_openings else {ROOT: solving.value(ROOT, start)}
    except (Unsolved, KeyboardInterrupt):
        _unsolved(solving)
        raise typer.Exit(1) from None
    _report(solving, start, found, all_openings)
    told = _result(solving, start, position, found if all_openings else None)
    _save(summary, told)
    if output is not None:
        solving.save()  # whatever becomes of the certificate, the value is not lost
        try:
            told["certificates"] = _write(solving, start, position, output, all_openings, room)
        except (Unsolved, KeyboardInterrupt):
            console.line(f"The certificate was not finished ({solving.lines:,} lines so far); give it more --seconds.")
            raise typer.Exit(1) from None
        _save(summary, told)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)


def _save(summary: Path | None, told: dict[str, Any]) -> None:
    if summary is not None:
        files.write_text(summary, json.dumps(told, indent=1) + "\n")


def _openings(solving: Solving, start: Position) -> dict[str, int]:
    """The value of every move for the player who makes it."""
    found: dict[str, int] = {}
    for move, images in openings(start).items():
        value = -solving.value(move, start.play(move))
        found |= dict.fromkeys(images, value)
    return found


def _progress(say: console.Say):
    """Say how it goes: positions, speed, how full the table is, what is solved."""
    told = [time.monotonic(), 0]

    def watch(solving: Solving) -> None:
        now = time.monotonic()
        if now - told[0] < 0.5:
            return
        speed = (solving.prover.nodes - told[1]) / (now - told[0])
        told[:] = now, solving.prover.nodes
        text = f"{solving.nodes:,} positions, {speed:,.0f} a second, table {solving.prover.fill:.0%} full"
        if isinstance(solving.prover, Dfpn):
            text += ", {} and {} left to show".format(*solving.prover.numbers)
        if solving.values:
            text += f", {len(solving.values)} solved"
        say(f"Solving: {text}")

    return watch


def _lines_told(say: console.Say):
    """Say how many lines of a certificate have been written."""
    return lambda solving: say(f"Writing the certificate: {solving.lines:,} lines")


def _unsolved(solving: Solving) -> None:
    solving.save()
    console.line(f"Not solved yet: {solving.nodes:,} positions in {solving.cpu_seconds:.1f} CPU seconds.")
    if solving.checkpoint is not None:
        console.line(f"The same command goes on from {solving.checkpoint}.")
    else:
        console.line("Give more time (--seconds) or memory (--memory), and a --checkpoint to go on from.")


def _report(solving: Solving, start: Position, found: dict[str, int], all_openings: bool) -> None:
    name = start.player_names[start.to_move]
    if all_openings:
        for value, word in ((1, "win"), (0, "draw"), (-1, "lose")):
            which = [move for move in start.moves if found[move] == value]
            if which:
                console.line(f"{len(which)} of {len(found)} moves {word}: {' '.join(which)}")
    console.line(f"{VALUES[max(found.values())].capitalize()} for {name}, who is to move.")
    console.line(
        f"{solving.nodes:,} positions in {solving.cpu_seconds:.2f} CPU seconds, table {solving.prover.fill:.1%} full."
    )


def _result(solving: Solving, start: Position, text: str | None, found: dict[str, int] | None) -> dict[str, Any]:
    """What was found, for other programs."""
    return {
        "bough": __version__,
        "game": full_name(start.game),
        "position": text,
        "moves": list(moves_since(text or "", start)),
        "value": max(found.values()) if found else solving.values[ROOT],
        "openings": found,
        "prover": solving.prover.name,
        "positions": solving.nodes,
        "cpu_seconds": round(solving.cpu_seconds, 2),
        "table_bytes": solving.prover.table.nbytes,
        "table_fill": round(solving.prover.fill, 4),
    }


def _write(
    solving: Solving, start: Position, text: str | None, output: Path, all_openings: bool, room: int
) -> list[dict[str, Any]]:
    """Write the certificates; what each of them is."""
    written: list[dict[str, Any]] = []
    wanted = {output: (ROOT, start)}
    if all_openings:
        wanted = {output / f"{move}.gz": (move, start.play(move)) for move in openings(start)}
    for path, (name, position) in wanted.items():
        if position.over:
            continue
        with console.working("Writing the certificate") as say:
            solving.watch = _lines_told(say)
            certificate = solving.certificate(name, position, room)
            lines = certificate.lines
            size = sum(one.moves.nbytes for one in certificate.strategies)
            if size > LARGE:
                console.line(f"The certificate has {lines:,} lines, about {3 * size >> 20} MiB before compression.")
            size = write_certificate(path, certificate, text)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        written.append({"of": name, "file": path.name, "lines": lines, "bytes": size, "sha256": digest})
        console.line(f"Certificate: {path}, {lines:,} lines, {size:,} bytes. Check it with bough verify.")
    return written
