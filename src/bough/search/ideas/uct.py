"""UCT (Kocsis & Szepesvari 2006): the mean value of a child plus an exploration term; uniform playouts."""

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import Game
from bough.search.ideas.final import highest_final, most_visits
from bough.search.seams.hooks import AT_ONCE, MEMORY, NEVER, NODE, Hooks, root_log, worth
from bough.search.seams.playouts import playout_of


def uct(game: Game) -> Hooks:
    """All seams filled: value + exploration * sqrt(ln N / n), unvisited children first."""
    moves, winner = game.moves, game.winner

    @part
    def verdict(node, position, memory):
        return worth(winner(position))

    @part
    def prepare(child, position, params):
        pass

    @part
    def candidates(position, memory, legal):
        return moves(position, legal)

    @part
    def width(node, params):
        return node.count

    @part
    def curiosity(node, params):
        return params.uct_exploration * root_log(node.visits)

    @part
    def urgency(child, parent, curiosity, params):
        if child.visits == 0:
            return AT_ONCE
        return child.value + curiosity * child.spread

    @part
    def backup(nodes, memory, trail, depth, value):
        return value

    @part
    def learn(nodes, memory, trail, value, params):
        pass

    return Hooks(
        node=NODE,
        memory=MEMORY,
        verdict=verdict,
        prepare=prepare,
        expand=expand_all,
        ripe=None,
        candidates=candidates,
        width=width,
        curiosity=curiosity,
        urgency=urgency,
        select=most_urgent,
        follow=None,
        choose=None,
        choose_early=None,
        ending=None,
        playout=playout_of(game),
        rooted=False,
        records_moves=False,
        backup=backup,
        learn=learn,
        final=most_visits,
        decide=highest_final,
    )


@part
def begin_child(child, move, mover):
    """A node without a visit."""
    child.visits = child.first = child.count = 0
    child.value = child.spread = 0.0
    child.move = move
    child.mover = mover


def expand_all(hooks: Hooks):
    """Expansion of all candidates at once, in random order."""
    candidates, prepare = hooks.candidates, hooks.prepare

    @part
    def expand(nodes, memory, node, position, legal, params):
        count = candidates(position, memory, legal)
        first = memory.used
        if first + count > nodes.shape[0]:
            memory.full = 1
            return False
        rng = memory.rng
        mover = position.to_move
        for i in range(count):
            rng = advance(rng)
            j = i + below(rng, count - i)
            legal[i], legal[j] = legal[j], legal[i]
            begin_child(nodes[first + i], legal[i], mover)
            prepare(nodes[first + i], position, params)
        memory.rng = rng
        memory.used = first + count
        nodes[node].first = first
        nodes[node].count = count
        return True

    return expand


def most_urgent(hooks: Hooks):
    """Selection by the highest urgency among the children that may be tried."""
    width, curiosity, urgency = hooks.width, hooks.curiosity, hooks.urgency

    @part
    def select(nodes, memory, node, position, legal, params):
        parent = nodes[node]
        curious = curiosity(parent, params)
        first = parent.first
        best, highest = first, NEVER
        shown = first + width(parent, params)
        for child in range(first, first + parent.count):
            if child >= shown and highest > NEVER:
                break  # the others wait, unless all before them are out of the question
            urgent = urgency(nodes[child], parent, curious, params)
            if urgent > highest:
                best, highest = child, urgent
                if urgent >= AT_ONCE:
                    break
        return best

    return select
