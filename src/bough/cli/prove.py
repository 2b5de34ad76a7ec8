"""bough prove and bough verify: write proofs, and check them with the rules alone."""

from pathlib import Path
from typing import Annotated

import typer

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.games.formats.certificates import Certificate, is_certificate, read_certificate
from bough.games.formats.proofs import Proof, read_proof, write_proof
from bough.games.formats.proofs import verify as check_proof
from bough.games.formats.verifying import verify_certificate
from bough.search.kinds import meant
from bough.search.recipe import recipe as recipe_from
from bough.search.tree_searcher import TreeSearcher
from bough.search.views.proving import proof_of

VALUES = {1: "a win", 0: "a draw", -1: "a loss"}


def prove(
    game: options.GameName,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the proof")] = Path("proof.json"),
    position: options.PositionText = None,
    moves: options.Moves = None,
    recipe: options.RecipeText = None,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    seed: options.Seed = 0,
    memory: options.Memory = options.DEFAULT_MEMORY,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already")] = False,
) -> None:
    """Search until a position is proven won, drawn or lost, and write the proof. Check it with bough verify."""
    if force:
        files.check_output(output)
    else:
        files.check_new(output, "name another file with --output, or replace it with --force")
    limits = options.limits(simulations, seconds, usual=60.0)
    rules = options.load_game(game)
    start = options.position_of(rules, position, moves)
    if start.over:
        outcome = "a draw" if start.winner is None else f"won by {rules.face.player_names[start.winner]}"
        raise BoughError(f"the game is over, {outcome}: there is nothing to prove")
    if rules.rules.outcomes is not None:
        raise BoughError(f"{rules.name} leaves something to chance, and proofs are for games without; use analyze")
    full_recipe = recipe_from(meant(recipe, rules))
    if "solver" not in full_recipe:
        full_recipe = full_recipe + "solver"
    searcher = options.make_searcher(rules, str(full_recipe), memory, seed, 1)
    with console.working("Proving") as say:
        result = searcher.search(start, **limits, watch=options.thinking(say))
    if not result.proven:
        console.line(f"Not proven: {result}")
        console.output.print("Give more time (--seconds) or memory (--memory), or another --recipe.")
        raise typer.Exit(1)
    assert isinstance(searcher, TreeSearcher)
    proof = proof_of(searcher.tree, start)
    write_proof(output, proof, position)
    console.line(
        f"{VALUES[proof.value].capitalize()} for {rules.face.player_names[start.to_move]}: {result.move}, "
        f"{result.simulations:,} simulations in {result.seconds:.2f} s. Proof: {output}",
    )


def verify(
    proof: Annotated[Path, typer.Argument(help="A file written by bough prove or bough solve")],
    trust: Annotated[bool, typer.Option("--trust", help="Run the game file that the proof names")] = False,
) -> None:
    """Check a proof with nothing but the rules of its game; if it is wrong, say where."""
    claimed: Proof | Certificate
    if is_certificate(proof):
        claimed = read_certificate(proof, trust)
        with console.working("Checking"):
            checked = verify_certificate(claimed)
    else:
        claimed = read_proof(proof, trust)
        with console.working("Checking"):
            checked = check_proof(claimed)
    rules = claimed.position.game
    console.line(
        f"The proof holds: {VALUES[claimed.value]} for {rules.face.player_names[claimed.position.to_move]} "
        f"in {rules.name}, {checked:,} positions checked.",
    )
