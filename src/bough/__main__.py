"""The command `bough`, and python -m bough: an interruption is quiet even while everything is being loaded."""

import sys


def main() -> None:
    """Run a command."""
    try:
        from bough.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
