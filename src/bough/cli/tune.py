"""bough tune: find better numbers for a recipe by matches."""

from pathlib import Path
from typing import Annotated

import typer

from bough.cli import console, options
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.lab.tuning import Trial, span
from bough.lab.tuning import tune as tune_recipe
from bough.search.kinds import meant
from bough.search.recipe import recipe as recipe_from


def tune(
    game: options.GameName,
    recipe: Annotated[str, typer.Argument(help="The recipe to start from; trials play against it")],
    ranges: Annotated[list[str], typer.Argument(help="Numbers and ranges, such as exploration=0.2..1.5")],
    trials: Annotated[int, typer.Option(help="Total number of trials")] = 30,
    pairs: Annotated[int, typer.Option(help="Openings per trial; each is played twice")] = 30,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    jobs: Annotated[int, typer.Option(help="Number of parallel games")] = 1,
    store: Annotated[Path, typer.Option(help="File that stores trials and games")] = Path("tune.sqlite"),
) -> None:
    """Tune a recipe's numbers by matches (Optuna). Resumes where it stopped."""
    budget(simulations, seconds)
    if trials < 1 or pairs < 1 or jobs < 1:
        raise BoughError("trials, pairs and jobs must be at least 1")
    rules = options.load_game(game)
    start = recipe_from(meant(recipe, rules))
    spans = [span(text, start) for text in ranges]
    with console.working(f"Tuning {start} for {rules.name}"):

        def watch(trial: Trial) -> None:
            console.line(f"{trial.score.mean:.1%} of {trial.score.games}  {trial.recipe}")

        best = tune_recipe(
            rules, start, spans, store, trials, pairs, jobs, watch, simulations=simulations, seconds=seconds
        )
    console.line(f"Best of {trials}: {best.recipe}: {best.score} against {start}")
    console.output.print("The best of many trials looks better than it is: confirm it with bough match.")
