"""Whole games of `bough gtp` with sudden death or byo-yomi, played through plain pipes against another GTP engine.

    python benchmarks/gtp_clocks.py --games 25 --size 9
    python benchmarks/gtp_clocks.py --games 25 --seconds 5 --period 5 --stones 5

This script keeps the clock, from sending genmove to the end of the answer. It prints one line per game with the winner,
the plies and our time left (the least of any period with byo-yomi), and at the end the number of games lost on time and
how much of the time given was used.
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


class Clock:
    """Main time, then periods of some stones; without periods, sudden death."""

    def __init__(self, main: float, period: float, stones: int):
        self.period, self.moves = period, stones
        self.left, self.stones = (main, 0) if main > 0 else (period, stones)
        self.spent, self.given, self.least, self.longest = 0.0, main, main if main > 0 else period, 0.0

    def spend(self, seconds: float) -> bool:
        """Whether the move was in time."""
        self.spent, self.longest = self.spent + seconds, max(self.longest, seconds)
        self.left -= seconds
        if self.left <= 0 and self.stones == 0 and self.moves:  # the first period begins within this move
            self.left, self.stones = self.left + self.period, self.moves
            self.given += self.period
        if self.stones or not self.moves:
            self.least = min(self.least, self.left)
        if self.left <= 0:
            return False
        if self.stones:
            self.stones -= 1
            if self.stones == 0:
                self.left, self.stones = self.period, self.moves
                self.given += self.period
        return True


def play(ours: Pipe, theirs: Pipe, size: int, clock: Clock, our_colour: str) -> tuple[str, int]:
    """Play one game; return its result and its plies."""
    for engine in (ours, theirs):
        for command in (f"boardsize {size}", "clear_board", "komi 7.5"):
            engine.ask(command)
    ours.ask(f"time_settings {int(clock.given)} {clock.period:g} {clock.moves}")
    passes, plies = 0, 0
    while passes < 2 and plies < 3 * size * size:
        colour = "bw"[plies % 2]
        mover, other = (ours, theirs) if colour == our_colour else (theirs, ours)
        if mover is ours:
            ours.ask(f"time_left {colour} {max(int(clock.left), 0)} {clock.stones}")
            begun = time.monotonic()
            move = ours.ask(f"genmove {colour}").lower()
            if not clock.spend(time.monotonic() - begun):
                return "over time", plies
        else:
            move = theirs.ask(f"genmove {colour}").lower()
        if move == "resign":
            return f"{'wb'[plies % 2 == 1]}+resign", plies
        other.ask(f"play {colour} {move}")
        passes = passes + 1 if move == "pass" else 0
        plies += 1
    return theirs.ask("final_score"), plies


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=30, help="of main time")
    parser.add_argument("--period", type=float, default=0, help="seconds of a period of byo-yomi")
    parser.add_argument("--stones", type=int, default=0, help="moves in a period")
    parser.add_argument("--recipe", default="go-best")
    parser.add_argument("--opponent", default=GNUGO)
    chosen = parser.parse_args()
    bough = [sys.executable, "-m", "bough.cli.main", "gtp", f"go:{chosen.size}", "--recipe", chosen.recipe]
    name, *words = shlex.split(chosen.opponent)
    ours, theirs = Pipe(bough), Pipe([program(name) or name, *words])
    over, won, least, spent, given = 0, 0, 1e9, 0.0, 0.0
    for game in range(chosen.games):
        colour, clock = "bw"[game % 2], Clock(chosen.seconds, chosen.period, chosen.stones)
        result, plies = play(ours, theirs, chosen.size, clock, colour)
        over, won = over + (result == "over time"), won + result.lower().startswith(f"{colour}+")
        least, spent, given = min(least, clock.least), spent + clock.spent, given + clock.given
        print(f"{game + 1:3} {chosen.size}x{chosen.size} ours {colour}: {result:10} {plies:3} plies, "
              f"{clock.spent:5.2f} of {clock.given:g} s used, {clock.least:5.2f} s left at the least, "
              f"longest move {clock.longest:.2f} s", flush=True)  # fmt: skip
    print(f"{chosen.games} games of {chosen.seconds:g} s + {chosen.stones} moves in {chosen.period:g} s: {won} won, "
          f"{over} over time, {least:.2f} s left at the least, {spent / given:.0%} of the time used")  # fmt: skip
    raise SystemExit(over > 0)
