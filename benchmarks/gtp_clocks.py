"""Whole games of `bough gtp` with sudden death, played through plain pipes against another GTP engine.

    python benchmarks/gtp_clocks.py --games 49 --size 9
    python benchmarks/gtp_clocks.py --games 1 --size 19

This script keeps the clock, from sending genmove to the end of the answer. It prints one line per game with the winner,
the plies and our time left, and at the end the number of games lost on time.
"""

import argparse
import shlex
import subprocess
import sys
import time

from bough.players.child import program

GNUGO = "gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead --positional-superko"


class Pipe:
    """A GTP engine at the other end of a pipe."""

    def __init__(self, command: list[str]):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = []
        while line := self.process.stdout.readline().rstrip("\n"):
            answer.append(line)
        if not answer or not answer[0].startswith("="):
            raise SystemExit(f"{command!r} was answered {answer!r}")
        return "\n".join(answer)[1:].strip()


def play(ours: Pipe, theirs: Pipe, size: int, seconds: float, our_colour: str) -> tuple[str, int, float, float]:
    """Play one game; return its result, its plies, our time left and our longest move in seconds."""
    for engine in (ours, theirs):
        for command in (f"boardsize {size}", "clear_board", "komi 7.5"):
            engine.ask(command)
    ours.ask(f"time_settings {seconds:g} 0 0")
    left, longest, passes, plies = seconds, 0.0, 0, 0
    while passes < 2 and plies < 3 * size * size and left > 0:
        colour = "bw"[plies % 2]
        mover, other = (ours, theirs) if colour == our_colour else (theirs, ours)
        if mover is ours:
            ours.ask(f"time_left {colour} {max(int(left), 0)} 0")
            begun = time.monotonic()
            move = ours.ask(f"genmove {colour}").lower()
            longest = max(longest, time.monotonic() - begun)
            left -= time.monotonic() - begun
        else:
            move = theirs.ask(f"genmove {colour}").lower()
        if move == "resign":
            return f"{'wb'[plies % 2 == 1]}+resign", plies, left, longest
        other.ask(f"play {colour} {move}")
        passes = passes + 1 if move == "pass" else 0
        plies += 1
    return ("over time" if left <= 0 else theirs.ask("final_score")), plies, left, longest


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--recipe", default="go-best")
    parser.add_argument("--opponent", default=GNUGO)
    chosen = parser.parse_args()
    bough = [sys.executable, "-m", "bough.cli.main", "gtp", f"go:{chosen.size}", "--recipe", chosen.recipe]
    name, *words = shlex.split(chosen.opponent)
    ours, theirs = Pipe(bough), Pipe([program(name) or name, *words])
    over, least = 0, chosen.seconds
    for game in range(chosen.games):
        colour = "bw"[game % 2]
        result, plies, left, longest = play(ours, theirs, chosen.size, chosen.seconds, colour)
        over, least = over + (left <= 0), min(least, left)
        print(f"{game + 1:3} {chosen.size}x{chosen.size} ours {colour}: {result:10} {plies:3} plies, "
              f"{left:5.2f} s left, longest move {longest:.2f} s", flush=True)  # fmt: skip
    print(f"{chosen.games} games of {chosen.seconds:g} s: {over} over time, {least:.2f} s left at the least")
    raise SystemExit(over > 0)
