"""Load test with 50 pages for two minutes: `python benchmarks/serve_load.py [--clients 50] [--seconds 120]`.

Like a page, each client opens a socket, starts one search after another in a game, and meanwhile asks the HTTP
interface for positions. The report shows response times while searches ran, whether every search got its budget, and
the server's memory before and after.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import websockets

GAMES = ("hex:7", "go:5", "connect-four", "loa:5", "havannah:4")
THINKING = 0.5
"""Seconds per search."""


class Tally:
    """Measurements of all clients."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.searches: list[float] = []
        self.errors: list[str] = []


def found_address(server: subprocess.Popen[str]) -> str:
    """The address that a server prints."""
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    return found[0]


def ask(address: str, path: str, data: dict[str, Any]) -> dict[str, Any]:
    """Send one request and return its answer."""
    request = urllib.request.Request(address + path, json.dumps(data).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


async def click(address: str, game: str, moves: list[str], tally: Tally) -> dict[str, Any]:
    """Ask for a position as the page does after a click, and record the response time."""
    began = time.perf_counter()
    answer = await asyncio.to_thread(ask, address, "api/position", {"game": game, "moves": moves})
    tally.answers.append(time.perf_counter() - began)
    return answer


async def client(number: int, address: str, until: float, tally: Tally) -> None:
    """One page: click, search, play the best move, and start again when the game is over."""
    rng, game, moves = random.Random(number), GAMES[number % len(GAMES)], list[str]()
    try:
        async with websockets.connect(address.replace("http", "ws") + "api/think") as socket:
            while time.monotonic() < until:
                position = await click(address, game, moves, tally)
                if position["over"]:
                    moves = []
                    continue
                await socket.send(json.dumps({"do": "think", "game": game, "moves": moves, "seconds": THINKING}))
                while (report := json.loads(await socket.recv()))["is"] not in ("done", "error"):
                    if rng.random() < 0.2:
                        await click(address, game, moves, tally)
                if report["is"] == "error":
                    tally.errors.append(report["message"])
                    return
                tally.searches.append(report["seconds"])
                if report["simulations"] == 0 and not report["proven"]:
                    tally.errors.append(f"a search of {game} without a simulation")
                moves = [*moves, report["move"]]
    except (OSError, websockets.WebSocketException) as error:
        tally.errors.append(f"client {number}: {error!r}")


def resident(pid: int) -> float:
    """The memory of a process, in MiB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    try:
        own = [int(child) for task in Path(f"/proc/{pid}/task").iterdir()
               for child in (task / "children").read_text().split()]  # fmt: skip
    except OSError:
        return []  # it has ended
    return own + [further for child in own for further in children(child)]


def resident_with_children(pid: int) -> float:
    """The memory of a process and of all below it, in MiB."""
    total = resident(pid)
    for child in children(pid):
        with contextlib.suppress(OSError):
            total += resident(child)
    return total


async def load(address: str, clients: int, seconds: float) -> Tally:
    """Run all clients concurrently."""
    tally = Tally()
    until = time.monotonic() + seconds
    await asyncio.gather(*(client(number, address, until, tally) for number in range(clients)))
    return tally


def answer_times(tally: Tally) -> str:
    """How soon answers came, in a line."""
    answers = sorted(tally.answers)
    at = {share: 1000 * answers[int(share * (len(answers) - 1))] for share in (0.5, 0.95, 1.0)}
    return f"{len(answers):,} answers: median {at[0.5]:.0f} ms, 95 % within {at[0.95]:.0f}, all within {at[1.0]:.0f}"


def report(tally: Tally) -> None:
    """Print the measurements."""
    print(answer_times(tally))
    spent = sorted(tally.searches)
    print(f"{len(spent):,} searches of {THINKING} s: each thought for {spent[0]:.2f} to {spent[-1]:.2f} s of its own")
    print(f"{len(tally.errors)} errors" + "".join(f"\n  {error}" for error in tally.errors[:10]))


def main() -> None:
    """Start a server, load it and report."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=float, default=120.0)
    chosen = options.parse_args()
    command = [sys.executable, "-m", "bough.cli.main", "serve", "--port", "0", "--clients", str(chosen.clients + 5)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = found_address(server)
        warm = asyncio.run(load(address, 2 * len(GAMES), 1.0))
        before = resident_with_children(server.pid)
        tally = asyncio.run(load(address, chosen.clients, chosen.seconds))
        tally.errors += warm.errors
        report(tally)
        time.sleep(3)
        first = resident_with_children(server.pid)
        asyncio.run(load(address, chosen.clients, min(30.0, chosen.seconds)))
        time.sleep(3)
        last = resident_with_children(server.pid)
        print(f"memory: {before:.0f} MiB before, {first:.0f} after, {last:.0f} after 30 s more of it")
        print("still serving" if server.poll() is None else "the server is gone")
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
