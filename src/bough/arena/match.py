"""What a match is: a game, players, a budget and where games begin."""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from bough.arena.openings import openings_from_file
from bough.core.budget import Budget, budget
from bough.core.errors import BoughError
from bough.games.names import game as game_named
from bough.games.names import names_a_file
from bough.players.names import canonical, has_own_budget, is_machine_code, is_recipe, recipe_named, recipes_in

LARGEST_SEED = 1 << 43
"""The seeds of its games still fit into 64 bits."""


@dataclass(frozen=True)
class Match:
    """What is played; two matches with the same fields are the same match and go on where it stopped."""

    game: str
    players: tuple[str, ...]
    simulations: int | None = None
    seconds: float | None = None
    seed: int = 0
    opening_plies: int = 2
    openings_file: str | None = None
    gauntlet: bool = False
    resign: float = 0.0
    """A search gives up when at two turns in a row its chance to win is under this."""

    @cached_property
    def id(self) -> str:
        """A digest of all that decides what is played (the text of openings and game files, not the files' names)."""
        facts = asdict(self)
        if not self.resign:
            del facts["resign"]  # matches kept before there was such a thing
        if self.openings_file:
            facts["openings_file"] = hashlib.sha256(Path(self.openings_file).read_bytes()).hexdigest()
        rules = game_named(self.game).rules.source
        if rules:
            options = self.game.partition(".py")[2] if names_a_file(self.game) else self.game
            facts["game"] = rules + options
        ideas = self._ideas_from_outside()
        if ideas:
            facts["ideas"] = ideas
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def limits(self) -> Budget:
        """What a move may take; nothing is said where all players have budgets of their own."""
        self.check_limits()
        return Budget(self.simulations, self.seconds)

    def check_limits(self) -> None:
        """Refuse a move without limits, unless all players have budgets of their own, and limits that are wrong."""
        unsaid = self.simulations is None and self.seconds is None
        if not (unsaid and all(map(has_own_budget, self.players))):
            budget(self.simulations, self.seconds)

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Everybody against everybody, or the first player against all others."""
        if self.gauntlet:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    @property
    def fits_gpu(self) -> bool:
        """Whether recipes that are machine code play it to the end, by simulations alone."""
        to_the_end = self.simulations is not None and self.seconds is None and not self.resign
        return to_the_end and all(map(is_machine_code, self.players))

    def spec(self) -> dict[str, Any]:
        """For the store: the fields, and the full recipes behind the players' names."""
        game = game_named(self.game)
        full = {p: recipe_named(p, game).numbers for p in self.players if is_recipe(p)}
        return asdict(self) | {"recipes": full}

    def _ideas_from_outside(self) -> list[str]:
        """Digests of the code of ideas that are not Bough's: changed code is another match."""
        game = game_named(self.game)
        recipes = [recipe for player in self.players for recipe in recipes_in(player, game)]
        return sorted({one.source for recipe in recipes for one in recipe.shape if one.source})


def match_of(game: str, players: list[str], **options: Any) -> Match:
    """A checked match; players are named as they will be stored."""
    rules = game_named(game)
    names = tuple(canonical(player, rules) for player in players)
    if len(names) < 2:
        raise BoughError("a match needs at least two players")
    if len(set(names)) < len(names):
        raise BoughError(f"a player cannot play itself: {', '.join(names)} has one twice")
    made = Match(game if rules.file else rules.name, names, **options)
    made.check_limits()
    if made.openings_file:
        openings_from_file(rules, Path(made.openings_file))
    if not 0 <= made.resign < 0.5:
        raise BoughError(f"a player may resign with a chance under 0 to 0.5, not {made.resign:g}")
    if not 0 <= made.seed < LARGEST_SEED:
        raise BoughError(f"a match takes a seed from 0 to {LARGEST_SEED - 1}, not {made.seed}")
    if made.opening_plies < 0:
        raise BoughError(f"opening plies must be 0 or more, not {made.opening_plies}")
    return made
