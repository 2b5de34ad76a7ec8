"""What a game is: one flat record and a few plain Python functions over it.

Parts (compiled, see core/jit.py) that every game has:

    setup(position)               set up the first position; runs once, in Python
    moves(position, out)          write the legal moves into `out`, return how many
    play(position, move)          make a legal move
    winner(position)              FIRST, SECOND, DRAW or UNDECIDED

The record must have an integer field `to_move`: FIRST, SECOND, or CHANCE when dice are to be thrown or a hidden piece
shown. `moves` then lists the outcomes, `play` makes one of them, and a game with chance also has

    outcomes(position, out, chances)   write the outcomes and their probabilities, return how many
    draw_outcome(position, rng)        one drawn by them, and the generator's next word

Parts a game may add to be searched faster or better:

    random_move(position, rng)    a uniformly random legal move, and the generator's next word
    playout(recorded)             makes a part playout(position, moves, rng) -> (winner, plies, rng): a whole
                                  uniform playout; if `recorded`, moves[:plies] then holds the moves in order;
                                  for games in which the players take turns
    wins_at(position, move, player)   would `player`, if to move, win at once by this move?
    key(position)                 a 64-bit word of a position in which a player is to move, equal for equal ones: lets
                                  alpha-beta keep what it has seen
    skip(position)                hand the turn over though the rules may not allow it: alpha-beta's null move
    state_key(position)           as key, but equal only where all that can follow is equal too, counters included: lets
                                  proofs be shared between ways to a position
    deterministic(position)       has chance nothing more to do, whatever is played?
    quiet(position)               plies since the last move that nothing can undo
    draw_later(position, plies)   count those anew, and let only so many of them be a draw
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.games.boards.layout import Layout, Piece

if TYPE_CHECKING:
    from bough.games.position import Position

FIRST, SECOND, DRAW, UNDECIDED = 0, 1, 2, -1
CHANCE = 2
"""In `to_move`, where it is neither player's turn."""

Part = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Game:
    """Rules with their options, and what people need to see and name them."""

    name: str
    record: np.dtype
    max_moves: int
    max_plies: int
    setup: Part
    moves: Part
    play: Part
    winner: Part

    move_name: Callable[[int], str] = str
    """The text of a move."""
    layout: Layout | None = None
    """The cells on which boards are drawn."""
    marks: Callable[[Any], Sequence[str]] | None = None
    """The mark on each cell of the layout: "x" (first player), "o" (second), "" or other text."""
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    """How marks other than "x" and "o" are drawn, where their text is not enough."""
    colours: tuple[str, str] = ("#d1495b", "#2e86ab")
    """Of the first and the second player's stones."""
    cell_moves: Sequence[int] | None = None
    """For games of placing stones: the move that puts a stone on each cell of the layout, in an order in
    which a position can be built up. Gives the game its position text."""
    arrange: Callable[[Any, Sequence[str], int], None] | None = None
    """For other games: arrange(position, marks, to_move) sets up a record from the mark on each cell, which gives
    them a position text too; raises BoughError where that cannot be."""
    write_text: Callable[[Any], str] | None = None
    read_text: Callable[[Any, str], None] | None = None
    """Or all of the text by the game itself: write_text(position), and read_text(position, text) into a record."""
    side_letters: tuple[str, str] = ("x", "o")
    """Who is to move, at the end of a position text."""
    spellings: Callable[[str], Sequence[str]] = lambda text: ()
    """Names that a move people write in another way may stand for."""
    player_names: tuple[str, str] = ("x", "o")
    gtp_colours: tuple[str, str] = ("black", "white")
    """How GTP engines of this game call the first and the second player."""
    gtp_size: str = ""
    """What they are told as boardsize; the number of rows if nothing is said."""
    gtp_setup: tuple[str, ...] = ()
    """What else they are told before the first move, such as the komi."""
    about: str = ""
    """One line for the list of games."""
    recipe: str = "uct+solver"
    """The search used where nobody names one."""

    move_ids: int = 0
    """Moves are integers below this; as a rule max_moves."""
    random_move: Part | None = None
    playout: Callable[[bool], Part] | None = None
    wins_at: Part | None = None
    first_outcome: int = 0
    """In a game with chance: outcomes are the moves numbered from here on."""
    outcomes: Part | None = None
    draw_outcome: Part | None = None
    key: Part | None = None
    state_key: Part | None = None
    skip: Part | None = None
    deterministic: Part | None = None
    quiet: Part | None = None
    draw_later: Part | None = None
    occupying: bool = False
    """Both players have the same moves and only making a winning move oneself takes it from the opponent:
    what anti-decisive moves rest on."""
    connection: Any = None
    """The incremental structure of a connection game (games/connection/structure.py)."""

    knowledge: Any = None
    """What is good in this game (bough.Knowledge), for a game from a file; built-in games have theirs in
    bough.knowledge."""
    source: Path | None = field(default=None)
    """The file or the package the game was loaded from, if it is not built in."""

    def __post_init__(self) -> None:
        if "to_move" not in (self.record.names or ()):
            raise TypeError(f"the position record of {self.name} has no field to_move")
        if (self.outcomes is None) != (self.draw_outcome is None):
            raise TypeError(f"{self.name} needs both outcomes and draw_outcome, or neither")
        if not self.move_ids:
            object.__setattr__(self, "move_ids", self.max_moves)

    def __repr__(self) -> str:
        return f"bough.game({self.name!r})"

    def start(self) -> "Position":
        """The first position."""
        from bough.games.position import first_position

        return first_position(self)

    def position(self, text: str) -> "Position":
        """The position that a text describes; `Position.text` gives such texts."""
        from bough.games.position import position_from_text

        return position_from_text(self, text)
