"""Checks of a game's rules on random games, because compiled code cannot say where the rules are wrong."""

import inspect
import random
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import PARTS, kernel
from bough.core.rng import seeded
from bough.games.contract import CHANCE, DRAW, FIRST, SECOND, UNDECIDED, Part
from bough.games.game import Game
from bough.games.kernels import LOOK, PLAY, first_state, outcomes_kernel, rules_kernel

SPARE = 4096
"""Room for moves beyond max_moves, so that a max_moves that is too small gives an error and not a crash."""
SIGNATURES = {
    "setup": "position", "moves": "position, out", "play": "position, move", "winner": "position",
    "outcomes": "position, out, chances", "draw_outcome": "position, rng", "random_move": "position, rng",
    "wins_at": "position, move, player", "may_win": "position, player", "key": "position", "state_key": "position",
    "skip": "position", "deterministic": "position", "quiet": "position", "draw_later": "position, plies",
    "count_moves": "position", "margin": "position",
}  # fmt: skip
"""The arguments of each part of a game (games/contract.py)."""


Kernels = Mapping[str, Part]
"""Entry points by the names of the parts they call."""


def check_rules(game: Game, games: int = 20, seed: int = 0) -> None:
    """Play random games; raise BoughError with a one-line reason if the rules break the contract."""
    _check_parts(game)
    kernels = {"rules": rules_kernel(game.rules)} | entries(game, ("draw_outcome",))
    if game.rules.outcomes is not None:
        kernels["outcomes"] = outcomes_kernel(game.rules)

    def check(kernels: Kernels) -> None:
        rng = random.Random(seed)
        for number in range(games):
            _check_game(game, kernels, rng, seeded(seed, number))

    tried(game, kernels, check)


def entries(game: Game, names: Iterable[str]) -> dict[str, Part]:
    """An entry point for each of these parts, where the game has it."""
    return {name: entry(game, getattr(game.rules, name)) for name in names if getattr(game.rules, name) is not None}


def entry(game: Game, part: Part) -> Part:
    """An entry point that calls a part with a position and any further arguments."""

    def call(states, *others):
        return part(states[0], *others)

    return kernel(call, game.rules.source)


def tried(game: Game, kernels: Kernels, check: Callable[[Kernels], None]) -> None:
    """Run a check; if an entry point fails, raise BoughError that names the line of the game's file."""
    try:
        check(kernels)
    except BoughError:
        raise
    except Exception as refused:
        try:  # code the compiler rejects usually fails in Python too, with a shorter message
            check({name: getattr(one, "py_func", one) for name, one in kernels.items()})
        except BoughError:
            raise
        except Exception as error:
            raise BoughError(f"{game.name}: the rules cannot be run: {fault(game, error)}") from error
        raise BoughError(f"{game.name}: {_refusal(game, str(refused))}") from refused


def _check_parts(game: Game) -> None:
    """Find common mistakes before the compiler does, since its messages are a page long."""
    for name, words in SIGNATURES.items():
        part = getattr(game.rules, name)
        if part is None:
            continue
        try:
            inspect.signature(part).bind(*words.split(", "))
        except TypeError:
            raise BoughError(f"{game.name}: {name} must be written as def {name}({words})") from None
        if name != "setup" and inspect.isfunction(part) and not any(part is known for known in PARTS):
            raise BoughError(f"{game.name}: {name}() is not marked as a part; write @bough.part above it")
        helper = _unmarked_helper(part) if inspect.isfunction(part) else ""
        if helper and name != "setup":
            raise BoughError(f"{game.name}: {helper}() is not marked as a part; write @bough.part above it")
    if game.rules.outcomes is not None and game.rules.first_outcome < 1:
        raise BoughError(f"{game.name}: a game with chance must say first_outcome=, the number of its first outcome")
    if game.face.layout is not None and game.face.marks is None:
        raise BoughError(
            f"{game.name}: a game with layout= needs marks= too, a function that returns the mark on each cell"
        )


def _unmarked_helper(part: Part) -> str:
    """The name of a function of the same file that a part calls though it is not marked, or ""."""
    used = inspect.getclosurevars(part)
    for name, value in {**used.globals, **used.nonlocals}.items():
        own = inspect.isfunction(value) and value.__module__ == part.__module__
        if own and not any(value is known for known in PARTS):
            return name
    return ""


def _check_game(game: Game, kernels: Kernels, rng: random.Random, word: np.uint64) -> None:
    state = first_state(game.rules)
    legal = np.full(game.rules.max_moves + SPARE, -1, np.int16)
    winner, count = kernels["rules"](LOOK, state, 0, legal)
    _check_board(game, state)
    plies = 0
    while winner == UNDECIDED:
        _check_turn(game, state, legal, int(count), plies)
        chance = state[0].to_move == CHANCE
        if not chance:
            move = int(legal[rng.randrange(count)])
        else:
            _check_outcomes(game, kernels["outcomes"], state, legal[:count])
            move, word = kernels["draw_outcome"](state, np.uint64(word))  # kernels return a plain integer
            if move not in legal[:count]:
                raise BoughError(f"{game.name}: draw_outcome() drew {move}, which outcomes() does not list")
        winner, count = kernels["rules"](PLAY, state, move, legal)
        plies += 1
    if winner not in (FIRST, SECOND, DRAW):
        raise BoughError(f"{game.name}: winner() gave {winner}; it must be FIRST, SECOND, DRAW or UNDECIDED")
    _check_board(game, state)


def _check_turn(game: Game, state: np.recarray, legal: np.ndarray, count: int, plies: int) -> None:
    if plies >= game.rules.max_plies:
        raise BoughError(
            f"{game.name}: a random game went on past max_plies ({game.rules.max_plies}); make max_plies larger"
        )
    if state[0].to_move not in ((FIRST, SECOND) if game.rules.outcomes is None else (FIRST, SECOND, CHANCE)):
        raise BoughError(f"{game.name}: to_move became {state[0].to_move}; it must be FIRST or SECOND")
    if count == 0:
        raise BoughError(f"{game.name}: there is no legal move after {plies} plies, yet winner() says UNDECIDED")
    if count > game.rules.max_moves:
        raise BoughError(f"{game.name}: {count} legal moves, more than max_moves ({game.rules.max_moves})")
    moves = legal[:count]
    if moves.min() < 0 or moves.max() >= game.rules.move_ids:
        raise BoughError(f"{game.name}: a move is not in 0..{game.rules.move_ids - 1}; set move_ids to cover all moves")
    if game.rules.outcomes is not None:
        of_chance = moves >= game.rules.first_outcome
        if not (of_chance.all() if state[0].to_move == CHANCE else not of_chance.any()):
            raise BoughError(
                f"{game.name}: outcomes must be numbered from first_outcome ({game.rules.first_outcome}) on, "
                "moves below it"
            )
    names = {_name(game, int(move)) for move in moves}
    if len(names) < count:
        raise BoughError(f"{game.name}: two legal moves have the same name after {plies} plies")


def _name(game: Game, move: int) -> str:
    """The name of a move, checked to be safe in move lists, records and outcomes written as b3(n)."""
    try:
        name = game.face.move_name(move)
    except Exception as error:
        raise BoughError(f"{game.name}: move_name({move}) fails: {fault(game, error)}") from error
    if not isinstance(name, str) or not re.fullmatch(r"[^\s,#()]+", name):
        raise BoughError(f"{game.name}: a move is named {name!r}; a name is text without blanks, commas, # and ( )")
    return name


def _check_outcomes(game: Game, outcomes: Part, state: np.recarray, listed: np.ndarray) -> None:
    """Check that `outcomes` lists the same outcomes as `moves`, with valid probabilities."""
    numbers, chances = np.full(game.rules.max_moves + SPARE, -1, np.int16), np.zeros(game.rules.max_moves + SPARE)
    count = outcomes(state, numbers, chances)
    if sorted(numbers[:count]) != sorted(listed):
        raise BoughError(f"{game.name}: outcomes() and moves() list different outcomes; they must be the same")
    if chances[:count].min() < 0 or abs(chances[:count].sum() - 1) > 1e-6:
        total = chances[:count].sum()
        raise BoughError(
            f"{game.name}: the probabilities of outcomes() add up to {total:g}; each must be 0 or more and their sum 1"
        )


def _check_board(game: Game, state: np.recarray) -> None:
    """Check that the board can be drawn."""
    if game.face.layout is None or game.face.marks is None:
        return
    try:
        marks = list(game.face.marks(state[0]))
    except Exception as error:
        raise BoughError(f"{game.name}: marks() fails: {fault(game, error)}") from error
    cells = len(game.face.layout.cells)
    if sum(game.face.layout.rows) != cells:
        raise BoughError(f"{game.name}: the layout has {cells} cells, but its rows have {sum(game.face.layout.rows)}")
    if len(marks) != cells or not all(isinstance(mark, str) for mark in marks):
        raise BoughError(f"{game.name}: marks() must give one text for each of the {cells} cells of the layout")


def fault(game: Game, error: Exception) -> str:
    """Python's error message, with the line number in the game's file."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if game.file and Path(frame.filename).is_relative_to(game.file)]
    return f"{type(error).__name__}: {error}" + (f" (line {lines[-1]})" if lines else "")


def _refusal(game: Game, said: str) -> str:
    """A short error from the compiler's long message, which names the innermost line first, then its callers."""
    unmarked = re.search(r"Untyped global name '(\w+)': Cannot determine .*'function'>", said)
    if unmarked:
        return f"{unmarked[1]}() is not marked as a part; write @bough.part above it"
    line = re.search(rf'{re.escape(game.file.name)}", line (\d+)', said) if game.file else None
    where = f"line {line[1]}" if line else "the rules"
    return f"the compiler does not take {where}; parts may use only numbers, arrays and other parts"
