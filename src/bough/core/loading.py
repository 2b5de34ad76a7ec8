"""Python files that a user names: a game or an idea in one file, loaded as a module of its own."""

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from bough.core.errors import BoughError


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
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise BoughError(f"cannot load the {what} file {place.name}: it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BoughError(f"the {what} file {place.name} does not load: {type(error).__name__}: {error}") from error
    return module, digest
