"""bough results: list, filter, export and replay stored games."""

import csv
import sys
from pathlib import Path
from typing import Annotated

import typer

from bough.arena.results.kept import kept_games
from bough.arena.results.sgf import sgf_of
from bough.arena.results.store import GameRow, Store
from bough.arena.results.summary import budget_told, known_matches
from bough.arena.schedule import remarks, standing
from bough.cli import console, files
from bough.core.errors import BoughError
from bough.games.names import game as game_named
from bough.games.names import names_a_file


def results(
    store: Annotated[Path, typer.Argument(help="A result store")] = Path("results.sqlite"),
    game: Annotated[str | None, typer.Option(help="Only this game")] = None,
    player: Annotated[str | None, typer.Option(help="Only games with this player")] = None,
    match: Annotated[str | None, typer.Option(help="Only the match whose id starts with this")] = None,
    games: Annotated[bool, typer.Option("--games", help="List games instead of matches")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write the games as CSV")] = False,
    as_sgf: Annotated[bool, typer.Option("--sgf", help="Write the games as SGF (Go, Hex, Havannah, Y)")] = False,
    take: Annotated[Path | None, typer.Option(help="Take in the games of a CSV file, so that they go on here")] = None,
    rescue: Annotated[Path | None, typer.Option(help="Copy what can be read of a damaged store into this file")] = None,
    replay: Annotated[int | None, typer.Option(help="Show this game of the match move by move")] = None,
) -> None:
    """List, export or replay the games of a store."""
    if rescue is not None:
        _rescue(store, rescue)
        return
    if take is not None:
        _take(store, take)
        return
    kept = Store(store, must_exist=True)
    rows = [
        row
        for row in kept.games()
        if (game is None or row.game == game_named(game).name)
        and (player is None or player in (row.first, row.second))
        and (match is None or row.match.startswith(match))
    ]
    if not rows and (game or player or match):
        raise BoughError(_nothing(store, list(kept.games())))
    if replay is not None:
        _replay(kept, rows, replay, game)
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(GameRow._fields)
        writer.writerows(rows)
    elif as_sgf:
        for row in rows:
            print(sgf_of(row))
    elif games:
        for row in rows:
            winner = "draw" if row.winner is None else (row.first, row.second)[row.winner]
            plies = len(row.moves.split())
            seats = f"{row.match} {row.number:5} {row.game} {row.first} - {row.second}"
            console.line(f"{seats}: {winner}, {plies} plies, {row.ending}")
    else:
        _matches(kept, rows)


def _nothing(store: Path, rows: list[GameRow]) -> str:
    """Why no game was chosen, and which there are."""
    if not rows:
        return f"{store} has no games yet"
    games, matches = sorted({row.game for row in rows}), sorted({row.match for row in rows})
    players = sorted({name for row in rows for name in (row.first, row.second)})
    there = f"games of {', '.join(games)}, in the matches {', '.join(matches)}, between {', '.join(players)}"
    return f"{store} has no game like that; it has {there}"


def _rescue(store: Path, into: Path) -> None:
    """Copy what can be read of a damaged store."""
    if not store.is_file():
        raise BoughError(f"there is no result store {store}")
    files.check_new(into)
    other = Store(into)
    console.line(f"{other.rescue(store):,} games were read into {into}.")
    other.close()


def _take(store: Path, path: Path) -> None:
    """Take in games that were kept as CSV; the matches they belong to then go on where these end."""
    rows = kept_games(path)
    taking = Store(store)
    there = {(row.match, row.number) for row in taking.games()}
    taking.add(rows)
    new = len({(row.match, row.number) for row in rows} - there)
    console.line(f"{new:,} games were taken into {store}, {len(rows) - new:,} were there already.")
    taking.close()


def _matches(kept: Store, rows: list[GameRow]) -> None:
    for match, known in known_matches(kept).items():
        played = [row for row in rows if row.match == match]
        if not played:
            continue
        for (one, two), score in standing(known, played).items():
            console.line(f"{match} {known.game} at {budget_told(known)}: {one} against {two}: {score}")
        for remark in remarks(played):
            console.line(f"{match} {remark}")


def _replay(kept: Store, rows: list[GameRow], number: int, game: str | None) -> None:
    matching = [row for row in rows if row.number == number]
    if len(matching) != 1:
        raise BoughError(f"{len(matching)} stored games have the number {number}; choose the match with --match")
    row = matching[0]
    stored = kept.matches().get(row.match, {}).get("game", row.game)
    if game is None and names_a_file(stored):
        raise BoughError(f"game {number} uses the game file {stored}; say --game {stored} to run that file")
    position = game_named(game or stored).start()
    for ply, move in enumerate(row.moves.split()):
        name = (row.first, row.second)[position.to_move]
        position = position.play(move)
        console.line(f"\n{ply + 1}. {name} plays {move}\n{position}")
    winner = "a draw" if row.winner is None else f"{(row.first, row.second)[row.winner]} wins"
    console.line(f"\n{winner}: {row.ending}")
