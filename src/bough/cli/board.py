"""A person at a terminal: the board in colour, and lines typed with the names of moves completed."""

from collections.abc import Sequence

from bough.games.boards.terminal import terminal_board
from bough.games.game import Game, Position

FIRST_STYLE, SECOND_STYLE = "bold bright_red", "bold bright_cyan"


def coloured(position: Position) -> str:
    """The board as markup for a rich console, the cells of the last move underlined."""
    if position.game.face.layout is None:
        return position.text
    return terminal_board(position.game.face.layout, position.marks, _styles(position.game), position.last_cells)


def _styles(game: Game) -> dict[str, str]:
    """How each mark is printed; what lies face down is dim."""
    styles = {"x": FIRST_STYLE, "o": SECOND_STYLE}
    for mark, piece in game.face.pieces.items():
        styles[mark] = "dim" if not piece.glyph else FIRST_STYLE if mark.isupper() else SECOND_STYLE
    return styles


def ask(prompt: str, words: Sequence[str]) -> str | None:
    """A line from the person, who may complete these words with Tab; None if they have left."""
    _complete(words)
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:  # not on every system; lines are typed in full there
        return

    def offer(typed: str, number: int) -> str | None:
        fitting = [word for word in words if word.lower().startswith(typed.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
