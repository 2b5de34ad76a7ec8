"""The files of the page, and how they are served."""

from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def asset_names() -> tuple[str, ...]:
    """The files of the page, such as style.css and scripts/app.js."""
    return tuple(sorted(_files_in(files("bough.web") / "assets", "")))


def _files_in(folder: Traversable, path: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_in(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(tuple(KINDS)):
            yield path + entry.name


def asset(name: str) -> Callable[[Request], Awaitable[Response]]:
    """What answers a request for a file of the page."""
    body = (files("bough.web") / "assets" / name).read_bytes()
    kind = next(kind for ending, kind in KINDS.items() if name.endswith(ending))

    async def answer(request: Request) -> Response:
        return Response(body, media_type=f"{kind}; charset=utf-8" if kind != "image/svg+xml" else kind)

    return answer
