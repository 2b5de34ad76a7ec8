"""Pictures of measurements, drawn without a screen (extra `lab`)."""

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bough.core.errors import BoughError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def blank(wide: float, high: float) -> "Figure":
    """An empty picture, its sides in inches."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BoughError("a picture needs the extra: pip install 'bough[lab]'") from None
    return Figure(figsize=(wide, high), layout="tight")


def check_picture(path: Path) -> None:
    """Refuse a picture that could not be drawn, before any work is done for it."""
    kinds = blank(1, 1).canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise BoughError(f"cannot draw {path}: a picture's name ends in .svg or .png")


def save(picture: "Figure", target: Path | TextIO) -> None:
    """Into a file of the kind its name says, or as SVG into a stream."""
    import matplotlib

    kind = target.suffix[1:].lower() if isinstance(target, Path) else "svg"
    # letters as text, not as outlines in every picture again; the same measurements give the same file
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "bough"}):
        picture.savefig(target, format=kind, metadata={"Date": None} if kind == "svg" else None)
