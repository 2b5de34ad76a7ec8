"""Pig, a dice game in one file: roll as often as you dare, hold to keep; a one loses the turn. First to the goal wins.

bough play examples/pig.py:30
"""

import bough

ROLL, HOLD = 0, 1
FIRST_FACE = 2
"""Outcomes of a roll: a face of n pips is FIRST_FACE + n - 1."""


def game(goal: int = 50) -> bough.Game:
    """Pig to so many points."""
    if not 1 <= goal <= 100:
        raise bough.BoughError(f"pig is played to 1 to 100 points, not {goal}")
    position_t = bough.record_type(
        (("points", "i2", (2,)), ("turn", "i2"), ("roller", "i1"), ("to_move", "i1"), ("winner", "i1"), ("plies", "i2"))
    )

    @bough.part
    def setup(position):
        position.points[0] = position.points[1] = position.turn = position.plies = 0
        position.roller = position.to_move = bough.FIRST
        position.winner = bough.UNDECIDED

    @bough.part
    def moves(position, out):
        if position.to_move == bough.CHANCE:
            for face in range(6):
                out[face] = FIRST_FACE + face
            return 6
        out[0] = ROLL
        out[1] = HOLD
        return 2 if position.turn > 0 else 1

    @bough.part
    def play(position, move):
        position.plies += 1
        if move == ROLL:
            position.roller = position.to_move
            position.to_move = bough.CHANCE
            return
        player = position.roller if position.to_move == bough.CHANCE else position.to_move
        position.to_move = 1 - player
        if move == HOLD:
            position.points[player] += position.turn
            position.turn = 0
        elif move == FIRST_FACE:
            position.turn = 0
        else:
            position.turn += move - FIRST_FACE + 1
            position.to_move = player
            if position.points[player] + position.turn >= goal:
                position.winner = player
        if position.winner == bough.UNDECIDED and position.plies >= 2000:
            position.winner = bough.DRAW

    @bough.part
    def winner(position):
        return position.winner

    @bough.part
    def outcomes(position, out, chances):
        for face in range(6):
            out[face], chances[face] = FIRST_FACE + face, 1.0 / 6.0
        return 6

    @bough.part
    def draw_outcome(position, rng):
        rng = bough.advance(rng)
        return FIRST_FACE + bough.below(rng, 6), rng

    def show(position):
        first, second = position.points
        turn = f", {position.turn} in this turn" if position.turn else ""
        return f"First {first}, Second {second} of {goal}{turn}"

    return bough.Game(
        name=f"pig:{goal}",
        rules=bough.Rules(
            record=position_t,
            max_moves=6,
            max_plies=2002,
            move_ids=8,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
            first_outcome=FIRST_FACE,
            outcomes=outcomes,
            draw_outcome=draw_outcome,
        ),
        face=bough.Face(
            title="Pig",
            player_names=("First", "Second"),
            show=show,
            rules="Roll as often as you dare: every face but a one adds to your turn, a one loses it. Hold to keep "
            "what you have. First to the goal wins.",
            about="a dice game",
            move_name=lambda move: ("roll", "hold", "1", "2", "3", "4", "5", "6")[move],
        ),
        recipe="uct+chance-nodes",
    )
