"""The command line: one command, one library call, one print.

A command's module is imported when the command is called: `bough --help` and `bough games` need no compiler.
"""

import difflib
import importlib
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from bough.core.errors import BoughError
from bough.core.version import __version__

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("bough.cli.play", "Play against the engine in the terminal"),
    "serve": ("bough.cli.serve", "Serve a page to play and analyse in a browser"),
    "analyze": ("bough.cli.analyze", "Search a position: best move, value, bounds, line"),
    "review": ("bough.cli.review", "Find the worst moves of a saved game"),
    "puzzles": ("bough.cli.puzzles", "Make positions with exactly one winning move"),
    "tree": ("bough.cli.tree", "Search a position, then walk the tree"),
    "watch": ("bough.cli.watch", "Watch two players play"),
    "prove": ("bough.cli.prove", "Prove a position won, drawn or lost, and write the proof"),
    "solve": ("bough.cli.solve", "Solve a position with a table, and write its certificate"),
    "endings": ("bough.cli.endings", "Work out an exact table of a game's last positions"),
    "verify": ("bough.cli.prove", "Check a proof by the rules alone"),
    "match": ("bough.cli.match", "Play a match: paired games, intervals, SPRT"),
    "openings": ("bough.cli.openings", "Find openings that leave both sides a chance, for matches"),
    "results": ("bough.cli.results", "List, export and replay stored games"),
    "reproduce": ("bough.cli.reproduce", "Play the matches behind a paper's tables"),
    "tune": ("bough.cli.tune", "Tune a recipe's numbers by matches"),
    "learn": ("bough.cli.learn", "Learn patterns by playing a game, or tables from records"),
    "train": ("bough.cli.train", "Train a network for a game by self-play"),
    "selfplay": ("bough.cli.selfplay", "Play a search against itself and keep a data set"),
    "gtp": ("bough.cli.gtp", "Speak GTP, for Sabaki, GoGui and Go programs"),
    "mgtp": ("bough.cli.mgtp", "Speak MGTP, for the dark chess platform"),
    "games": ("bough.cli.games", "List the games and the ideas of recipes"),
    "perft": ("bough.cli.perft", "Count the paths of each length from a position"),
    "bench": ("bough.cli.bench", "Time a recipe on this machine"),
}
"""Each command with its module, which has a function of that name, and a line for the list of commands."""
WELCOME = f"""Bough {__version__}: Monte-Carlo tree search for board games. Play, analyse and prove.

  bough play             a game of Hex against the engine
  bough serve --open     the same and much more in your browser
  bough games            the games and the ideas of recipes
  bough --help           all commands"""


class Commands(TyperGroup):
    """Commands that are imported when they are called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        single.command(cmd_name)(getattr(module, cmd_name))
        return typer.main.get_command(single)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise BoughError(f"there is no command '{args[0]}'; {_meant(args[0])}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


def _meant(word: str) -> str:
    """What somebody who typed this may have wanted."""
    close = difflib.get_close_matches(word, COMMANDS, 1)
    if close:
        return f"did you mean bough {close[0]}?"
    from bough.games.names import BUILT_IN

    if word.partition(":")[0].lower() in BUILT_IN or word.endswith(".py"):
        return f"did you mean bough play {word}?"
    return "bough --help lists them"


app = typer.Typer(
    name="bough",
    cls=Commands,
    help="Monte-Carlo tree search for board games: play, analyse and prove.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _bough(
    ctx: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version"),
) -> None:
    if version:
        print(f"bough {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(WELCOME)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a person's mistake is one line and exit code 2."""
    try:
        code = app(arguments, standalone_mode=False)
    except BoughError as error:
        _refuse(str(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        named = f" {error.filename}" if error.filename else ""
        _refuse(f"cannot read or write{named}: {error.strerror or error}")
    except Exception as error:
        # Wrong usage, as the command-line library words it; anything else is ours and keeps its traceback.
        if reason := _of_the_store(error):
            _refuse(f"the store cannot be used: {reason}; what is written stays, bough results --rescue reads it")
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        _refuse(message() or type(error).__name__)
    sys.exit(code if isinstance(code, int) else 0)


def _of_the_store(error: BaseException) -> BaseException | None:
    """The error of SQLite behind an error, if there is one; libraries between it and us wrap it. SQLite is not imported
    for this, since most commands keep nothing."""
    chain = (error, getattr(error, "orig", None), error.__cause__, getattr(error.__cause__, "orig", None))
    return next((one for one in chain if type(one).__module__ == "sqlite3"), None)


def _refuse(message: str) -> None:
    print(f"bough: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
