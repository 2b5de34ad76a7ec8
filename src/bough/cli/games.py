"""bough games: list games and ideas."""

from rich.table import Table

from bough.cli import console
from bough.games.names import game_makers
from bough.search.ideas.registry import all_ideas


def games() -> None:
    """List the games, and the ideas that recipes are made of."""
    table = Table("game", "", "options", "recipe", box=None, header_style="dim")
    for _, maker in sorted(game_makers().items()):
        one = maker()
        goal, _, choices = one.face.about.partition("; ")
        table.add_row(one.name, goal[:1].upper() + goal[1:] + ".", choices, one.recipe)
    console.output.print(table)
    ideas = Table("idea", "", "numbers", box=None, header_style="dim")
    for name, idea in all_ideas().items():
        ideas.add_row(name, idea.about, ", ".join(f"{key}={number.default:g}" for key, number in idea.numbers.items()))
    console.output.print("\nRecipes are ideas joined by +, such as uct(exploration=0.5)+solver:\n")
    console.output.print(ideas)
    console.output.print("\nYour own game: bough play ./mygame.py (see docs/your-own-game.md)")
