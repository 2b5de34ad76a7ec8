"""Write docs/proven.md and its pictures from the results of `bough solve --json`: `python docs/scripts/make_proven.py`.

The results are kept in docs/results/proven, one file a solve.
"""

import json
from pathlib import Path
from typing import Any

import bough
from bough.games.boards.svg import svg_board

DOCS = Path(__file__).parent.parent
RESULTS, PICTURES = DOCS / "results" / "proven", DOCS / "pictures" / "proven"
FAMILIES = ("hex", "y", "havannah", "connect-four", "tic-tac-toe", "othello", "loa", "breakthrough")
VALUES = {1: "first player wins", 0: "draw", -1: "second player wins"}
KNOWN = {
    "hex": "All openings are known up to 9x9 (Hayward et al., *Solving 7x7 Hex with domination, fill-in, and virtual "
    "connections*, 2005; Pawlewicz & Hayward 2013), by programs that know virtual connections, domination and "
    "fill-in. Ours knows virtual connections (Anshelevich 2002); its certificates are checked by the rules alone.",
    "y": "No published table found.",
    "havannah": "Sizes 2 to 4 are said to be first-player wins (Ewalds 2012); no proof that others could check was "
    "found.",
    "connect-four": "7x6: the first player wins in the centre (Allen 1988; Allis 1988). On boards of 6 columns and an "
    "even number of rows the second player at least draws (Allis 1988).",
    "tic-tac-toe": "A draw, as everybody knows.",
    "othello": "4x4: the second player wins. 6x6 is said to be won by the second player too (Feinstein 1993).",
    "loa": "6x6 is said to have been solved by Winands (2008).",
    "breakthrough": "5x5: the second player is said to win (Saffidine, Jouandeau & Cazenave 2011).",
}
HEAD = """# What Bough has proven

Made by `python docs/scripts/make_proven.py` from the results of `bough solve`, kept in `docs/results/proven`. The
certificates counted here were checked by `bough verify`, by the rules alone, each in a process of its own. Seconds are
CPU seconds on one core of a shared aarch64 machine (Neoverse-N1), of an x86_64 one for connect-four, havannah:4 and
breakthrough:5, without compiling and preparing.

```
bough solve hex:5 --all-openings -o hex5     # all openings up to symmetry, a certificate each
bough solve havannah:4 --checkpoint h4.npz   # long work goes on where it stopped
bough verify hex5/c3.gz
```

| game | value | positions searched | CPU s | table | certificates | lines | kB | SHA-256 |
|---|---|---:|---:|---:|---:|---:|---:|---|
"""

MIDDLE = """A line of a certificate is a position in which the opponent is to move, with the answers to those of his
moves that no zone and no immediate win answers (the format is described in `games/formats/certificates.py`).

## Openings that win

A stone stands on every opening that wins for the first player.

"""


def value_of(told: dict[str, Any]) -> str:
    """Who wins from the start; after moves, who wins after them."""
    first = len(told["moves"]) % 2 == 0
    after = f" after {' '.join(told['moves'])}" if told["moves"] else ""
    return VALUES[told["value"] if first else -told["value"]] + after


def row(told: dict[str, Any]) -> str:
    """One solve as a row of the table."""
    certificates = told.get("certificates", [])
    digest = certificates[0]["sha256"][:12] if len(certificates) == 1 else ""
    opened = ", all openings" if told["openings"] else ""
    cells = [
        f"{Path(told['game']).name.replace('.py', '')}{opened}",
        value_of(told),
        f"{told['positions']:,}",
        f"{told['cpu_seconds']:,.2f}",
        f"{told['table_bytes'] >> 20} MiB, {told['table_fill']:.1%}",
        f"{len(certificates)}" if certificates else "not written",
        f"{sum(one['lines'] for one in certificates):,}" if certificates else "",
        f"{sum(one['bytes'] for one in certificates) / 1000:,.1f}" if certificates else "",
        f"`{digest}`" if digest else "",
    ]
    return "| " + " | ".join(cells) + " |"


def picture(told: dict[str, Any]) -> str:
    """A board with a stone on every opening that wins; the line of the page that shows it."""
    game = bough.game(told["game"])
    layout = game.face.layout
    assert layout is not None
    wins = {move for move, value in told["openings"].items() if value == 1}
    marks = ["x" if cell.name in wins else "" for cell in layout.cells]
    file = PICTURES / f"{game.name.replace(':', '-')}.svg"
    file.write_text(svg_board(game.face, marks) + "\n")
    return f"![Openings that win {game.name}](pictures/proven/{file.name})"


def page(results: list[dict[str, Any]]) -> str:
    """The whole page."""
    text = HEAD + "\n".join(row(told) for told in results) + "\n\n"
    text += MIDDLE
    text += "\n".join(picture(told) for told in results if told["openings"] and "connect" not in told["game"]) + "\n\n"
    text += "## What is known elsewhere\n\n"
    shown = {Path(told["game"]).name.split(":")[0].replace(".py", "") for told in results}
    text += "\n".join(f"- **{family}**: {KNOWN[family]}" for family in FAMILIES if family in shown) + "\n"
    extra = DOCS / "results" / "proven" / "reading.md"
    sizes = "![Positions searched in Hex after its centre, by size](pictures/proven/hex-sizes.svg)\n"
    return text + ("\n" + extra.read_text() if extra.exists() else "") + "\n" + sizes


def order(told: dict[str, Any]) -> tuple[int, int, str]:
    """Games in a fixed order, small boards first."""
    name = Path(told["game"]).name.replace(".py", "")
    layout = bough.game(told["game"]).face.layout
    assert layout is not None
    return FAMILIES.index(name.split(":")[0]), len(layout.cells), name


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    found = sorted((json.loads(file.read_text()) for file in RESULTS.glob("*.json")), key=order)
    (DOCS / "proven.md").write_text(page(found))
    print(f"{len(found)} results on docs/proven.md")
