"""The command line: one command, one library call, one print."""

import sys

import typer

from bough.cli.analyze import analyze
from bough.cli.bench import bench
from bough.cli.gtp import gtp
from bough.cli.learn import learn
from bough.cli.listing import games, perft
from bough.cli.match import match
from bough.cli.mgtp import mgtp
from bough.cli.play import play
from bough.cli.prove import prove, verify
from bough.cli.reproduce import reproduce
from bough.cli.results import results
from bough.cli.serve import serve
from bough.cli.tree import tree
from bough.cli.tune import tune
from bough.cli.watch import watch
from bough.core.errors import BoughError

app = typer.Typer(
    name="bough",
    help="Monte-Carlo tree search for board games: play, analyse and prove.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS = (
    play, serve, analyze, tree, watch, prove, verify, match, results, reproduce, tune, learn, gtp, mgtp, games, perft,
    bench,
)  # fmt: skip
for command in COMMANDS:
    app.command()(command)


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
    except Exception as error:
        # Wrong usage, as the command-line library words it; anything else is ours and keeps its traceback.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        _refuse(message() or type(error).__name__)
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(message: str) -> None:
    print(f"bough: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
