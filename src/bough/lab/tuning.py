"""Tunes a recipe's numbers by matches, with Optuna; every trial and game is stored, so a run can resume later."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bough.arena.match import match_of
from bough.arena.results.statistics import Score
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.core.errors import BoughError
from bough.core.extras import lacking
from bough.games.game import Game
from bough.games.names import full_name
from bough.search.recipe import Recipe, recipe_of


class Span(NamedTuple):
    """The range to search for one number of an idea."""

    idea: str
    number: str
    low: float
    high: float


class Trial(NamedTuple):
    """A recipe with one set of numbers, and its score against the original recipe."""

    recipe: str
    score: Score


def span(text: str, recipe: Recipe) -> Span:
    """Parse a range such as uct.exploration=0.2..1.5; the idea may be left out if only one has the number."""
    match = re.fullmatch(r"(?:([a-z-]+)\.)?([a-z_]+)=([\d.e+-]+?)\.\.([\d.e+-]+)", text)
    if not match:
        raise BoughError(f"cannot read {text!r}; write number=low..high, such as exploration=0.2..1.5")
    owners = [one for one, numbers in recipe.ideas if match[2] in numbers and match[1] in (None, one.name)]
    if len(owners) != 1:
        known = ", ".join(f"{one.name}.{number}" for one, numbers in recipe.ideas for number in numbers)
        raise BoughError(f"'{text.split('=')[0]}' does not name one number of {recipe}; its numbers are {known}")
    try:
        low, high = float(match[3]), float(match[4])
    except ValueError:
        raise BoughError(f"cannot read the range in {text!r}; write low..high") from None
    if not 0 <= low < high:
        raise BoughError(f"the range in {text!r} must run from a smaller to a larger number, 0 or more")
    for number in (low, high):
        owners[0].checked({match[2]: number})
    return Span(owners[0].name, match[2], low, high)


def tune(
    game: Game,
    recipe: Recipe,
    spans: list[Span],
    store: Path,
    trials: int,
    pairs: int,
    jobs: int = 1,
    watch: Callable[[Trial], None] | None = None,
    **limits: float | int | None,
) -> Trial:
    """Play trials until the store has `trials` of them; return the best one."""
    try:
        import optuna
    except ImportError:
        raise lacking("tuning needs", "lab") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    games = Store(store)
    study = optuna.create_study(
        study_name=f"{full_name(game)} {recipe} {pairs} {limits} "
        + " ".join(f"{s.idea}.{s.number}={s.low}..{s.high}" for s in spans),
        storage=f"sqlite:///{store.resolve()}",
        direction="maximize",
        load_if_exists=True,
    )

    def changed(numbers: dict[str, float]) -> Recipe:
        ideas = recipe.numbers
        for s in spans:
            ideas[s.idea][s.number] = float(f"{numbers[f'{s.idea}.{s.number}']:.4g}")
        return recipe_of(ideas.items())

    def played(trial, seed: int) -> float:
        numbers = {f"{s.idea}.{s.number}": trial.suggest_float(f"{s.idea}.{s.number}", s.low, s.high) for s in spans}
        candidate = changed(numbers)
        if candidate == recipe:
            return 0.5
        match = match_of(full_name(game), [str(candidate), str(recipe)], seed=seed, **limits)
        ended = run_match(match, games, pairs, jobs)
        if ended.stopped:
            raise KeyboardInterrupt
        score = next(iter(ended.scores.values()))
        trial.set_user_attr("score", tuple(score))
        if watch:
            watch(Trial(str(candidate), score))
        return score.mean

    states = optuna.trial.TrialState
    for number in range(len(study.get_trials(states=[states.COMPLETE])), trials):
        # The seed depends only on the number of complete trials, so a stopped trial is repeated and keeps its games.
        study.sampler = optuna.samplers.TPESampler(seed=number)
        trial = study.ask()
        try:
            study.tell(trial, played(trial, number))
        except BaseException:
            study.tell(trial, state=states.FAIL)
            raise
    best = study.best_trial
    return Trial(str(changed(best.params)), Score(*best.user_attrs.get("score", ())))
