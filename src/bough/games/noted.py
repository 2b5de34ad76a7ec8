"""Parts for games whose `play` stores the winner and a position key in the record."""

from bough.core.jit import part


@part
def noted_winner(position):
    """The winner, as `play` stored it after the last move."""
    return position.winner


@part
def noted_key(position):
    """A word that `play` keeps up to date, equal for equal positions with the same player to move."""
    return position.key


def nothing(position) -> None:
    """Rules.past for games in which the board and the player to move determine everything."""
