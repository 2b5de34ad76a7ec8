"""Shallow minimax inside the tree: MCTS-MS of Baier & Winands (2013), with bounds as the solver keeps them.

A tree that follows what playouts say walks past short forced wins. At a node's n-th visit this idea asks whether the
player to move wins by force within a few plies, then whether the opponent does. What it finds closes the bounds of the
children, so that the answer travels up like any other proof.
"""

from bough.core.jit import part
from bough.games.contract import UNDECIDED
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.bounds import narrowing_parts
from bough.search.seams.hooks import Hooks
from bough.search.seams.winning.wins import winning_move_part

MOST_PLIES = 8


@idea(
    "look-ahead",
    "at a node's n-th visit a search of a few plies looks for a forced win or loss",
    stage=Stage.SELECT,
    needs=("solver",),
    lacks=lambda game: "chance takes part in it" if game.rules.stochastic else None,
    visits=Number(5.0, least=1.0),
    plies=Number(4.0, least=2.0, most=MOST_PLIES),
)
def look_ahead(game: Game, hooks: Hooks) -> Hooks:
    """Close the bounds of children that win, or of all if each loses. Every legal move is tried, those of pruned
    children too; a draw is neither won nor lost."""
    forced, fields = forced_win_part(game)
    open_select = hooks.select

    def with_hooks(finished: Hooks):
        select_on = open_select(finished)
        announce, narrow = narrowing_parts(finished)

        @part
        def decided_child(nodes, memory, node, position, plies):
            """A child whose value is certain now, or -1."""
            first, last, mover = nodes[node].first, nodes[node].first + nodes[node].count, position.to_move
            announce()
            win = forced(position, memory, mover, plies - 1 + plies % 2)
            if win >= 0:
                for child in range(first, last):
                    if nodes[child].move == win:
                        narrow(nodes[child], 1, 1, nodes[child].sure)
                        return child
                return -1
            if forced(position, memory, 1 - mover, plies - plies % 2) < 0:
                return -1
            for child in range(first, last):
                narrow(nodes[child], -1, -1, nodes[child].sure)
            return first

        @part
        def select(nodes, memory, node, position, legal, params):
            if nodes[node].visits == params.look_ahead_visits:
                child = decided_child(nodes, memory, node, position, int(params.look_ahead_plies))
                if child >= 0:
                    return child
            return select_on(nodes, memory, node, position, legal, params)

        return select

    return hooks._replace(select=with_hooks, memory=(*hooks.memory, *fields))


def forced_win_part(game: Game):
    """forced(position, memory, attacker, plies): a first move if the attacker wins by force within this many plies
    (his own, or any of the opponent's if it is the opponent's turn), else -1; and the memory fields it needs."""
    moves, play, winner = game.rules.moves, game.rules.play, game.rules.winner
    winning_move, scratch = winning_move_part(game)

    @part
    def settled(board, memory, listed, count, attacker, left):
        """Whether it is clear without playing a move who gets his way: 1 the attacker, 0 the other, -1 nobody yet."""
        win = winning_move(board, memory, listed, count, board.to_move)
        if win >= 0:
            listed[0] = win
            return 1 if board.to_move == attacker else 0
        return 0 if left < (3 if board.to_move == attacker else 2) else -1

    @part
    def forced(position, memory, attacker, plies):
        boards, lists = memory.ahead, memory.ahead_moves
        boards[0] = position
        depth, entering, success = 0, True, 0
        while True:
            board, listed = boards[depth], lists[depth]
            attacking = 1 if board.to_move == attacker else 0
            if entering:
                count = moves(board, listed)
                memory.ahead_count[depth], memory.ahead_next[depth] = count, 0
                success = settled(board, memory, listed, count, attacker, plies - depth)
                done = success >= 0
            else:
                done = success == attacking  # the attacker has found a way, or the defender has escaped
            if not done and memory.ahead_next[depth] < memory.ahead_count[depth]:
                boards[depth + 1] = board
                play(boards[depth + 1], listed[memory.ahead_next[depth]])
                memory.ahead_next[depth] += 1
                ended = winner(boards[depth + 1])
                entering, success = ended == UNDECIDED, 1 if ended == attacker else 0
                depth += 1 if entering else 0
                continue
            if not done:
                success = 1 - attacking
            if depth == 0:
                return listed[max(memory.ahead_next[0] - 1, 0)] * 1 if success == 1 else -1
            depth, entering = depth - 1, False

    room = game.rules.max_moves + 1
    fields = (
        ("ahead", game.rules.record, (MOST_PLIES + 1,)),
        ("ahead_moves", "i2", (MOST_PLIES + 1, room)),
        ("ahead_count", "i4", (MOST_PLIES + 1,)),
        ("ahead_next", "i4", (MOST_PLIES + 1,)),
    )
    return forced, (*scratch, *fields)
