"""Files that commands read and write, checked before any long work starts."""

from pathlib import Path

from bough.core.errors import BoughError


def make_folder(path: Path) -> None:
    """Create a folder if it does not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoughError(f"cannot make the folder {path}: {error.strerror}; name another one") from None


def file_text(path: Path) -> str:
    """The contents of a text file."""
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BoughError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    try:
        path.write_text(text)
    except OSError as error:
        raise BoughError(f"cannot write {path}: {error.strerror}; name another file") from None


def check_output(path: Path) -> None:
    """Raise BoughError if a file cannot be written, before any long work starts."""
    if path.is_dir():
        raise BoughError(f"cannot write {path}: it is a folder; name a file")
    if not path.parent.is_dir():
        raise BoughError(f"cannot write {path}: there is no folder {path.parent}; create it first")


def check_new(path: Path, remedy: str = "name another file") -> None:
    """The same for a file that must not replace another one."""
    check_output(path)
    if path.exists():
        raise BoughError(f"{path} is there already; {remedy}")
