"""How a tree grows and is descended: new children, expansion of all moves together, and the most urgent child."""

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.search.seams.hooks import AT_ONCE, NEVER, Hooks


@part
def begin_child(child, move, mover):
    """Initialise a node without visits."""
    child.visits = child.first = child.count = 0
    child.value = child.spread = 0.0
    child.move = move
    child.mover = mover


def expand_all(hooks: Hooks):
    """Expand all candidates together, in random order."""
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
    """Select the child with the highest urgency among the first `width` children."""
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
                break  # pruned children are tried only if none before them may be followed
            urgent = urgency(nodes[child], parent, curious, params)
            if urgent > highest:
                best, highest = child, urgent
                if urgent >= AT_ONCE:
                    break
        return best

    return select
