"""Leave out moves that cannot matter or that another is as good as (Hayward & van Rijswijck 2006; Hex and Y)."""

from bough.core.jit import part
from bough.games.connection.dead import BEATEN, judging
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks


def lacks_dead_cells(game: Game) -> str | None:
    """Why a game has no dead cells that are known by their neighbours, or None if it has."""
    board = game.rules.connection
    return "only Hex and Y have cells that neighbours make useless" if board is None or board.rings else None


@idea(
    "inferior",
    "leave out dead and captured cells, and those that a stone beside them makes dead",
    stage=Stage.KNOWLEDGE,
    lacks=lacks_dead_cells,
)
def inferior(game: Game, hooks: Hooks) -> Hooks:
    """Leave out what is certainly no better than a move that stays; results that are proven stay true."""
    board, open_candidates = game.rules.connection, hooks.candidates
    judge, area, count = judging(board), board.area, len(board.cells)

    @part
    def candidates(position, memory, legal):
        listed = open_candidates(position, memory, legal)
        if listed < 2 or position.empties > count - 2:  # the first stone may be swapped for: a bad one may be good
            return listed
        judge(position, memory.ring, memory.use)
        kept = 0
        for i in range(listed):
            if memory.use[legal[i]] < BEATEN:
                legal[kept] = legal[i]
                kept += 1
        return max(1, kept)

    fields = [("ring", "u1", (2, area + 1)), ("use", "i1", (area + 1,))]
    return hooks._replace(candidates=candidates, memory=(*hooks.memory, *fields))
