"""The socket of a page that thinks: requests in, reports out; when it closes, its search ends.

In:  {"do": "think", "game", "start", "moves", "recipe", "seconds" or "simulations", "go_on", "ask"}
     {"do": "stop"}     {"do": "explore", "path", "from", "find", "ask"}
     {"do": "step", "game", "start", "moves", "recipe", "ask"}
Out: {"is": "preparing" | "thinking" | "done" | "view" | "steps" | "error", ...} with the "ask" of the request. What
     names moves has their cells in "clicks", by move; the first branches of a view have their boards in "boards".
"""

import asyncio
import json
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from bough.core.errors import BoughError
from bough.games.contract import CHANCE
from bough.games.game import Position
from bough.search.searcher import Searcher
from bough.search.views.explore import board_after
from bough.web import requests
from bough.web.describe import clicks_by_move, described
from bough.web.entrance.patience import Patience
from bough.web.shelf import Shelf
from bough.web.thinking import Desk, Thinker

ROWS = 40
"""Branches of a node in one answer."""
BOARDS = 3
"""How many of them come with their boards."""


def socket_route(shelf: Shelf, desk: Desk) -> Callable[[WebSocket], Awaitable[None]]:
    """The handler of one connection."""

    async def handle(socket: WebSocket) -> None:
        await socket.accept()
        try:
            thinker = desk.sit()
        except BoughError as error:
            await socket.send_json({"is": "error", "message": str(error)})
            await socket.close(1013)
            return
        page = _Page(socket, shelf, thinker)
        # The server cancels what it cannot wait for when it ends; a search that is being compiled is such a thing.
        with suppress(asyncio.CancelledError):
            try:
                await page.serve()
            finally:
                await asyncio.shield(run_in_threadpool(thinker.close))

    return handle


class _Page:
    """One connection: what it asked, and the reports that wait to be sent."""

    def __init__(self, socket: WebSocket, shelf: Shelf, thinker: Thinker):
        self._socket, self._shelf, self._thinker = socket, shelf, thinker
        self._loop = asyncio.get_running_loop()
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._asked: dict[str, Any] = {}
        self._patience = Patience(thinker.settings.a_second)

    async def serve(self) -> None:
        sender = asyncio.create_task(self._send())
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(message.get("text"))
                await self._patience.wait(self)
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            sender.cancel()

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            # A slow reader gets the newest report only.
            while message["is"] == "thinking" and not self._outbox.empty():
                message = self._outbox.get_nowait()
            try:
                await self._socket.send_json(message)
            except (WebSocketDisconnect, RuntimeError):
                return

    async def _take(self, text: str | None) -> None:
        ask: Any = None
        try:
            data = requests.fields(_json(text))
            ask = requests.whole(data, "ask", 0, 0, 1 << 40)
            deeds = {"think": self._think, "stop": self._stop, "explore": self._explore, "step": self._step}
            does = deeds.get(requests.text(data, "do", ""))
            if does is None:
                raise BoughError("'do' must be think, stop, explore or step")
            await run_in_threadpool(does, data, ask)
        except BoughError as error:
            self._outbox.put_nowait({"is": "error", "message": str(error), "ask": ask})

    def _tell(self, message: dict[str, Any]) -> None:
        """From any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._outbox.put_nowait, message)

    def _wanted(self, data: dict[str, Any]) -> tuple[str, str, Position]:
        """The game, the start and the position that a request is about."""
        name, start = requests.text(data, "game", longest=100), requests.text(data, "start", "")
        return name, start, self._shelf.position(name, start, requests.moves(data))

    def _step(self, data: dict[str, Any], ask: int) -> None:
        name, start, position = self._wanted(data)
        steps = self._thinker.step(position, requests.text(data, "recipe", "", longest=300))
        told = [
            {"name": one.name, "words": one.words, "position": described(name, start, one.position)} for one in steps
        ]
        self._tell({"is": "steps", "ask": ask, "steps": told})

    def _think(self, data: dict[str, Any], ask: int) -> None:
        name, start, position = self._wanted(data)
        settings = self._thinker.settings
        limits = requests.limits(data, settings.seconds, settings.simulations)
        recipe = requests.text(data, "recipe", "", longest=300)

        def tell(report: dict[str, Any]) -> None:
            if "moves" in report:
                named = [*(row["move"] for row in report["moves"]), *report["variation"]]
                report["clicks"] = clicks_by_move(position.game.face, named)
            self._tell(report | {"ask": ask})

        self._thinker.think(position, recipe, limits, tell, data.get("go_on") is True)
        self._asked = {"name": name, "start": start, "position": position}

    def _stop(self, data: dict[str, Any], ask: int) -> None:
        self._thinker.stop()

    def _explore(self, data: dict[str, Any], ask: int) -> None:
        path, first = requests.moves(data, "path"), requests.whole(data, "from", 0, 0, 100_000)
        find = requests.text(data, "find", "", longest=requests.LONGEST_MOVE).lower()

        def look(searcher: Searcher) -> dict[str, Any]:
            view = searcher.explore(path).to_dict()
            found = [branch for branch in view["branches"] if find in branch["move"].lower()]
            shown = [branch | {"numbers": _finite(branch["numbers"])} for branch in found[first : first + ROWS]]
            return view | {"branches": shown, "found": len(found), "from": first}

        view = self._thinker.ask(look)
        if not self._asked:
            return
        at = board_after(self._asked["position"], path)
        board = described(self._asked["name"], self._asked["start"], at)
        moves = () if view["player"] == CHANCE else (branch["move"] for branch in view["branches"])
        cells = clicks_by_move(at.game.face, moves)
        boards = [_board_below(at, branch["move"]) for branch in view["branches"][:BOARDS]]
        self._tell({"is": "view", "ask": ask, "position": board, "clicks": cells, "boards": boards, **view})


def _board_below(position: Position, move: str) -> str | None:
    """The board after a move, if there is one to draw and the move leads to it alone."""
    after = board_after(position, [move])
    return after.picture if position.game.face.layout and after != position else None


def _finite(numbers: dict[str, float]) -> dict[str, float | None]:
    """What ideas keep in nodes; JSON has no word for infinity."""
    return {label: number if math.isfinite(number) else None for label, number in numbers.items()}


def _json(text: str | None) -> Any:
    try:
        return json.loads(text or "")
    except (ValueError, RecursionError):
        raise BoughError("a message is a JSON object") from None
