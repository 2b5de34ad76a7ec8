"""What a game is made of: rules that are compiled, a face for people, and words for other programs.

Parts (compiled, see core/jit.py) that every game has:

    setup(position)               set up the first position; runs once, in Python
    moves(position, out)          write the legal moves into `out`, return how many
    play(position, move)          make a legal move
    winner(position)              FIRST, SECOND, DRAW or UNDECIDED

The record must have an integer field `to_move`: FIRST, SECOND, or CHANCE when dice are to be thrown or a hidden piece
shown. `moves` then lists the outcomes and `play` makes one of them. Chance may act in the first position, at the start
of a turn, right after a move, and several times in a row. A game with chance also has

    outcomes(position, out, chances)   write the outcomes and their probabilities, return how many
    draw_outcome(position, rng)        one drawn by them, and the generator's next word

Parts a game may add to be searched faster or better:

    random_move(position, rng)    a random move for playouts, and the generator's next word; uniform over the legal
                                  moves, except that a game may leave out moves no player would make (Go: own eyes)
    playout(recorded)             makes a part playout(position, moves, rng) -> (winner, plies, rng): a whole
                                  uniform playout; if `recorded`, moves[:plies] then holds the moves in order;
                                  for games in which the players take turns
    wins_at(position, move, player)   would `player`, if to move, win at once by this move?
    may_win(position, player)     False only where no move of `player` wins at once: saves asking move by move
    key(position)                 a 64-bit word of a position in which a player is to move, equal for equal ones: lets
                                  alpha-beta keep what it has seen
    skip(position)                hand the turn over though the rules may not allow it: alpha-beta's null move
    state_key(position)           as key, but equal only where all that can follow is equal too, counters included, or
                                  its mirror image: lets proofs be shared between ways to a position
    deterministic(position)       has chance nothing more to do, whatever is played?
    quiet(position)               plies since the last move that cannot be undone
    draw_later(position, plies)   restart that count, and make this many of them a draw
    margin(position)              the points by which the first player has won a finished game (negative: lost)
    count_moves(position)         how many moves there are, where that is known sooner than they are listed: orders the
                                  moves of provers
    touches(position, move)       the cell of the layout that a move goes to, for what is learned of moves; the move
                                  itself if nothing is said
    lately(position, k)           the cell of the layout that the last move (k = 0) or the one before it (k = 1) went
                                  to, -1 if there was none: moves near it are often answers
    stands(position, cell)        what stands on a cell of the layout, for patterns to be learned: 0 for nothing, 1 for
                                  a piece of the first player, 2 for one of the second; further kinds follow in pairs,
                                  up to 30
    look(position, out)           write what stands on the cells of the layout, for networks: out[layer * cells + cell]
                                  is 0, or 1 for the first player's, 2 for the second's, 3 for what is nobody's
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bough.core.records import note_record
from bough.games.boards.decided import Decided
from bough.games.boards.layout import Layout, Piece

FIRST, SECOND, DRAW, UNDECIDED = 0, 1, 2, -1
CHANCE = 2
"""In `to_move`, where it is neither player's turn."""
MOST_MOVE_IDS = 1 << 15
"""Moves are kept in 16 bits."""

Part = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Endings:
    """Positions near the end of a game, few enough to be solved once and for all (search/solving/endings.py)."""

    stages: tuple[int, ...]
    """How many positions each stage has. A move stays in its stage or leads to an earlier one, which cannot be undone:
    with fewer pieces, say. Numbers count through all stages."""
    number: Part
    """number(position): its number in the table, or -1 if it is not there. Positions with one number have one value
    for the player to move."""
    place: Part
    """place(position, number): set up the position of a number, as if just come from a later stage; false if there is
    none, or if the game is over there. Moves of chance have no place in a table."""
    left: Part | None = None
    """left(position): how many plies may follow without leaving the stage before the game is drawn; None if such play
    is never drawn."""
    table: Callable[[], np.ndarray] | None = None
    """A table made elsewhere, of 8-bit numbers: n where the player to move wins and the game ends or leaves the stage
    within n plies at best, -n where he loses so, 0 for a draw. Without it `bough endings` makes one."""

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return sum(self.stages)


@dataclass(frozen=True, eq=False)
class Rules:
    """What is legal, as parts over one flat record: all that a search compiles of a game."""

    record: np.dtype
    max_moves: int
    """The most legal moves in any position."""
    max_plies: int
    """No game lasts longer."""
    setup: Part
    moves: Part
    play: Part
    winner: Part

    move_ids: int = 0
    """Moves are integers below this; max_moves if nothing is said."""
    random_move: Part | None = None
    playout: Callable[[bool], Part] | None = None
    wins_at: Part | None = None
    may_win: Part | None = None
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
    margin: Part | None = None
    count_moves: Part | None = None
    touches: Part | None = None
    lately: Part | None = None
    stands: Part | None = None
    look: Part | None = None
    layers: int = 1
    """How many layers `look` writes: one for each kind of piece, and for each other thing a cell may have."""
    look_tells_all: bool = False
    """What `look` shows and who is to move decide all that can follow, except for `repetition`: positions then have
    keys, up to symmetry, and can be solved with a table (search/solving)."""
    repetition: bool = False
    """A position may come again, which ends the game in a draw at some time; from a board that was set up, nothing
    else of the past counts."""
    helping: bool = False
    """A game of placing stones, a move being a cell, in which a stone never hurts its owner: what threats in a row rest
    on (search/solving/insight/sequences.py), together with `occupying` and `wins_at`."""
    monotone: bool = False
    """The same, and exactly one side wins a full board: what zones rest on."""
    occupying: bool = False
    """Both players have the same moves, and only making a winning move oneself takes it from the opponent: what
    anti-decisive moves rest on."""
    connection: Any = None
    """The incremental structure of a connection game (games/connection/structure.py)."""
    endings: Endings | None = None
    """The last positions of a game, for exact tables."""
    past: Callable[[Any], Any] | None = None
    """past(position), in Python: what the board does not show and the future depends on (passes, repetitions, quiet
    plies). Positions with the same board text are equal if this is; without it all fields are compared."""
    source: str = ""
    """A digest of the code of rules that are not built in: compiled code is stale once it changes."""

    def __post_init__(self) -> None:
        if "to_move" not in (self.record.names or ()):
            raise TypeError("the position record has no field to_move")
        if (self.outcomes is None) != (self.draw_outcome is None):
            raise TypeError("a game with chance needs both outcomes and draw_outcome")
        if not self.move_ids:
            object.__setattr__(self, "move_ids", self.max_moves)
        if self.move_ids > MOST_MOVE_IDS:
            raise TypeError(f"move_ids is {self.move_ids}; moves are kept in 16 bits, so at most {MOST_MOVE_IDS}")
        note_record(self.record)

    @property
    def stochastic(self) -> bool:
        """Whether chance takes part."""
        return self.outcomes is not None


@dataclass(frozen=True, eq=False)
class Face:
    """What people see, read and write."""

    move_name: Callable[[int], str] = str
    """The text of a move."""
    spellings: Callable[[str], Sequence[str]] = lambda text: ()
    """Names that a move people write in another way may stand for."""
    layout: Layout | None = None
    """The cells on which boards are drawn."""
    marks: Callable[[Any], Sequence[str]] | None = None
    """The mark on each cell of the layout: "x" (first player), "o" (second), "" or other text."""
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    """How marks other than "x" and "o" are drawn, where their text is not enough."""
    mark_players: Mapping[str, int] = field(default_factory=dict)
    """Whose colour a mark has, where it is neither "x" nor "o" nor a piece: {"x1": 0, "o4": 1}."""
    signs: bool = False
    """Draw "x" and "o" as crosses and noughts, not as stones."""
    colours: tuple[str, str] = ("#d1495b", "#2e86ab")
    """Of the first and the second player's stones."""
    show: Callable[[Any], str] | None = None
    """show(position): a line of text beside the board, such as points, dice or whose colour is whose."""
    clicks: Callable[[str], Sequence[str]] | None = None
    """clicks(move): the names of the cells to click for a move, one after another; none makes it a button. Without
    this, a move whose name is made of cell names (b2-b3, e5) is clicked on these cells."""
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
    player_names: tuple[str, str] = ("x", "o")
    names: Callable[[Any], tuple[str, str]] | None = None
    """names(position): what the players are called from here on, where play decides it (who has red?)."""
    title: str = ""
    """The game's name as people write it, such as Lines of Action; the short name if nothing is said."""
    draws: bool = False
    """Whether the game can be drawn, so that a draw may be offered."""
    margin: Callable[[Any], float | None] | None = None
    """margin(position): the points by which the first player has won a finished game (negative: lost), or None."""
    decided: Callable[[Any, int], Decided | None] | None = None
    """decided(position, winner): what a finished game was won with, in words and cells to light up, or None."""
    owners: Callable[[Any], Sequence[int]] | None = None
    """owners(position): whose each cell of the layout is at the end of a game (0, 1, or -1 for nobody's)."""
    taken: Callable[[Any], Sequence[int]] | None = None
    """taken(position): how many pieces each player has captured."""
    key: tuple[str, ...] = ()
    """What the pieces are, a line each, the highest first."""
    about: str = ""
    """One line for the list of games."""
    rules: str = ""
    """The rules in two or three sentences, shown to players."""

    @property
    def has_text(self) -> bool:
        """Whether positions are written as boards; otherwise as the moves that led to them."""
        return self.cell_moves is not None or self.arrange is not None or self.write_text is not None


@dataclass(frozen=True)
class EngineWords:
    """What programs that speak GTP are told."""

    colours: tuple[str, str] = ("black", "white")
    """What they call the first and the second player."""
    size: str = ""
    """The argument of boardsize; the number of rows if nothing is said."""
    setup: tuple[str, ...] = ()
    """Further commands before the first move, such as the komi."""
