"""Playouts that answer the last move where it calls for an answer (MoGo: Gelly, Wang, Munos & Teytaud 2006)."""

from bough.core.jit import part
from bough.core.rng import advance, unit
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import uniform_choice, whole_playout


def lacks_reply(game: Game) -> str | None:
    """Why a game's playouts cannot reply, or None if they can."""
    return None if knowledge_of(game).reply else "nothing is known about what answers its moves"


@idea(
    "reply",
    "playouts answer the last move where it calls for it",
    stage=Stage.PLAYOUT,
    lacks=lacks_reply,
    rate=0.9,
)
def reply(game: Game, hooks: Hooks) -> Hooks:
    """With probability `rate`, reply by the game's own rule; otherwise choose as before."""
    choose_any, known = hooks.choose or uniform_choice(game), knowledge_of(game)
    answer, open_playout = known.reply, hooks.playout

    @part
    def choose(position, memory, params, legal, rng):
        rng = advance(rng)
        if unit(rng) < params.reply_rate:
            move, rng = answer(position, memory, rng)
            if move >= 0:
                return move, rng
        return choose_any(position, memory, params, legal, rng)

    def playout(finished: Hooks):
        """In one go, where the game knows how and nothing else changes the playout."""
        ours = hooks.choose is None and finished.choose is choose
        if known.replying_playout is None or not ours or finished.choose_early or finished.ending:
            return open_playout(finished)
        fill = known.replying_playout(finished.records_moves)

        @part
        def fill_replying(position, moves, rng, params):
            return fill(position, moves, rng, params.reply_rate)

        return whole_playout(fill_replying, finished.records_moves)

    return hooks._replace(choose=choose, playout=playout, memory=(*hooks.memory, *known.draw_memory))
