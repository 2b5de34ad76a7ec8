"""Makes puzzles from games of a search against itself, and checks them by proofs that need the rules alone."""

import random
from collections.abc import Iterator

from bough.core.errors import BoughError
from bough.games.formats.proofs import verify
from bough.games.game import Game, Position
from bough.knowledge.puzzles.puzzle import Puzzle
from bough.search.kinds import searcher
from bough.search.recipe import recipe
from bough.search.result import Result
from bough.search.tree_searcher import TreeSearcher
from bough.search.views.proving import proof_of

PLAYING = 300
"""Simulations of a move in the games that puzzles come from."""
PROVING = 60_000
"""Simulations a proof may need: of the win, and of each refutation."""
LEAST = 30
"""Simulations of a proof below which a puzzle is no puzzle."""
GIVEN_UP = 3
"""Positions in a row, from the end of a game backwards, that are not decided before earlier ones are left alone."""


class Maker:
    """Finds puzzles of one game."""

    def __init__(self, game: Game, seed: int = 0):
        if game.rules.stochastic:
            raise BoughError(f"{game.name} leaves something to chance, and a puzzle is proven; choose a game without")
        self.game, self.rng = game, random.Random(seed)
        chosen = recipe(game.recipe)
        self.search = searcher(game, chosen if "solver" in chosen else chosen + "solver", seed=seed, memory="256MiB")

    def puzzles(self) -> Iterator[Puzzle | None]:
        """One game after another: the hardest puzzle in each, or None."""
        while True:
            yield self.hardest(self.played())

    def played(self) -> list[Position]:
        """The positions of a game that begins at random and goes on sensibly, with a slip here and there."""
        positions = [self.game.start()]
        opening = self.rng.randrange(2, 7)
        while not positions[-1].over:
            at = positions[-1]
            if len(positions) <= opening or self.rng.random() < 0.1:
                move = self.rng.choice(at.moves)
            else:
                move = self.found(at, PLAYING).move or at.moves[0]
            positions.append(at.play(move))
        return positions

    def hardest(self, positions: list[Position]) -> Puzzle | None:
        """The puzzle that took longest to prove among the positions of a game."""
        best, undecided = None, 0
        for position in reversed(positions[:-1]):
            result = self.found(position, PROVING)
            undecided = 0 if result.proven else undecided + 1
            if undecided == GIVEN_UP:
                break
            if result.low == 1 and result.simulations > (LEAST if best is None else best.simulations):
                best = self.puzzle(position, result) or best
        return best

    def puzzle(self, position: Position, won: Result) -> Puzzle | None:
        """The puzzle in a won position, if no other move wins and the game does not end at once."""
        assert won.move is not None
        if position.play(won.move).over or len(position.moves) < 4:
            return None
        others = [position.play(move) for move in position.moves if move != won.move]
        if not all(self.refuted(after, position.to_move) for after in others):
            return None
        return Puzzle(self.game.name, position.text, won.move, won.simulations)

    def refuted(self, position: Position, player: int) -> bool:
        """Whether it is proven that a player does not win a position that he has moved to."""
        if position.over:
            return position.winner != player
        return self.found(position, PROVING).low >= 0

    def found(self, position: Position, simulations: int) -> Result:
        """A search from a fresh tree."""
        self.search.forget()
        return self.search.search(position, simulations=simulations)


def check(puzzle: Puzzle, maker: Maker) -> int:
    """Prove a puzzle again, the win and the refutation of every other move, and check each proof by the rules alone.

    Returns:
        How many positions the rules were asked about.
    """
    position = maker.game.position(puzzle.position)
    return sum(_proven(maker, position, move, puzzle) for move in position.moves)


def _proven(maker: Maker, position: Position, move: str, puzzle: Puzzle) -> int:
    """Check that a move wins if it is the puzzle's, and does not if it is not."""
    after, wanted = position.play(move), move == puzzle.move
    if after.over:
        wins, checked = after.winner == position.to_move, 1
    else:
        result = maker.found(after, 20 * PROVING)
        assert isinstance(maker.search, TreeSearcher)
        wins = result.high == -1
        checked = verify(proof_of(maker.search.tree, after)) if result.proven else 0
    if wins != wanted or not checked:
        raise BoughError(f"the puzzle {puzzle.position} of {puzzle.game} does not hold after {move}")
    return checked
