"""python -m bough: the same as the command `bough`."""

from bough.cli.main import main

main()
