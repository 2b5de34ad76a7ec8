"""Proofs that anyone can check: a strategy written out to the end of the game, verified with nothing but the rules.

A proof is a JSON object: the game, the position (a position text or the start, then the moves played from there), the
value for the player to move (1, 0 or -1) and the claims. A claim states the least that a player gets, and backs it with
a tree down to the end of the game: one move where that player is to move, every legal move where the opponent is.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bough.core.errors import BoughError
from bough.games.game import Position, moves_since
from bough.games.names import full_name, names_a_file
from bough.games.names import game as game_named

FORMAT = "bough proof 1"
ProofTree = dict[str, Any]
"""Maps each move to the tree that follows it; empty where the game is over."""


class Claim(NamedTuple):
    """The least a player gets: at_least is 1 for a win, 0 for a draw."""

    player: int
    at_least: int
    tree: ProofTree


class Proof(NamedTuple):
    """The value of a position for the player to move, with the claims that prove it."""

    position: Position
    value: int
    claims: tuple[Claim, ...]


def needed_claims(to_move: int, value: int) -> set[tuple[int, int]]:
    """The (player, at_least) claims a value needs: one for a win or a loss, one per player for a draw."""
    if value == 0:
        return {(to_move, 0), (1 - to_move, 0)}
    return {(to_move if value > 0 else 1 - to_move, 1)}


def write_proof(path: Path, proof: Proof, text: str | None) -> None:
    """Write a proof; `text` is the position text that the moves of its position start from (None: the start)."""
    data = {
        "format": FORMAT,
        "game": full_name(proof.position.game),
        "position": text,
        "moves": list(moves_since(text or "", proof.position)),
        "value": proof.value,
        "claims": [claim._asdict() for claim in proof.claims],
    }
    try:
        path.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    except OSError as error:
        raise BoughError(f"cannot write the proof {path}: {error.strerror}; name another file") from None
    except RecursionError:
        raise BoughError("the proof is too deep to write") from None


def read_proof(path: Path, trust: bool = False) -> Proof:
    """Read a proof without verifying it.

    A proof may name a game file, which is code that runs on loading; that is allowed only with `trust`.
    """
    try:
        data = json.loads(path.read_text())
    except OSError as error:
        raise BoughError(f"cannot read the proof {path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BoughError(f"{path} is not a proof: it is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BoughError(f'{path} is not a proof: it does not say "format": "{FORMAT}"')
    kinds: dict[str, Any] = {"game": str, "position": (str, type(None)), "moves": list, "value": int, "claims": list}
    for key, kind in kinds.items():
        if not isinstance(data.get(key, ...), kind):
            raise BoughError(f"{path} is not a whole proof: its {key!r} is missing or of the wrong type")
    position = claimed_position(path, data, trust)
    return Proof(position, data["value"], tuple(_claim(path, claim) for claim in data["claims"]))


def claimed_position(path: Path, data: dict[str, Any], trust: bool) -> Position:
    """The position that a proof is about, from its game, position and moves."""
    if names_a_file(data["game"]) and not trust:
        raise BoughError(f"{path} is about the game file {data['game']}; read that file, then say --trust to run it")
    game = game_named(data["game"])
    position = game.position(data["position"]) if data["position"] is not None else game.start()
    for move in data["moves"]:
        position = position.play(str(move))
    return position


def _claim(path: Path, data: Any) -> Claim:
    player, at_least = (data.get("player"), data.get("at_least")) if isinstance(data, dict) else (None, None)
    if not isinstance(player, int) or player not in (0, 1) or not isinstance(at_least, int):
        raise BoughError(f"{path} is not a whole proof: a claim names a player (0 or 1), at_least and a tree")
    return Claim(player, at_least, data.get("tree"))


def verify(proof: Proof) -> int:
    """Check every line of a proof by the rules; return the number of positions checked.

    Raises a BoughError that says where the proof fails.
    """
    if proof.value not in (-1, 0, 1):
        raise BoughError(f"the proof claims the value {proof.value}; it must be 1, 0 or -1")
    shown = {(claim.player, claim.at_least) for claim in proof.claims}
    missing = needed_claims(proof.position.to_move, proof.value) - shown
    if missing:
        player, at_least = min(missing)
        wanted = "wins" if at_least > 0 else "gets at least a draw"
        raise BoughError(f"the proof does not show that {proof.position.game.face.player_names[player]} {wanted}")
    return sum(_verify(proof.position, claim) for claim in proof.claims)


def _verify(start: Position, claim: Claim) -> int:
    checked = 0
    waiting: list[tuple[Position, Any]] = [(start, claim.tree)]
    while waiting:
        position, tree = waiting.pop()
        checked += 1
        waiting.extend(_answers(start, position, tree, claim))
    return checked


def _answers(start: Position, position: Position, tree: Any, claim: Claim) -> Iterator[tuple[Position, Any]]:
    """Check one position; yield the positions after it that must be checked next."""
    made = position.history[len(start.history) :]
    where = f"after {' '.join(made)}" if made else "at the start"
    who = position.game.face.player_names
    if not isinstance(tree, dict):
        raise BoughError(f"the proof fails {where}: there is no tree of moves")
    if position.over:
        value = value_for(claim.player, position.winner)
        if value < claim.at_least:
            raise BoughError(f"the proof fails {where}: the game ends in a {'draw' if value == 0 else 'loss'}")
        return
    if position.to_move == claim.player:
        if len(tree) != 1:
            raise BoughError(f"the proof fails {where}: {who[claim.player]} needs one move, not {len(tree)}")
    else:
        unanswered = sorted(set(position.moves) - set(tree))
        if unanswered:
            raise BoughError(f"the proof fails {where}: it has no answer to {unanswered[0]}")
    for move, rest in tree.items():
        if move not in position.move_numbers:
            raise BoughError(f"the proof fails {where}: {move!r} is not a legal move")
        yield position.play(move), rest


def value_for(player: int, winner: int | None) -> int:
    """The value of a finished game for a player: 1, 0 or -1."""
    if winner is None:
        return 0
    return 1 if winner == player else -1
