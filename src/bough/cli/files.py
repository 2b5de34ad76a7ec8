"""Files that commands read and write, checked before any work is done for them."""

from pathlib import Path

from bough.core.errors import BoughError


def make_folder(path: Path) -> None:
    """Make sure a folder is there, before any work is done for it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoughError(f"cannot make the folder {path}: {error.strerror}; name another one") from None


def file_text(path: Path) -> str:
    """What a file of text holds."""
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BoughError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None


def check_output(path: Path) -> None:
    """Refuse a file that could not be written, before any work is done for it."""
    if path.is_dir():
        raise BoughError(f"cannot write {path}: it is a folder; name a file")
    if not path.parent.is_dir():
        raise BoughError(f"cannot write {path}: there is no folder {path.parent}; make it first")
