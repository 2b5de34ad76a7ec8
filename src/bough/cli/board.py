"""Terminal input and output: the board in colour, and typed lines with Tab completion of moves."""

from collections.abc import Sequence

from rich.markup import escape

from bough.games.boards.terminal import terminal_board
from bough.games.game import Game, Position

FIRST_STYLE, SECOND_STYLE, YELLOW_STYLE = "bold bright_red", "bold bright_cyan", "bold bright_yellow"


def coloured(position: Position) -> str:
    """The board as markup for a rich console, the last move underlined, and what the game shows beside it."""
    face = position.game.face
    board = escape(position.text)
    if face.layout is not None:
        board = terminal_board(face.layout, position.marks, _styles(position.game), position.last_cells)
    return f"{board}\n{escape(position.shown)}" if position.shown else board


def _styles(game: Game) -> dict[str, str]:
    """The style of each mark; face-down pieces are dim."""
    second = YELLOW_STYLE if game.face.player_names[1] == "Yellow" else SECOND_STYLE
    styles = {"x": FIRST_STYLE, "o": second}
    styles |= {mark: (FIRST_STYLE, SECOND_STYLE)[owner] for mark, owner in game.face.mark_players.items()}
    for mark, piece in game.face.pieces.items():
        styles[mark] = "dim" if not piece.glyph else FIRST_STYLE if mark.isupper() else SECOND_STYLE
    return styles


def ask(prompt: str, words: Sequence[str]) -> str | None:
    """Read a line from the user, with Tab completion of these words; None at end of input or Ctrl-C."""
    _complete(words)
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:  # some systems have no readline, so no completion
        return

    def offer(typed: str, number: int) -> str | None:
        matches = [word for word in words if word.lower().startswith(typed.lower())]
        return matches[number] if number < len(matches) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
