"""How soon the page can be played on after `bough serve`, with nothing compiled: `python benchmarks/serve_cold.py`.

Seconds since the command was started, in a browser that is already open: the address is told, the start screen is
painted, and (after a click on a game) a cell of its board can be clicked.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright
from serve_load import found_address

GAMES = ("hex:11", "go:9", "loa", "connect-four")


def measure(browser, game: str) -> list[float]:
    """The three times for a server of its own, whose cache is empty."""
    with tempfile.TemporaryDirectory() as cache:
        page = browser.new_page()
        began = time.perf_counter()
        command = [sys.executable, "-m", "bough.cli.main", "serve", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"BOUGH_CACHE": cache})
        try:
            address = found_address(server)
            times = [time.perf_counter() - began]
            page.goto(address)
            page.locator("[data-game]").first.wait_for()
            times.append(time.perf_counter() - began)
            page.goto(f"{address}#game={game}")
            page.reload()
            page.locator("#board .cell.can").first.wait_for(timeout=60_000)
            return [*times, time.perf_counter() - began]
        finally:
            server.terminate()
            server.wait()
            page.close()


if __name__ == "__main__":
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in GAMES:
            listening, painted, clickable = measure(opened, name)
            print(f"{name}: listening {listening:.1f} s, painted {painted:.1f} s, clickable {clickable:.1f} s")
        opened.close()
