"""bough serve: the board in the browser."""

import logging
import secrets
import socket
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from bough.arena.results.store import Store
from bough.arena.results.summary import summary
from bough.cli import console
from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.extras import lacking
from bough.games.names import game as game_named
from bough.games.names import game_makers

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
REQUESTS_A_SECOND = 15.0
"""Of one connection, after its first sixty; nobody plays faster."""
ANYWHERE = {"0.0.0.0", "::"}
"""All addresses of this machine; none that every browser can visit."""


def serve(
    games: Annotated[
        list[str] | None, typer.Argument(help="Files with games of your own, offered beside the built-in ones")
    ] = None,
    idea: Annotated[
        list[str] | None, typer.Option(help="A file with an idea of your own, or FILE.py:NAME; recipes then name it")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 takes any free port")] = 8017,
    host: Annotated[str, typer.Option(help="Listen beyond this machine; pages then need the token")] = "127.0.0.1",
    store: Annotated[Path | None, typer.Option(help="A result store to show, live while a match runs")] = None,
    clients: Annotated[int, typer.Option(min=1, max=1000, help="Pages that may think at a time")] = 16,
    memory: Annotated[str, typer.Option(help="For all trees together, such as 2GiB")] = "2GiB",
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="The longest search")] = 60.0,
    show: Annotated[
        bool, typer.Option("--open", help="Show the page in this machine's browser, if it has one")
    ] = False,
    at_once: Annotated[int | None, typer.Option(min=1, help="Searches in the same moment [default: cores]")] = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads that grow a tree together")] = 1,
) -> None:
    """Serve a page to play, analyse and walk search trees in a browser."""
    try:
        import uvicorn

        from bough.web.app import make_app
        from bough.web.entrance.punctual import Punctual
        from bough.web.settings import Settings
        from bough.web.thinking.compiling import offer
    except ModuleNotFoundError as error:
        raise lacking(f"{error.name} is not installed; it comes with", "web") from None
    if store is not None:
        Store(store, must_exist=True).close()
    shown = _shelf(games or [])
    for file in idea or []:
        offer(file)
    beyond = host not in LOOPBACK
    token = secrets.token_urlsafe(24) if beyond else ""
    settings = Settings(
        games=shown,
        token=token,
        hosts=frozenset({"*"}) if beyond else Settings.hosts,
        clients=clients,
        memory=memory_bytes(memory),
        seconds=seconds,
        threads=threads,
        a_second=REQUESTS_A_SECOND,
        apart=True,
        ideas=tuple(idea or ()),
        results=None if store is None else lambda: summary(store),
        **({} if at_once is None else {"at_once": at_once}),
    )
    listening = _listen(host, port)
    name = "localhost" if not beyond else f"[{host}]" if ":" in host else host
    page = f":{listening.getsockname()[1]}/" + (f"?token={token}" if token else "")
    console.line(f"Bough is at http://{name}{page}  (Ctrl-C ends it)")
    if show:
        webbrowser.open(f"http://{'localhost' if host in ANYWHERE else name}{page}")
    config = uvicorn.Config(
        make_app(settings), log_level="warning", ws_max_size=100_000, ws_max_queue=16, timeout_graceful_shutdown=2,
        server_header=False, http=Punctual,
    )  # fmt: skip
    # A search that is being compiled when somebody presses Ctrl-C is nothing to report.
    logging.getLogger("uvicorn.error").addFilter(lambda record: "graceful shutdown" not in record.getMessage())
    uvicorn.Server(config).run(sockets=[listening])


def _shelf(files: list[str]) -> dict[str, str]:
    """Games by the names that pages use: the built-in ones, and these files."""
    shown = {name: name for name in game_makers()}
    for file in files:
        if not file.endswith(".py"):
            raise BoughError(f"{file!r} is no file of a game; the built-in games are there anyway")
        name, place = Path(file).stem, str(Path(file).resolve())
        if shown.setdefault(name, place) != place:
            raise BoughError(f"{file!r} would be called {name}, as another game is; give the file another name")
        game_named(file)
    return shown


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # from now on visitors wait, also those sent here before the server runs
    except OSError as error:
        raise BoughError(f"cannot listen at {host}, port {port}: {error.strerror}; try another --port") from None
    return listening
