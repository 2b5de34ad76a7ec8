"""Learns patterns for any game with a board, from nothing: rounds of self-play, each better than the last.

A round plays games with what was learned so far, fits the weights of patterns to all games, and plays the new weights
against the last ones. The first rounds also try which ideas use the weights best.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bough.arena.results.statistics import Score, Sprt
from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.games.game import Game
from bough.games.learned import Learned, read_table
from bough.knowledge.patterns.knowledge import Weights, with_patterns
from bough.knowledge.patterns.table import table_text, weights_in
from bough.knowledge.patterns.words import words_of
from bough.knowledge.registry import knowledge_of, with_knowledge
from bough.lab.learning.patterns import experience as experiences
from bough.lab.learning.patterns.contest import Contender, Terms, contest
from bough.lab.learning.patterns.experience import Amount, Experience
from bough.lab.learning.patterns.fitting import Fit, fitted
from bough.search.recipe import recipe

ROUNDS = 4
SIMULATIONS = 200
"""Of each search in self-play."""
PIECE = 30.0
"""Seconds of self-play that are kept together."""
LEAST_GAMES = 24
"""Games of a round, however short its time."""
MOVE_SECONDS = 0.05
"""Of each side in contests."""
PLAYING = 0.5
"""The part of a round's time for self-play; compiling belongs to whatever needs it."""
CHOOSING_SHARE = 0.8
"""The part of what is then left for choosing ideas, in rounds that do."""
FINAL = 0.05
"""The part of all time for the last contest, against the game's own search."""
CHOOSING = (1, 2)
"""Rounds that try which ideas use the weights best."""
MOST_PAIRS = 200
TEST = Sprt(0.0, 40.0)
"""Ends a contest of new weights once it is sure; they are kept if they have half of the points."""
WAYS = ("late-bias", "early(plies=2)+prior", "early(plies=0)+prior", "implicit(weight=0.4)+prior", "prior")
"""How a search may use patterns, beside the game's own recipe."""

Watch = Callable[[str], None]


class Round(NamedTuple):
    """What a round found, kept beside its games."""

    number: int
    recipe: str
    games: int
    positions: int
    result_bits: float
    move_bits: float
    move_bits_uniform: float
    against_last: str
    """The score against the weights of the round before, or against the game's own search in the first round."""
    kept: bool
    seconds: float


class Learning:
    """The rounds of one game in a folder; the same folder goes on where it stopped."""

    def __init__(self, game: Game, folder: Path, minutes: float, jobs: int, seed: int, watch: Watch):
        self.game, self.folder, self.seconds, self.jobs, self.seed = game, folder, 60 * minutes, jobs, seed
        self.watch, self.base = watch, recipe(game.recipe)
        words_of(game)  # says what a game without patterns lacks, before anything is played
        self.rounds = self._kept_rounds()
        spent = sum(one.seconds for one in self.rounds)
        self.deadline = time.monotonic() + max(0.0, (1 - FINAL) * self.seconds - spent)
        self.past: list[Experience] = []
        self.best = Contender(game, self.base)
        self.learned: Learned | None = None
        for one in list(self.rounds):
            kept = sorted(folder.glob(f"round-{one.number}-*.npz"))
            if not kept:  # deleted: this round and the later ones are played again
                self.rounds = self.rounds[: one.number - 1]
                break
            self.past.append(experiences.joined([experiences.load(path, game) for path in kept]))
            if one.kept:
                self._take(read_table(self._path(one.number, ".patterns"), game.name))

    def run(self, tell: Callable[[Round], None]) -> Learned:
        """Play the rounds that are missing."""
        while len(self.rounds) < ROUNDS:
            one = self._round(len(self.rounds) + 1)
            self.rounds.append(one)
            kept = {"rules": self.game.rules.source, "rounds": [row._asdict() for row in self.rounds]}
            with whole_file(self.folder / "rounds.json") as partial:
                partial.write_text(json.dumps(kept, indent=1))
            tell(one)
        if self.learned is None:
            raise BoughError(
                f"nothing learned for {self.game.name} made its search stronger; delete {self.folder} and give it more "
                "--minutes"
            )
        return self.learned

    def against_own(self) -> Score:
        """The score of what was learned against the game's own search."""
        seconds = FINAL * self.seconds
        own = Contender(self.game, self.base)
        return contest(
            self.best, own, Terms(None, MOVE_SECONDS, seconds, MOST_PAIRS), self.seed + ROUNDS + 1, self.jobs
        )

    def _round(self, number: int) -> Round:
        began = time.monotonic()
        share = max(0.0, self.deadline - began) / (ROUNDS - number + 1)
        played_with = str(self.best.recipe)
        self.past.append(self._played(number, share * PLAYING))
        self.watch(f"Round {number} of {ROUNDS}: fitting patterns")
        every = experiences.joined(self.past)
        fit = fitted(self.game, every, self.seed)
        last = self.best
        new = self._with(fit.weights)
        if self.learned is None or number in CHOOSING:
            chosen = self._best_way(new, CHOOSING_SHARE * (began + share - time.monotonic()))
        else:
            chosen = Contender(new, last.recipe)
        self.watch(f"Round {number} of {ROUNDS}: new weights against the last")
        terms = Terms(TEST, MOVE_SECONDS, began + share - time.monotonic(), MOST_PAIRS)
        score = contest(chosen, last, terms, self.seed + number, self.jobs)
        kept = score.mean >= 0.5
        facts = self._facts(number, chosen, fit, every)
        with whole_file(self._path(number, ".patterns")) as partial:
            partial.write_text(table_text(self.game, facts, fit.patterns), encoding="utf-8")
        if kept:
            self._take(read_table(self._path(number, ".patterns"), self.game.name))
        return Round(
            number, played_with, every.games, len(every), round(fit.results, 4), round(fit.moves, 4),
            round(fit.moves_uniform, 4), str(score), kept, round(time.monotonic() - began, 1),
        )  # fmt: skip

    def _played(self, number: int, seconds: float) -> Experience:
        """The games of a round, kept in pieces of half a minute, so that little is lost when it is stopped."""
        pieces = max(1, round(seconds / PIECE))
        found = [self._piece(number, piece, pieces, seconds / pieces) for piece in range(1, pieces + 1)]
        return experiences.joined(found)

    def _piece(self, number: int, piece: int, pieces: int, seconds: float) -> Experience:
        path = self._path(number, f"-{piece}.npz")
        if not path.exists():
            where = f"Round {number} of {ROUNDS}, part {piece} of {pieces}"
            found = experiences.played(
                *self.best,
                Amount(SIMULATIONS, seconds, LEAST_GAMES // pieces + 1),
                10_000 * self.seed + 1_000 * number + piece,
                self.jobs,
                lambda games, positions: self.watch(f"{where}: {games:,} games, {positions:,} positions"),
            )
            experiences.save(found, path)
        return experiences.load(path, self.game)

    def _best_way(self, new: Game, seconds: float) -> Contender:
        """The recipe that does best against the game's own."""
        own = Contender(self.game, self.base)
        terms = Terms(TEST, MOVE_SECONDS, seconds / len(WAYS), MOST_PAIRS)
        best, most = None, -1.0
        for way in WAYS:
            try:
                tried = Contender(new, recipe(f"{self.base}+{way}"))
                tried.recipe.check(new)
            except BoughError:  # the game's own recipe leaves no room for it
                continue
            self.watch(f"Trying {tried.recipe}")
            score = contest(tried, own, terms, self.seed, self.jobs)
            if best is None or (score.pairs and score.mean > most):
                best, most = tried, score.mean if score.pairs else most
        if best is None:
            raise BoughError(f"the recipe {self.base} leaves no room for patterns; give the game another one")
        return best

    def _with(self, weights: Weights) -> Game:
        return with_knowledge(self.game, with_patterns(knowledge_of(self.game), self.game, weights))

    def _take(self, learned: Learned) -> None:
        self.learned = learned
        self.best = Contender(self._with(weights_in(self.game, learned)), recipe(learned.recipe))

    def _facts(self, number: int, chosen: Contender, fit: Fit, every: Experience) -> dict[str, str]:
        return {
            "recipe": str(chosen.recipe), "base": str(self.base), "tempo": f"{fit.weights.tempo:.4f}",
            "rivals": f"{fit.weights.rivals:.4f}",
            "origin": f"bough learn, round {number}: {every.games:,} games of self-play, {len(every):,} positions",
        }  # fmt: skip

    def _kept_rounds(self) -> list[Round]:
        path = self.folder / "rounds.json"
        if not path.exists():
            return []
        try:
            kept = json.loads(path.read_text())
            rules, rounds = kept["rules"], [Round(**row) for row in kept["rounds"]]
            if [one.number for one in rounds] != list(range(1, len(rounds) + 1)):
                raise ValueError("rounds are missing")
        except (ValueError, TypeError, KeyError, OSError) as error:
            raise BoughError(f"cannot read {path}: {error}; delete the folder to begin anew") from None
        if rules != self.game.rules.source:
            raise BoughError(f"{self.game.name} has changed since {self.folder} was learned; delete it to begin anew")
        return rounds

    def _path(self, number: int, suffix: str) -> Path:
        return self.folder / f"round-{number}{suffix}"
