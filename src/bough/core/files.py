"""Files: games and ideas that users wrote, loaded as modules, and files that appear whole or not at all."""

import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from bough.core.errors import BoughError


class _FromSource(SourceFileLoader):
    """Always from the text: bytecode kept beside it may be of an older one with the same size and time."""

    def get_code(self, fullname: str) -> CodeType:
        """The compiled text of the file."""
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def load_file(path: Path, what: str) -> tuple[ModuleType, str]:
    """The module of a file and a digest of its text; a file that has changed is loaded again.

    Loaded under a name of its own, since kernels defined in __main__ are never kept on disk.
    """
    place = path.expanduser().resolve()
    try:
        digest = hashlib.sha256(place.read_bytes()).hexdigest()
    except OSError as error:
        raise BoughError(f"cannot read the {what} file {path}: {error.strerror}") from None
    name = f"bough_{what}_{place.stem}_{digest[:12]}"
    if name in sys.modules:
        return sys.modules[name], digest
    if place.suffix != ".py":
        raise BoughError(f"cannot load the {what} file {place.name}: it is not a Python file")
    loader = _FromSource(name, str(place))
    spec = importlib.util.spec_from_file_location(name, place, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BoughError(f"the {what} file {place.name} does not load: {type(error).__name__}: {error}") from error
    return module, digest


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path to write to instead; once that is done the file is there. A failure leaves what was there before."""
    partial = path.with_name(path.name + ".partial")
    try:
        yield partial
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    os.replace(partial, path)
