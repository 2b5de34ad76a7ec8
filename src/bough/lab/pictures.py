"""Plots of measurements, drawn without a display (extra `lab`)."""

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bough.core.errors import BoughError
from bough.core.extras import lacking

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def blank(wide: float, high: float) -> "Figure":
    """An empty picture; width and height are in inches."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise lacking("a picture needs", "lab") from None
    return Figure(figsize=(wide, high), layout="tight")


def check_picture(path: Path) -> None:
    """Raise BoughError if matplotlib cannot draw this file, before any long work starts."""
    kinds = blank(1, 1).canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise BoughError(f"cannot draw {path}: a picture's name ends in .svg or .png")


def save(picture: "Figure", target: Path | TextIO) -> None:
    """Write into a file, in the format of its suffix, or as SVG into a stream."""
    import matplotlib

    kind = target.suffix[1:].lower() if isinstance(target, Path) else "svg"
    # Write letters as text rather than outlines, and make equal measurements give equal files.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "bough"}):
        picture.savefig(target, format=kind, metadata={"Date": None} if kind == "svg" else None)
