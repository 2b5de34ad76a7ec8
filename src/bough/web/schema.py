"""The HTTP interface as an OpenAPI document, for who writes a page or a program of their own."""

from typing import Any

from bough.core.version import __version__
from bough.web import requests

_TEXT: dict[str, Any] = {"type": "string", "maxLength": requests.LONGEST_TEXT}
_MOVE = {"type": "string", "minLength": 1, "maxLength": requests.LONGEST_MOVE}
_MOVES = {"type": "array", "items": _MOVE, "maxItems": requests.MOST_MOVES}
_PLAYERS = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 1}, "maxItems": 2}
_GAME = {"type": "string", "maxLength": 100, "description": "a name with options, such as hex:11"}
_START = _TEXT | {"description": "a position as text, empty for the usual start"}
_WHERE = {"game": _GAME, "start": _START, "moves": _MOVES}
_NOTE = {"type": "object", "properties": {"moves": _MOVES, "text": _TEXT}, "required": ["moves", "text"]}
_POSITION = {
    "type": "object",
    "required": ["game", "start", "moves", "text", "to_move", "players", "over", "winner", "board", "cells", "legal",
                 "shown", "ending", "rules"],
}  # fmt: skip
_SAVED = {"type": "object", "required": ["name", "text"]}


def _answers(schema: dict[str, Any]) -> dict[str, Any]:
    error = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    said = {"application/json": {"schema": error}}
    refusals = {"400": "a mistake, in one line", "401": "no token", "403": "another site", "413": "too large",
                "415": "not JSON"}  # fmt: skip
    return {"200": {"description": "the answer", "content": {"application/json": {"schema": schema}}}} | {
        code: {"description": why, "content": said} for code, why in refusals.items()
    }


def _post(summary: str, properties: dict[str, Any], required: list[str], answer: dict[str, Any]) -> dict[str, Any]:
    body = {"type": "object", "properties": properties, "required": required}
    return {
        "post": {
            "summary": summary,
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": _answers(answer),
        }
    }


def openapi() -> dict[str, Any]:
    """The document."""
    marks = {"type": "array", "items": {"type": "string", "maxLength": 1}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bough", "version": __version__},
        "paths": {
            "/api/games": {"get": {"summary": "Games, ideas and limits", "responses": _answers({"type": "object"})}},
            "/api/results": {"get": {"summary": "Matches of the store", "responses": _answers({"type": "object"})}},
            "/api/position": _post(
                "A position after moves and one more, or the last one before in which a player of `back` was to move",
                _WHERE | {"move": _MOVE, "back": _PLAYERS},
                ["game"],
                _POSITION,
            ),
            "/api/puzzle": _post(
                "A position with exactly one winning move, and that move",
                {"game": _GAME, "number": {"type": "integer", "minimum": 1}},
                ["game"],
                {"type": "object", "required": ["game", "start", "move", "grade", "number", "of"]},
            ),
            "/api/arrange": _post(
                "A position set up cell by cell",
                {"game": _GAME, "marks": marks, "to_move": {"type": "integer", "minimum": 0, "maximum": 1}},
                ["game", "marks"],
                _POSITION,
            ),
            "/api/save": _post(
                "A game as the text of a file; other lines of moves and comments go into SGF",
                _WHERE | {"lines": {"type": "array", "items": _MOVES}, "notes": {"type": "array", "items": _NOTE}},
                ["game"],
                _SAVED,
            ),
            "/api/open": _post("A game from the text of a file", {"text": {"type": "string"}}, ["text"], _POSITION),
        },
    }
