"""How a tree grows and is descended: new children, expansion of all moves at once, and the most urgent child."""

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.search.seams.hooks import AT_ONCE, NEVER, Hooks


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
                break  # the others wait, unless none of those before them may be followed
            urgent = urgency(nodes[child], parent, curious, params)
            if urgent > highest:
                best, highest = child, urgent
                if urgent >= AT_ONCE:
                    break
        return best

    return select
