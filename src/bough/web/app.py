"""The server: one page, a few JSON routes that keep nothing, and a socket for whoever thinks."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from bough.core.errors import BoughError
from bough.core.jit import never_wait_for_the_compiler
from bough.games.contract import CHANCE
from bough.games.formats.saved import open_text, save_text, variations
from bough.games.game import Position
from bough.players.levels import LEVELS
from bough.search.ideas.registry import idea_names
from bough.search.named import NAMED
from bough.web import requests
from bough.web.describe import described
from bough.web.entrance.guard import Guard
from bough.web.page_files import asset, asset_names
from bough.web.schema import openapi
from bough.web.settings import Settings
from bough.web.shelf import Shelf
from bough.web.socket import socket_route
from bough.web.thinking.compiling import rules_compiler
from bough.web.thinking.desk import Desk
from bough.web.thinking.offices import Here, Office
from bough.web.thinking.workers import Workers


def make_app(settings: Settings) -> Starlette:
    """The application for these settings."""
    shelf = Shelf(settings)
    if settings.apart:  # a board can be played on while its rules are compiled
        never_wait_for_the_compiler(rules_compiler(shelf.game_with, settings.loaded))
    office: Office = Workers(settings) if settings.apart else Here(shelf, Desk(settings))
    chance = random.SystemRandom()

    def games(_: dict[str, Any]) -> dict[str, Any]:
        limits = {"seconds": settings.seconds, "simulations": settings.simulations}
        return {"games": shelf.listing(), "ideas": idea_names(), "named": list(NAMED), "limits": limits,
                "levels": [level._asdict() for level in LEVELS.values()],
                "results": settings.results is not None}  # fmt: skip

    def asked(data: dict[str, Any]) -> tuple[str, str, tuple[str, ...]]:
        return requests.text(data, "game", longest=100), requests.text(data, "start", ""), requests.moves(data)

    def position(data: dict[str, Any]) -> dict[str, Any]:
        """A position: after one more move if one is given, or before the last ones; what chance does is drawn here."""
        name, start, moves = asked(data)
        back = requests.players(data, "back")
        found = shelf.before(name, start, moves, back) if back else shelf.position(name, start, moves)
        if "move" in data:
            move = found.resolved(requests.text(data, "move", longest=requests.LONGEST_MOVE), chance)
            found = shelf.after(name, start, found, move)
        return told(name, start, found)

    def told(name: str, start: str, found: Position) -> dict[str, Any]:
        """A position for a page; where chance opens a game, it has done so."""
        if found.to_move == CHANCE and not found.over:
            found = shelf.after(name, start, found, found.resolved("", chance))
        return described(name, start, found)

    def arrange(data: dict[str, Any]) -> dict[str, Any]:
        """A position set up by hand."""
        name = requests.text(data, "game", longest=100)
        marks = data.get("marks")
        if not isinstance(marks, list) or not all(isinstance(m, str) and len(m) <= 1 for m in marks):
            raise BoughError("'marks' must be a list with a letter or nothing for each cell")
        start = shelf.arranged(name, marks, requests.whole(data, "to_move", 0, 0, 1)).text
        return told(name, start, shelf.position(name, start, ()))

    def save(data: dict[str, Any]) -> dict[str, Any]:
        """A game as a file."""
        name, start, moves = asked(data)
        last = shelf.position(name, start, moves)
        others, notes = requests.lines(data, "lines"), requests.notes(data, "notes")
        for line in others:
            shelf.position(name, start, line)  # only what can be played is written
        ending, text = save_text(shelf.full_name(name), start, last, others, notes)
        return {"name": f"{name.partition(':')[0]}.{ending}", "text": text}

    def opened(data: dict[str, Any]) -> dict[str, Any]:
        """A game from a file's text."""
        text = data.get("text")
        if not isinstance(text, str) or len(text) > requests.LARGEST_BODY or not requests.is_unicode(text):
            raise BoughError("'text' must be the text of a saved game")
        game, moves, start = open_text(text)
        checked = requests.moves({"moves": moves})
        lines = requests.lines({"lines": variations(text)}, "lines")
        return told(game, start, shelf.position(game, start, checked)) | {"lines": lines}

    def puzzle(data: dict[str, Any]) -> dict[str, Any]:
        """One of a game's puzzles; numbers count from 1."""
        family = requests.text(data, "game", longest=100)
        known = shelf.puzzles(family)
        if not known:
            raise BoughError(f"there are no puzzles of '{family[:30]}' here")
        number = requests.whole(data, "number", 1, 1, len(known))
        one = known[number - 1]
        return {"game": one.game, "start": one.position, "move": one.move, "grade": one.grade,
                "number": number, "of": len(known)}  # fmt: skip

    def results(_: dict[str, Any]) -> dict[str, Any]:
        return {"matches": settings.results() if settings.results else []}

    routes = [
        Route("/api/schema", _reading(lambda _: openapi()), methods=["GET"]),
        Route("/api/games", _reading(games), methods=["GET"]),
        Route("/api/results", _reading(results), methods=["GET"]),
        Route("/api/position", _writing(position), methods=["POST"]),
        Route("/api/puzzle", _writing(puzzle), methods=["POST"]),
        Route("/api/arrange", _writing(arrange), methods=["POST"]),
        Route("/api/save", _writing(save), methods=["POST"]),
        Route("/api/open", _writing(opened), methods=["POST"]),
        WebSocketRoute("/api/think", socket_route(office, settings.a_second)),
        Route("/", asset("index.html"), methods=["GET"]),
    ]
    routes += [Route(f"/{name}", asset(name), methods=["GET"]) for name in asset_names() if name != "index.html"]

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        yield
        office.close()

    app = Starlette(routes=routes, middleware=[Middleware(Guard, settings=settings)], lifespan=running)
    app.state.office, app.state.shelf = office, shelf
    return app


Answer = Callable[[dict[str, Any]], dict[str, Any]]


def _reading(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def route(request: Request) -> Response:
        return await _answered(answer, {})

    return route


def _writing(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def route(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return JSONResponse({"error": "send JSON, with the content type application/json"}, 415)
        try:
            body = b""
            async for chunk in request.stream():
                body += chunk
                if len(body) > requests.LARGEST_BODY:
                    return JSONResponse({"error": f"a request has at most {requests.LARGEST_BODY} bytes"}, 413)
            data = requests.fields(json.loads(body))
        except ClientDisconnect:
            return Response(status_code=400)
        except (ValueError, RecursionError):
            return JSONResponse({"error": "a request is a JSON object"}, 400)
        except BoughError as error:
            return JSONResponse({"error": str(error)}, 400)
        return await _answered(answer, data)

    return route


async def _answered(answer: Answer, data: dict[str, Any]) -> Response:
    """Somebody's mistake is one line; rules may have to be compiled, so it happens beside the loop."""
    try:
        return JSONResponse(await run_in_threadpool(answer, data))
    except BoughError as error:
        return JSONResponse({"error": str(error)}, 400)
    except asyncio.CancelledError:  # the server ends while rules are being compiled
        return JSONResponse({"error": "the server has been stopped"}, 503)
