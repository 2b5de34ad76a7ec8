"""Parts of games that note in their record, move by move, who has won and a key of the position."""

from bough.core.jit import part


@part
def noted_winner(position):
    """As noted when the last move was made."""
    return position.winner


@part
def noted_key(position):
    """A word kept up to date by `play`, the same for the same position and player to move."""
    return position.key


def nothing(position) -> None:
    """The past of a game in which the board and the player to move say all (Rules.past)."""
