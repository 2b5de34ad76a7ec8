"""What one visitor feels while another's search is compiled: `python benchmarks/serve_compiling.py`.

A fresh server with nothing compiled. One visitor plays tic-tac-toe by clicks; the other asks for searches that were
never used, one game after another. The report has the times of the first one's clicks while the other waits.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import websockets
from serve_load import Tally, answer_times, ask, click, found_address

COLD = ("go:9", "loa", "havannah:5", "dark-chess", "y:7")


async def compile_all(address: str) -> list[tuple[str, float]]:
    """Ask for one search after another, each compiled at first use; the seconds each took to answer."""
    times = []
    async with websockets.connect(address.replace("http", "ws") + "api/think") as socket:
        for game in COLD:
            began = time.perf_counter()
            await asyncio.to_thread(ask, address, "api/position", {"game": game, "moves": []})
            await socket.send(json.dumps({"do": "think", "game": game, "moves": [], "simulations": 10}))
            while (report := json.loads(await socket.recv()))["is"] not in ("done", "error"):
                pass
            times.append((game, time.perf_counter() - began))
            if report["is"] == "error":
                raise SystemExit(report["message"])
    return times


async def clicks(address: str, tally: Tally) -> None:
    """Play tic-tac-toe by clicks until cancelled."""
    rng, moves = random.Random(1), list[str]()
    while True:
        position = await click(address, "tic-tac-toe", moves, tally)
        legal = [one["move"] for one in position["legal"]]
        moves = [*moves, rng.choice(legal)] if legal and not position["over"] else []
        await asyncio.sleep(0.1)


async def measure(address: str) -> None:
    """Both visitors at once."""
    first, tally = Tally(), Tally()
    await click(address, "tic-tac-toe", [], first)
    other = asyncio.create_task(clicks(address, tally))
    times = await compile_all(address)
    other.cancel()
    print("first answer of a search: " + ", ".join(f"{game} {seconds:.1f} s" for game, seconds in times))
    print(f"meanwhile {answer_times(tally)}")


def main() -> None:
    """Start a server without a cache and measure."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "bough.cli.main", "serve", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"BOUGH_CACHE": cache})
        try:
            asyncio.run(measure(found_address(server)))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
