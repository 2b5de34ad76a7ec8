"""Checks of the optional parts of a game against the four parts that every game has."""

import random
from collections.abc import Sequence

import numpy as np

from bough.core.errors import BoughError
from bough.games.checks.rules import Kernels, entries, entry, fault, tried
from bough.games.contract import CHANCE, DRAW, FIRST, SECOND, UNDECIDED
from bough.games.game import Game
from bough.games.kernels import LOOK, PLAY, first_state, rules_kernel
from bough.games.solving.keys import keys_of, lacks_keys

KEYS = ("key", "state_key")
CALLED = ("skip", "deterministic", "quiet")
"""Parts whose results cannot be checked; we only check that they can be called."""

MOST_STANDS = 30
"""Fifteen kinds of pieces of each player."""

Seen = dict[tuple[str, int], tuple[int, list[int]]]
"""The player to move and the legal moves, by the name of the key part and the word it returned."""


def check_optional(game: Game, games: int = 5, seed: int = 0) -> None:
    """Raise BoughError if an optional part disagrees with the rules or does not compile."""
    kernels = {"rules": rules_kernel(game.rules)} | entries(
        game, ("random_move", "wins_at", "may_win", "margin", "draw_later", "count_moves", *KEYS, *CALLED)
    )
    if game.rules.playout is not None:
        try:
            kernels["playout"] = entry(game, game.rules.playout(True))
        except Exception as error:
            raise BoughError(f"{game.name}: playout(True) fails: {fault(game, error)}") from error
    told = any(part is not None for part in (game.rules.stands, game.rules.touches, game.rules.lately))
    if len(kernels) == 1 and not game.rules.look_tells_all and not told:
        return
    for said in ("helping", "monotone"):
        if getattr(game.rules, said) and game.face.cell_moves is None:
            raise BoughError(f"{game.name}: {said}=True is for games of placing stones; give its Face cell_moves")

    def check(kernels: Kernels) -> None:
        rng, seen = random.Random(seed), Seen()
        for name in (*CALLED, "draw_later"):
            if name in kernels:
                kernels[name](first_state(game.rules), *([1] if name == "draw_later" else []))
        for _ in range(games):
            _check_game(game, kernels, rng, seen)

    tried(game, kernels, check)


def _check_game(game: Game, kernels: Kernels, rng: random.Random, seen: Seen) -> None:
    state, legal = first_state(game.rules), np.zeros(game.rules.max_moves + 1, np.int16)
    winner, count = kernels["rules"](LOOK, state, 0, legal)
    while winner == UNDECIDED:
        moves = [int(move) for move in legal[:count]]
        _check_keys(game, kernels, state, moves, seen)
        _check_look(game, state, moves, seen)
        _check_cells(game, state, moves)
        if state[0].to_move != CHANCE:
            _check_position(game, kernels, state, moves, np.uint64(rng.getrandbits(63) + 1))
        winner, count = kernels["rules"](PLAY, state, rng.choice(moves), legal)
    if "margin" in kernels:
        points = float(kernels["margin"](state.copy()))
        if winner != (FIRST if points > 0 else SECOND if points < 0 else DRAW):
            raise BoughError(f"{game.name}: margin() tells {points:g} points of a game whose winner() is {winner}")


def _check_position(game: Game, kernels: Kernels, state: np.recarray, moves: Sequence[int], word: np.uint64) -> None:
    """Check the parts on one position; each gets its own copy."""
    if "random_move" in kernels:
        drawn, _ = kernels["random_move"](state.copy(), word)
        if drawn not in moves:
            raise BoughError(f"{game.name}: random_move() drew {drawn}, which moves() does not list")
    if "count_moves" in kernels and (told := kernels["count_moves"](state.copy())) != len(moves):
        raise BoughError(f"{game.name}: count_moves() tells {told}, but moves() lists {len(moves)}")
    if "wins_at" in kernels:
        player, room = int(state[0].to_move), np.zeros(game.rules.max_moves + 1, np.int16)
        for move in moves:
            won = kernels["rules"](PLAY, state.copy(), move, room)[0] == player
            if bool(kernels["wins_at"](state.copy(), move, player)) != won:
                name = game.face.move_name(move)
                raise BoughError(f"{game.name}: wins_at() says {not won} of {name}, but playing it shows {won}")
            if won and "may_win" in kernels and not kernels["may_win"](state.copy(), player):
                raise BoughError(f"{game.name}: may_win() says False, but {game.face.move_name(move)} wins at once")
    if "playout" in kernels:
        _check_playout(game, kernels, state, word)


def _check_cells(game: Game, state: np.recarray, moves: Sequence[int]) -> None:
    """What patterns are made of: kernels use it as an index."""
    cells = len(game.face.layout.cells) if game.face.layout else 0
    stands, touches, lately = game.rules.stands, game.rules.touches, game.rules.lately
    if stands is not None:
        for what in (int(stands(state[0], cell)) for cell in range(cells)):
            if not 0 <= what <= MOST_STANDS:
                raise BoughError(f"{game.name}: stands() tells {what} of a cell; it must be from 0 to {MOST_STANDS}")
    if touches is not None and cells and state[0].to_move != CHANCE:
        for move in moves:
            if not -1 <= (cell := int(touches(state[0], move))) < cells:
                name = game.face.move_name(move)
                raise BoughError(f"{game.name}: touches() tells {cell} of {name}; it must be a cell, or -1 for none")
    if lately is not None:
        for k in range(2):
            if not -1 <= (cell := int(lately(state[0], k))) < cells:
                raise BoughError(f"{game.name}: lately() tells {cell}; it must be a cell, or -1 for none")


def _check_keys(game: Game, kernels: Kernels, state: np.recarray, moves: list[int], seen: Seen) -> None:
    """Check that positions with the same word have the same player to move and the same moves."""
    now = int(state[0].to_move), sorted(moves)
    for name in KEYS if now[0] != CHANCE else ("state_key",):
        if name in kernels and seen.setdefault((name, int(kernels[name](state.copy()))), now) != now:
            raise BoughError(
                f"{game.name}: {name}() gave one word to two positions with different moves or players to move; "
                "it must depend on everything that tells them apart"
            )


def _check_look(game: Game, state: np.recarray, moves: list[int], seen: Seen) -> None:
    """Check that equal boards have equal moves, where `look` is said to tell all."""
    if not game.rules.look_tells_all or lacks_keys(game) or state[0].to_move == CHANCE:
        return
    keys = keys_of(game, symmetric=False)
    word, _ = keys.key(state[0], np.zeros(keys.room, np.int16))
    now = int(state[0].to_move), sorted(moves)
    if seen.setdefault(("look", int(word)), now) != now:
        raise BoughError(
            f"{game.name}: look_tells_all=True, but look() shows one board for two positions with different moves; "
            "leave it out, or let look() show what tells them apart"
        )


def _check_playout(game: Game, kernels: Kernels, state: np.recarray, word: np.uint64) -> None:
    """Check that playing the moves of a playout leads to the winner it reports."""
    moves, room = np.zeros(game.rules.max_plies + 1, np.int16), np.zeros(game.rules.max_moves + 1, np.int16)
    told, plies, _ = kernels["playout"](state.copy(), moves, word)
    again, winner = state.copy(), UNDECIDED
    for move in moves[:plies]:
        if winner != UNDECIDED:
            break
        mover = int(again[0].to_move)
        winner, _ = kernels["rules"](PLAY, again, int(move), room)
        if winner == UNDECIDED and again[0].to_move != 1 - mover:
            raise BoughError(f"{game.name}: playout= is for games in which the players take turns; leave it out")
    if told not in (FIRST, SECOND, DRAW) or told != winner:
        raise BoughError(f"{game.name}: playout() tells the winner {told}, but its moves one by one give {winner}")
