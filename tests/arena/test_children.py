"""Programs in child processes that write without end: the deadline holds, and memory too."""

import sys
import time

import pytest

from bough.players.child import LONGEST_LINE, MOST_LINES, ChildProcess
from bough.players.player import Fault

BLANK = "while True: print(flush=True)"
ENDLESS = "import sys\nwhile True: sys.stdout.write('x' * 1000)"


def child(code):
    return ChildProcess(f'"{sys.executable}" -c "{code}"', seed=1)


def test_lines_without_end_do_not_move_the_deadline():
    talking = child(BLANK)
    deadline, lines = time.monotonic() + 0.5, 0
    while talking.line(deadline) is not None:
        lines += 1
    assert lines > 0 and 0.4 < time.monotonic() - deadline + 0.5 < 5
    assert talking.line(deadline) is None, "what waits to be read does not count after it"
    assert talking._lines.qsize() <= MOST_LINES
    talking.close("quit")
    assert talking.process.poll() is not None and not talking._reader.is_alive()


def test_a_line_without_an_end_is_a_fault():
    talking = child(ENDLESS)
    with pytest.raises(Fault, match=f"wrote a line of more than {LONGEST_LINE} characters"):
        while talking.line(time.monotonic() + 20):
            pass
    talking.close("quit")
    assert talking.process.poll() is not None and not talking._reader.is_alive()
