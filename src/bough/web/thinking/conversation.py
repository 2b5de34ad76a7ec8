"""What one page and the engine say to each other, wherever the engine is: in the server or in a process beside it.

In:  {"do": "think", "game", "start", "moves", "recipe", "seconds" or "simulations", "go_on", "ask"}
     {"do": "stop"}     {"do": "explore", "path", "from", "find", "ask"}
     {"do": "step", "game", "start", "moves", "recipe", "ask"}
Out: {"is": "preparing" | "thinking" | "done" | "view" | "steps" | "error", ...} with the "ask" of the request. What
     names moves has their cells in "clicks", by move; the first branches of a view have their boards in "boards".
"""

import json
import math
from collections.abc import Callable
from typing import Any

from bough.core.errors import BoughError
from bough.games.contract import CHANCE
from bough.games.game import Position
from bough.search.searcher import Searcher
from bough.search.views.explore import board_after
from bough.web import requests
from bough.web.describe import clicks_by_move, described
from bough.web.shelf import Shelf
from bough.web.thinking.desk import Thinker

ROWS = 40
"""Branches of a node in one answer."""
BOARDS = 3
"""How many of them come with their boards."""

Tell = Callable[[dict[str, Any]], None]
"""Takes a message for the page, from any thread."""


class Conversation:
    """One connection: its requests in order, and what they are about."""

    def __init__(self, shelf: Shelf, thinker: Thinker, tell: Tell):
        self._shelf, self._thinker, self._tell = shelf, thinker, tell
        self._asked: dict[str, Any] = {}

    def take(self, text: str | None) -> None:
        """Do what a message asks for; a search goes on after this returns."""
        ask: Any = None
        try:
            data = requests.fields(_json(text))
            ask = requests.whole(data, "ask", 0, 0, 1 << 40)
            deeds = {"think": self._think, "stop": self._stop, "explore": self._explore, "step": self._step}
            does = deeds.get(requests.text(data, "do", ""))
            if does is None:
                raise BoughError("'do' must be think, stop, explore or step")
            does(data, ask)
        except BoughError as error:
            self._tell({"is": "error", "message": str(error), "ask": ask})

    def close(self) -> None:
        """The page has gone: its search ends."""
        self._thinker.close()

    @property
    def thinks(self) -> bool:
        """Whether a search is running."""
        return self._thinker.busy

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
