"""Options as text, such as alphabeta(evaluation=mia2002,depth=6): read into a dataclass and written back."""

from dataclasses import fields
from typing import Any, TypeVar

from bough.core.errors import BoughError

Options = TypeVar("Options")


def options_text(name: str, options: Any) -> str:
    """The canonical text: only the options that differ from their defaults, in field order."""
    written = []
    for field in fields(options):
        value = getattr(options, field.name)
        if value != field.default:
            written.append(f"{field.name}={value:g}" if isinstance(value, float) else f"{field.name}={value}")
    return f"{name}({','.join(written)})" if written else name


def read_options(text: str, kind: type[Options]) -> Options:
    """Read the options in brackets after a name; without brackets all options have their defaults."""
    name, bracket, inside = text.strip().partition("(")
    name = name.strip()
    if bracket and not inside.endswith(")"):
        raise BoughError(f"cannot read {text!r}; write {name}(option=value)")
    types: dict[str, Any] = {field.name: type(field.default) for field in fields(kind)}  # type: ignore[arg-type]
    given: dict[str, Any] = {}
    for item in filter(str.strip, inside[:-1].split(",")):
        key, _, value = (piece.strip() for piece in item.partition("="))
        if key not in types:
            known = ", ".join(types) or "none"
            raise BoughError(f"{name} has no option '{key}'; its options are: {known}")
        if key in given:
            raise BoughError(f"the option {key} of {name} stands twice; give it once")
        try:
            given[key] = types[key](value)
        except ValueError:
            raise BoughError(f"the option {key} of {name} must be a number, not {value!r}") from None
    return kind(**given)
