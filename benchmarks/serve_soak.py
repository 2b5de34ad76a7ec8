"""Two hundred visitors, a quarter of them hostile: `python benchmarks/serve_soak.py [--seconds 1200] [--clients 200]`.

Honest ones play: they click every few seconds and let the engine think now and then. Hostile ones send headers drop by
drop, ask for searches that must be compiled and hang up, name the same games in ever new ways, flood, and send giants.
The report has the response times of honest clicks, every refusal an honest client got, the server's memory over time
and the size of its log.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import websockets
from serve_load import Tally, answer_times, found_address, resident, resident_with_children

GAMES = ("hex:7", "go:5", "connect-four", "loa:5", "havannah:4", "tic-tac-toe")
COLD = ("hex:{}", "y:{}", "go:{}", "havannah:{}", "loa:{}")
RECIPES = ("uct", "uct+solver", "uct+rave", "uct+rave+solver", "uct+decisive", "uct+anti-decisive+solver")
PATIENCE = 60.0


class Visitor:
    """A connection that is kept, as browsers do."""

    def __init__(self, address: str):
        place = urlsplit(address)
        self.host, self.port = place.hostname, place.port
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, data: object) -> dict:
        """One request to the page's interface."""
        body = json.dumps(data).encode()
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        head = f"POST /api/position HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Type: application/json\r\n"
        try:
            self.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            await self.writer.drain()
            status = await self.reader.readline()
        except ConnectionError:
            status = b""
        if not status:  # an idle connection is closed; browsers open another
            self.reader = None
            return await self.ask(data)
        length, closes = 0, False
        while (line := await self.reader.readline()).strip():
            name, _, value = line.decode().lower().partition(":")
            length = int(value) if name == "content-length" else length
            closes = closes or (name == "connection" and "close" in value)
        answer = json.loads(await self.reader.readexactly(length))
        if closes:
            self.writer.close()
            self.reader = None
        return answer


async def honest(number: int, address: str, until: float, tally: Tally) -> None:
    """A person: looks at the board, clicks, and lets the engine answer every third time."""
    rng, game, moves = random.Random(number), GAMES[number % len(GAMES)], list[str]()
    visitor = Visitor(address)
    await asyncio.sleep(rng.uniform(0, 10))
    try:
        async with websockets.connect(address.replace("http", "ws") + "api/think", open_timeout=PATIENCE) as socket:
            while time.monotonic() < until:
                await asyncio.sleep(rng.uniform(1, 5))
                began = time.perf_counter()
                position = await asyncio.wait_for(visitor.ask({"game": game, "moves": moves}), PATIENCE)
                tally.answers.append(time.perf_counter() - began)
                if "error" in position:
                    tally.errors.append(position["error"])
                    continue
                if position["over"]:
                    moves = []
                    continue
                move = rng.choice([one["move"] for one in position["legal"]])
                if rng.random() < 0.3:
                    await socket.send(json.dumps({"do": "think", "game": game, "moves": moves, "simulations": 200}))
                    while (report := json.loads(await socket.recv()))["is"] not in ("done", "error"):
                        pass
                    if report["is"] == "error":
                        tally.errors.append(report["message"])
                        continue
                    tally.searches.append(report["seconds"])
                    move = report["move"]
                moves = [*moves, move]
    except (OSError, EOFError, ValueError, TimeoutError, websockets.WebSocketException) as error:
        tally.errors.append(f"client {number}: {error!r}")


async def drips(rng: random.Random, visitor: Visitor, address: str) -> None:
    """A header that never ends."""
    _, writer = await asyncio.open_connection(visitor.host, visitor.port)
    writer.write(b"GET / HTTP/1.1\r\n")
    for _ in range(60):
        writer.write(f"X-{rng.random()}: {rng.random()}\r\n".encode())
        await writer.drain()
        await asyncio.sleep(1)
    writer.close()


async def hangs_up(rng: random.Random, visitor: Visitor, address: str) -> None:
    """Asks for what must be compiled, and leaves."""
    async with websockets.connect(address.replace("http", "ws") + "api/think") as socket:
        game = rng.choice(COLD).format(rng.randrange(3, 14))
        await socket.send(
            json.dumps({"do": "think", "game": game, "moves": [], "recipe": rng.choice(RECIPES), "seconds": 5})
        )
        await asyncio.sleep(rng.uniform(0, 3))


async def renames(rng: random.Random, visitor: Visitor, address: str) -> None:
    """The same games by ever new names."""
    name = (
        f"hex:{'0' * rng.randrange(20)}{rng.randrange(3, 12)}"
        if rng.random() < 0.7
        else f"go:5,komi={rng.randrange(800) / 2}"
    )
    await visitor.ask({"game": name, "moves": []})
    await asyncio.sleep(0.3)


async def floods(rng: random.Random, visitor: Visitor, address: str) -> None:
    """As much as the line carries, for a second; then rests."""
    until = time.monotonic() + 1
    while time.monotonic() < until:
        await visitor.ask({"game": "tic-tac-toe", "moves": ["a1", "zz"]})
    async with websockets.connect(address.replace("http", "ws") + "api/think") as socket:
        for _ in range(200):
            await socket.send('{"do": "stop"}' if rng.random() < 0.5 else "rubbish")
    await asyncio.sleep(3)


async def giants(rng: random.Random, visitor: Visitor, address: str) -> None:
    """Bodies and messages of a megabyte."""
    try:
        async with websockets.connect(address.replace("http", "ws") + "api/think") as socket:
            await socket.send("x" * 1_000_000)
            await socket.recv()
    except websockets.WebSocketException:
        pass
    _, writer = await asyncio.open_connection(visitor.host, visitor.port)
    writer.write(
        b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n" + b"[" * 1_000_000
    )
    await asyncio.sleep(1)
    writer.close()


async def hostile(number: int, address: str, until: float) -> None:
    """One of the five, again and again, whatever it gets."""
    rng, visitor = random.Random(number), Visitor(address)
    deed = (drips, hangs_up, renames, floods, giants)[number % 5]
    while time.monotonic() < until:
        try:
            await asyncio.wait_for(deed(rng, visitor, address), 90)
        except (OSError, EOFError, ValueError, TimeoutError, websockets.WebSocketException):
            visitor = Visitor(address)
            await asyncio.sleep(0.5)


async def soak(server: subprocess.Popen, address: str, clients: int, seconds: float) -> Tally:
    """All of them at once, with a look at the server every minute."""
    tally, until = Tally(), time.monotonic() + seconds
    bad = clients // 4
    visitors = [honest(number, address, until, tally) for number in range(clients - bad)]
    visitors += [hostile(number, address, until) for number in range(bad)]
    everybody = asyncio.gather(*visitors)
    while time.monotonic() < until:
        await asyncio.sleep(min(60, max(0.1, until - time.monotonic())))
        print(f"{seconds - (until - time.monotonic()):6.0f} s  {resident(server.pid):.0f} MiB, with its workers "
              f"{resident_with_children(server.pid):.0f} MiB, {answer_times(tally)}, "
              f"{len(tally.searches):,} searches, {len(tally.errors)} refusals", flush=True)  # fmt: skip
    await everybody
    return tally


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--clients", type=int, default=200)
    options.add_argument("--seconds", type=float, default=1200.0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "bough", "serve", "--port", "0", "--clients", str(chosen.clients + 20)]
        with log.open("w") as errors:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ)
        try:
            tally = asyncio.run(soak(server, found_address(server), chosen.clients, chosen.seconds))
            print(answer_times(tally))
            print(
                f"{len(tally.errors)} refusals of honest clients" + "".join(f"\n  {one}" for one in set(tally.errors))
            )
            how = "still serving" if server.poll() is None else "THE SERVER IS GONE"
            print(f"log {log.stat().st_size:,} bytes; {how}")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
