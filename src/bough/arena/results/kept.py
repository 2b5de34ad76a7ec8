"""Games kept as text: what `bough results STORE --csv` writes, read back; large tables are kept gzipped."""

import csv
import gzip
import zlib
from pathlib import Path

from bough.arena.results.store import KINDS, LATER, GameRow, looks_right
from bough.core.errors import BoughError


def kept_games(path: Path) -> list[GameRow]:
    """The games of a CSV file, or of one that was gzipped (NAME.csv.gz)."""
    read = gzip.open if path.suffix == ".gz" else open
    try:
        with read(path, "rt", newline="", encoding="utf-8") as lines:
            reader = csv.DictReader(lines)
            if not set(reader.fieldnames or ()) >= set(GameRow._fields) - set(LATER):
                raise ValueError
            return [_row(line) for line in reader]
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BoughError(f"{path} is not a whole gzipped file: it is damaged or cut off") from None
    except OSError as error:
        raise BoughError(f"cannot read the games {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, csv.Error):
        raise BoughError(f"{path} does not hold games as `bough results STORE --csv` writes them") from None


def _row(line: dict[str, str]) -> GameRow:
    """The row of a CSV line; an empty optional column becomes None, and so does one that earlier versions lacked."""
    row = GameRow._make(_value(KINDS[column], line.get(column) or "") for column in GameRow._fields)
    if not row.match or not looks_right(row):
        raise ValueError
    return row


def _value(kind: object, text: str) -> int | float | str | None:
    if kind is str:
        return text
    return None if not text else float(text) if kind in (float, float | None) else int(text)
