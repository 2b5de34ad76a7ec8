"""Playouts with a draw rule that allows more quiet plies than the game's (Jouandeau & Cazenave 2014: 640)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks


def lacks_draw_rule(game: Game) -> str | None:
    """Why a game's draw rule cannot be changed, or None if it can."""
    return None if game.rules.draw_later is not None else "it has no draw by quiet plies"


@idea(
    "draw-rule",
    "playouts are drawn after n quiet plies of their own",
    stage=Stage.ENDING,
    lacks=lacks_draw_rule,
    plies=Number(640.0, most=30_000.0),
)
def draw_rule(game: Game, hooks: Hooks) -> Hooks:
    """Allow playouts more quiet plies before a draw, because random play needs longer to make progress."""
    draw_later, open_playout = game.rules.draw_later, hooks.playout

    def with_hooks(finished: Hooks):
        play_out = open_playout(finished)

        @part
        def playout(position, memory, trail, legal, params):
            draw_later(position, int(params.draw_rule_plies))
            return play_out(position, memory, trail, legal, params)

        return playout

    return hooks._replace(playout=with_hooks)
