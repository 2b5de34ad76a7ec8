"""Photograph the page: `python docs/scripts/make_screenshots.py`. Needs Chromium and `pip install --group test`.

Every game on a desk and on a phone, in the light and in the dark, the tree explorer in all four, the start screen, a
review, and how games end and what else players meet.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

FOLDER = Path(__file__).parent.parent / "pictures" / "page"
LONG = 180_000
"""Milliseconds; a search used for the first time is compiled."""


class Screen(NamedTuple):
    """Where somebody looks."""

    name: str
    wide: int
    high: int
    scheme: str

    @property
    def folder(self) -> Path:
        """Pictures of desks and of phones are kept apart."""
        return FOLDER / self.name.partition("-")[0]


DESK, PHONE = Screen("desk", 1440, 900, "light"), Screen("phone", 390, 844, "dark")
ALL = (DESK, PHONE, Screen("desk-dark", 1440, 900, "dark"), Screen("phone-light", 390, 844, "light"))

GAMES = {
    "hex": "game=hex:9&moves=e5+d7+f3+d6+c6+e4",
    "go": "game=go:9&moves=e5+g6+d7+f3+g4+g3+f6+e3+h4+h3",
    "havannah": "game=havannah:5&moves=e5+d4+c4+e3+f5+d6",
    "y": "game=y:7&moves=c3+d3+c2+e2",
    "loa": "game=loa&moves=b8-b6+a3-c3",
    "dark-chess": "game=dark-chess&moves=b3(n)+c5(P)+a2(K)+d6(c)+b7(m)+a8(C)",
    "connect-four": "game=connect-four&moves=d+d+c+e+d+c",
    "tic-tac-toe": "game=tic-tac-toe&moves=b2+a1",
    "breakthrough": "game=breakthrough",
}

ENDS = {
    "hex": "game=hex:5&moves=c2+c3+b3+b4+a5+a4+e2+d4+c5+d3+b1+e4",
    "y": "game=y:5&moves=c2+b3+b1+c1+b2+c3+d2+a1+a2",
    "havannah": "game=havannah:4&moves=c1+a1+g5+b4+b3+c4+b2+b1+c2+g4+f4+e2+a3+d1+f3+e3+a4+b5+f7+f6+g7+g6+e4+d3+d4+e5"
    "+c6+a2+c3",
    "connect-four": "game=connect-four&moves=e+f+c+b+f+b+c+e+b+e+c+c+b+e+e+g+f+f+d+d+a+d",
    "tic-tac-toe": "game=tic-tac-toe&moves=b1+c3+a1+c1+c2+a3+b3+b2",
    "go": "game=go:5&moves=a5+c4+b1+d2+b5+c3+a4+e4+c1+b2+d1+c5+d3+b3+e5+d4+pass+d5+c2+e2+e1+pass+a3+a1+a2+e3+b1+c1+a1"
    "+pass+pass",
    "loa": "game=loa:5&moves=c5xe3+e4-c4+b5-b3+a4-b5+c1-c3+c4-d4+b1-b4+a3-a1+d1xd4",
    "dark-chess": "game=dark-chess:2x3,pieces=KCPkcp&moves=a2(p)+b3(k)+a3(C)+b1(K)+b3-a3+a1(P)+a2-a1+b2(c)+a1-b1",
}
"""Finished games."""

MEETINGS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "legal-places": ("game=othello", (), ""),
    "stone-under-the-pointer": ("game=hex:7&moves=d4+c5", (), "#board [data-cell='23']"),
    "chosen-piece": ("game=loa", ("#board [data-cell='1']",), ""),
    "letters": ("game=dark-chess&moves=b3(n)+c5(P)+a2(K)+d6(c)", ("#tab-setup", "#letters", "#key summary"), ""),
    "points-of-pig": ("game=pig&moves=roll(4)+roll(5)+hold", (), ""),
    "whole-board": ("game=go:19&moves=d4+q16", (), ""),
    "largest-hex": ("game=hex:11&moves=f6+g5", (), ""),
}
"""By picture: an address, what is clicked there, and what the pointer rests on."""

LOST = ENDS["hex"]
"""A game that the first player loses."""


def opened(browser: Browser, screen: Screen, address: str) -> Page:
    """The page with a position, thinking about it."""
    size = {"width": screen.wide, "height": screen.high}
    page = browser.new_page(viewport=size, color_scheme=screen.scheme, device_scale_factor=1)
    page.goto(address)
    expect(page.locator("#status")).to_have_text(re.compile("to move"), timeout=LONG)
    return page


def think(page: Page) -> None:
    """Search until there is something to see."""
    page.click("#tab-thinking")
    page.click("#think")
    expect(page.locator("#facts")).to_have_text(re.compile("simulations? in"), timeout=LONG)
    expect(page.locator("#stop")).to_be_disabled(timeout=LONG)


def photograph(browser: Browser, address: str) -> None:
    """All pictures."""
    for name, fragment in GAMES.items():
        for screen in (DESK, PHONE):
            page = opened(browser, screen, f"{address}#{fragment}")
            think(page)
            page.screenshot(
                path=screen.folder / f"{name}-{screen.name}.jpg", type="jpeg", quality=75, full_page=screen.wide < 500
            )
            page.close()
    for screen in ALL:
        page = opened(browser, screen, f"{address}#{GAMES['hex']}")
        think(page)
        page.click("#tab-tree")
        for _ in range(2):
            page.locator("#branches [data-branch]").first.click()
            page.wait_for_timeout(300)
        page.screenshot(
            path=screen.folder / f"explorer-{screen.name}.jpg", type="jpeg", quality=75, full_page=screen.wide < 500
        )
        page.close()

    for screen in (DESK, PHONE):
        page = browser.new_page(viewport={"width": screen.wide, "height": screen.high}, color_scheme=screen.scheme)
        page.goto(address)
        expect(page.locator("#games img").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=screen.folder / f"start-{screen.name}.jpg", type="jpeg", quality=75)
        page.close()
    review(browser, f"{address}#{LOST}")
    meet(browser, address)


def meet(browser: Browser, address: str) -> None:
    """Ends of games, and what players meet on the way there."""
    for name, fragment in ENDS.items():
        for screen in (DESK, PHONE):
            page = browser.new_page(viewport={"width": screen.wide, "height": screen.high}, color_scheme=screen.scheme)
            page.goto(f"{address}#{fragment}")
            expect(page.locator("#status")).to_have_text(re.compile("wins"), timeout=LONG)
            page.wait_for_timeout(800)  # until the light is on
            page.screenshot(path=screen.folder / f"end-{name}-{screen.name}.jpg", type="jpeg", quality=70)
            page.close()
    for name, (fragment, clicks, pointed) in MEETINGS.items():
        page = browser.new_page(viewport={"width": DESK.wide, "height": DESK.high}, color_scheme=DESK.scheme)
        page.goto(f"{address}#{fragment}")
        expect(page.locator("#status")).to_have_text(re.compile("to move"), timeout=LONG)
        for clicked in clicks:
            page.click(clicked)
        if pointed:
            page.hover(pointed)
        page.wait_for_timeout(300)
        page.screenshot(path=DESK.folder / f"{name}.jpg", type="jpeg", quality=70)
        page.close()


def review(browser: Browser, address: str) -> None:
    """A lost game with its worst moves."""
    page = browser.new_page(viewport={"width": DESK.wide, "height": DESK.high})
    page.goto(address)
    expect(page.locator("#status")).to_have_text(re.compile("wins"), timeout=LONG)
    page.click("#review")
    expect(page.locator("#reviewed")).to_have_text(re.compile("worst moves"), timeout=LONG)
    page.screenshot(path=DESK.folder / "review-desk.jpg", type="jpeg", quality=75)
    page.close()


def main() -> None:
    """Serve, photograph, stop."""
    for screen in ALL:
        screen.folder.mkdir(parents=True, exist_ok=True)
    examples = Path(__file__).parent.parent.parent / "examples"
    own = [str(examples / f"{name}.py") for name in ("breakthrough", "othello", "pig")]
    command = [sys.executable, "-m", "bough.cli.main", "serve", *own, "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            photograph(browser, found[0])
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
