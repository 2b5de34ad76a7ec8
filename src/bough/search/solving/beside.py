"""A prover beside a tree: it asks about the root's moves, and what it proves becomes bounds of their nodes.

Two questions in turn: does the player to move win, and does the opponent win after the move that the tree likes best?
Only wins are taken from the answers. They hold where positions may come again, too: the attacker must do without any
position that has been on the board before.
"""

from collections.abc import Mapping
from typing import Any

from bough.core.errors import BoughError
from bough.games.game import Game, Position, replay
from bough.search.solving.insight.insight import NONE
from bough.search.solving.provers import Dfpn
from bough.search.solving.threats import LOST, OPEN

TABLE = 1 << 25
"""Bytes of the prover's table, small enough for a processor's caches."""


class ProverBeside:
    """One prover for the searches of a game, move after move."""

    every = 64
    """Simulations between two turns."""

    def __init__(self, game: Game, numbers: Mapping[str, float], seed: int):
        self.steps = int(numbers["positions"] * self.every)
        self.prover = Dfpn(game, TABLE, seed, insight=NONE)  # whose positions would take too long for a turn
        self.prover.prepare(game.start())
        self._root: Position | None = None
        self._refuting = False
        self._answered: set[str] = set()

    def begin(self, root: Position) -> None:
        """Another position is searched."""
        self._root, self._refuting = root, False
        self._answered.clear()
        if root.game.rules.repetition:
            self._root = root if self._with_past(root) else None

    def _with_past(self, root: Position) -> bool:
        """Tell the prover what was on the board before; false if that cannot be known."""
        try:
            earlier = list(replay(root.game, root.history)) if root.history else [root]
        except BoughError:  # the moves do not begin at the start
            return False
        self.prover.forbid(earlier[:-1])
        return earlier[-1] == root

    def work(self, tree: Any) -> None:
        """Take a turn: one question or the other."""
        root, children = self._root, tree.children(0)
        if root is None or len(children) == 0 or tree.decided:
            return
        self._refuting = not self._refuting
        if not self._refuting:
            if "" not in self._answered and self._wins("", root, root.to_move):
                self._tell_win(tree, root)
            return
        if not (line := tree.line()):
            return
        best = root.game.face.move_name(int(tree.nodes[line[0]].move))
        after = root.play(best)
        if best not in self._answered and not after.over and self._wins(best, after, 1 - root.to_move):
            tree.prove(root.move_numbers[best], -1)

    def _wins(self, name: str, position: Position, attacker: int) -> bool:
        """Whether the attacker is shown to win, in this turn or by what was found before it."""
        prover = self.prover
        prover.ask(position, 1 - attacker)
        if not prover.go_on(self.steps):
            return False
        self._answered.add(name)
        return prover.reached == (position.to_move == attacker)

    def _tell_win(self, tree: Any, root: Position) -> None:
        """Find a move by which the win goes on."""
        for name, number in root.move_numbers.items():
            after = root.play(name)
            if after.winner == root.to_move or (not after.over and self._lost(after, 1 - root.to_move)):
                tree.prove(number, 1)
                return

    def _lost(self, position: Position, defender: int) -> bool:
        verdict = self.prover.known(position, defender)
        return verdict != OPEN and (verdict == LOST) == (position.to_move == defender)
