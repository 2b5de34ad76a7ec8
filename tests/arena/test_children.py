"""Programs in child processes that write without end: the deadline holds, and memory too."""

import os
import sys
import time
from pathlib import Path

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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")
def test_what_an_engine_starts_ends_with_it():
    """Also in a session of its own."""
    start = "made = subprocess.Popen(['sleep', '600'], start_new_session=True)"
    starting = child(f"import subprocess, sys; {start}; print(made.pid, flush=True); sys.stdin.read()")
    started = int(starting.line(time.monotonic() + 20))
    os.kill(started, 0)
    starting.close("quit")
    until = time.monotonic() + 5
    while _lives(started) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _lives(started)


def _lives(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
