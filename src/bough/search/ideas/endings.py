"""When playouts end: after so many plies, once an evaluation is sure of the result, or by a more patient draw rule."""

from bough.core.jit import part
from bough.games.contract import Game
from bough.knowledge.registry import knowledge_of
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import never_ending


def limit(game: Game, hooks: Hooks) -> Hooks:
    """Score a simulated game as a draw after so many plies, those in the tree included (paper 1: 200)."""
    open_ending = hooks.ending or never_ending

    @part
    def ending(position, trail, plies, params):
        if trail.depth + plies >= params.limit_plies:
            return 0.0
        return open_ending(position, trail, plies, params)

    return hooks._replace(ending=ending)


def cutoff(game: Game, hooks: Hooks) -> Hooks:
    """Every few plies, score the game as won by whom the evaluation sees ahead by more than some points (paper 1)."""
    evaluate = knowledge_of(game).evaluation()
    open_ending = hooks.ending or never_ending

    @part
    def ending(position, trail, plies, params):
        if plies % int(params.cutoff_every) == 0:
            points = evaluate(position)
            if abs(points) >= params.cutoff_points:
                return 1.0 if points > 0 else -1.0
        return open_ending(position, trail, plies, params)

    return hooks._replace(ending=ending)


def draw_rule(game: Game, hooks: Hooks) -> Hooks:
    """Let playouts, which play no better than chance, have more quiet plies before a draw (paper 4: 640)."""
    draw_later, open_playout = game.draw_later, hooks.playout

    def with_hooks(finished: Hooks):
        play_out = open_playout(finished)

        @part
        def playout(position, memory, trail, legal, params):
            draw_later(position, int(params.draw_rule_plies))
            return play_out(position, memory, trail, legal, params)

        return playout

    return hooks._replace(playout=with_hooks)


def lacks_draw_rule(game: Game) -> str | None:
    """Why a game's draw rule cannot be stretched, if so."""
    return None if game.draw_later is not None else "it has no draw by quiet plies"


def lacks_evaluation(game: Game) -> str | None:
    """Why a game cannot be evaluated, if so."""
    return None if knowledge_of(game).evaluations else "it has no evaluation"
