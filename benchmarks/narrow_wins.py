"""Narrow wins in Lines of Action: positions with a single winning move, and how soon each search proves them.

    python benchmarks/narrow_wins.py find GAMES            print the positions in a file of games
    python benchmarks/narrow_wins.py measure [-o RESULTS] [--only SEARCH]
                                                           search them, 10 s each; resumes where it stopped
    python benchmarks/narrow_wins.py show RESULTS          the shares proven within 1 s and within 10 s

A position qualifies if alpha-beta finds a win in 5 to 11 plies and, within 50,000 nodes per move, no win after any
other move. The shipped positions (narrow_wins.tsv) come from self-play.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import bough
from bough.games.formats.game_list import read_records
from bough.games.game import Position, replay
from bough.search.classic.deepening import AlphaBeta
from bough.search.classic.table import WIN
from bough.search.kinds import searcher as searcher_for
from bough.search.solving.provers import Dfpn

SHIPPED = Path(__file__).with_name("narrow_wins.tsv")
SEARCHES = ("mc-loa", "mc-loa-plain", "mc-loa+pn", "loa-best", "alphabeta", "df-pn")
SHORTEST, LONGEST = 5, 11
FIND_NODES, OTHER_NODES = 1_000_000, 50_000
TABLE, SLICE = 1 << 25, 2000
"""Bytes of the prover's table, small enough for a processor's caches, and positions between two looks at the clock."""
SECONDS = (1.0, 10.0)


class NarrowWin(NamedTuple):
    """A position, its winning move and the plies to the win."""

    text: str
    move: str
    plies: int


def narrow_win(searcher: AlphaBeta, position: Position) -> NarrowWin | None:
    """The narrow win in a position, if there is one."""
    found = searcher.search(position, simulations=FIND_NODES)
    if found.value < 1 or found.move is None:
        return None
    plies = WIN - int(searcher.frames[0].best)
    if not SHORTEST <= plies <= LONGEST:
        return None
    for move in position.moves:
        after = position.play(move)
        if move != found.move and (after.over or searcher.search(after, simulations=OTHER_NODES).value <= -1):
            return None
    return NarrowWin(position.text, found.move, plies)


def find(path: Path) -> Iterator[NarrowWin]:
    """Find at most one narrow win per game, searching backwards from the end."""
    game = bough.game("loa")
    searcher = AlphaBeta(game)
    for _, played in read_records(game, path):
        if played.winner is None:
            continue
        for length in range(len(played.history) - SHORTEST, max(0, len(played.history) - LONGEST - 8), -1):
            *_, position = replay(game, played.history[:length])
            if position.to_move == played.winner:
                win = narrow_win(searcher, game.position(position.text))
                if win is not None:
                    yield win
                    break


def shipped() -> list[NarrowWin]:
    """The shipped positions."""
    rows = (line.split("\t") for line in SHIPPED.read_text().splitlines() if not line.startswith("#"))
    return [NarrowWin(text, move, int(plies)) for text, move, plies in rows]


def search_one(task: tuple[NarrowWin, str]) -> dict:
    """Search a position for ten seconds or until proven; return the seconds to the proof and the preferred moves."""
    win, name = task
    if name == "df-pn":
        return prove_one(win)
    game = bough.game("loa")
    position = game.position(win.text)
    moves: dict[str, str | None] = {}
    if name == "alphabeta":
        result = AlphaBeta(game).search(position, seconds=SECONDS[-1])
        moves = {f"{limit:g}": None if result.seconds > limit else result.move for limit in SECONDS}
    else:
        searcher = searcher_for(game, name, memory="2GiB", seed=1)

        def watch(now: bough.Searcher) -> None:
            if now.elapsed <= SECONDS[0]:
                moves["1"] = now.result().move

        result = searcher.search(position, seconds=SECONDS[-1], watch=watch)
        moves[f"{SECONDS[-1]:g}"] = result.move
        moves.setdefault("1", result.move)
    proven = result.seconds if result.value >= 1 and (result.proven or name == "alphabeta") else None
    return {"text": win.text, "search": name, "right": win.move, "moves": moves, "proven": proven}


def prove_one(win: NarrowWin) -> dict:
    """The same by the prover of `bough solve`, in CPU seconds; the right move is what it proves."""
    game = bough.game("loa")
    position, prover = game.position(win.text), Dfpn(game, TABLE)
    prover.prepare(position)
    prover.ask(position, 1 - position.to_move)
    began, took = time.process_time(), 0.0
    while not prover.go_on(SLICE) and took < SECONDS[-1]:
        took = time.process_time() - began
    took = time.process_time() - began
    proven = took if prover.reached else None
    moves = {f"{limit:g}": win.move if proven is not None and proven <= limit else None for limit in SECONDS}
    return {"text": win.text, "search": "df-pn", "right": win.move, "moves": moves, "proven": proven}


def measure(path: Path, jobs: int, searches: tuple[str, ...]) -> None:
    """Search all positions with these searches, saving each row when it is ready."""
    done = set()
    if path.exists():
        done = {(row["text"], row["search"]) for row in map(json.loads, path.read_text().splitlines())}
    tasks = [(win, name) for win in shipped() for name in searches if (win.text, name) not in done]
    with ProcessPoolExecutor(jobs) as pool, path.open("a") as file:
        for number, row in enumerate(pool.map(search_one, tasks), start=1):
            file.write(json.dumps(row) + "\n")
            file.flush()
            if number % 20 == 0:
                print(f"{number} of {len(tasks)}", flush=True)


def interval(count: int, total: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    z, share = 1.96, count / total
    centre = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return centre - half, centre + half


def show(path: Path) -> None:
    """Print a table of shares with their intervals."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    print("| search | proven in 1 s | right move at 1 s | proven in 10 s | right move at 10 s |\n|---|---|---|---|---|")
    for name in SEARCHES:
        mine = [row for row in rows if row["search"] == name]
        if not mine:
            continue
        fields = []
        for limit in SECONDS:
            proven = sum(row["proven"] is not None and row["proven"] <= limit for row in mine)
            found = sum(row["moves"].get(f"{limit:g}") == row["right"] for row in mine)
            for count in (proven, found):
                low, high = interval(count, len(mine))
                fields.append(f"{count} of {len(mine)} [{low:.0%}, {high:.0%}]")
        print("| " + " | ".join([name, *fields]) + " |")


def main() -> None:
    """Run the task named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("find", "measure", "show"))
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("narrow_wins.jsonl"))
    parser.add_argument("--only", choices=SEARCHES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.task == "find":
        for win in find(given.path):
            print(*win, sep="\t", flush=True)
    elif given.task == "measure":
        measure(given.output, given.jobs, (given.only,) if given.only else SEARCHES)
    else:
        show(given.path or given.output)


if __name__ == "__main__":
    main()
