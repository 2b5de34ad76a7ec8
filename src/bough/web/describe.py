"""How a page is told about positions and moves: plain data, ready for JSON."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from bough.games.boards.cells import Clicks, clicks
from bough.games.boards.svg import svg_stock
from bough.games.contract import Face
from bough.games.game import Position, moves_since
from bough.search.kinds import best_search
from bough.web.shelf import by_hand

_clicks = lru_cache(maxsize=1 << 14)(clicks)
"""A search names the same moves in every report."""


def described(name: str, start: str, position: Position) -> dict[str, Any]:
    """All that a page needs to show a position and to let somebody move in it."""
    rules, face = position.game, position.game.face
    marks = ["", *(face.pieces or ("x", "o"))]
    cells = [] if face.layout is None else [
        {"name": cell.name, "mark": mark, "is": _spoken(face, mark)}
        for cell, mark in zip(face.layout.cells, position.marks, strict=True)
    ]  # fmt: skip
    return {
        "game": name,
        "start": start,
        "moves": list(moves_since(start, position)),
        "text": position.text,
        "to_move": position.to_move,
        "players": list(position.player_names),
        "colours": list(face.colours) if face.layout and not face.pieces else [],
        "signs": face.signs,
        "over": position.over,
        "winner": position.winner,
        "board": position.picture if face.layout else None,
        "cells": cells,
        "by_hand": by_hand(rules),
        "key": list(face.key),
        "marks": [{"mark": mark, "is": _spoken(face, mark)} for mark in marks],
        "stock": svg_stock(face, marks) if by_hand(rules) else "",
        "legal": [{"move": move, "clicks": _clicks(face, move)} for move in position.moves],
        "title": face.title or rules.family,
        "recipe": best_search(rules),
        "own_recipe": rules.recipe,
        "about": face.about,
        "taken": list(map(int, face.taken(position.state[0]))) if face.taken else None,
        "shown": position.shown,
        "ending": position.ending,
        "rules": face.rules,
        "draws": face.draws,
        "letters": {piece.glyph: letter for letter, piece in face.pieces.items() if piece.glyph},
    }


def clicks_by_move(face: Face, moves: Iterable[str]) -> dict[str, Clicks]:
    """The cells of moves that a report names, whether or not they are legal now."""
    return {move: _clicks(face, move) for move in moves}


def _spoken(face: Face, mark: str) -> str:
    if not mark:
        return "empty"
    if mark in ("x", "o"):
        return face.player_names["xo".index(mark)]
    return face.pieces[mark].name if mark in face.pieces else mark
