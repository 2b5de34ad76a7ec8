"""Searches for pages: each connection has one at a time, and all of them take turns on the machine's cores."""

import logging
import re
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.search.kinds import best_search, check_threads, kind_of, search_name, searcher
from bough.search.recipe import recipe as recipe_of
from bough.search.searcher import Searcher
from bough.search.tree_searcher import TreeSearcher
from bough.search.views.simulation import Step
from bough.web.settings import Settings
from bough.web.thinking.compiling import LOOK_EVERY, compile_apart, is_compiled

TELL_EVERY = 0.2
"""Seconds between two reports of a search that goes on."""
ANSWER_SECONDS = 10.0
"""How long a question may wait for the search it is about, while nothing else is heard on the connection."""
NUMBERS = re.compile(r"\([^()]*\)")
"""Of a recipe: searches that differ only there are compiled once."""
FILES = (".py", ".toml", ".onnx", "/", "\\")
"""What tells a file in a recipe."""
Shape = tuple[Game, str]
"""What is compiled for a search: a game, and a recipe without its numbers."""
FULL = "this server has as many thinking pages as it may; close one or try again later"
TREES = 2
"""Searchers a connection keeps: two recipes that play each other."""


class Turns:
    """So many threads at once, the others in the order in which they came."""

    def __init__(self, at_once: int):
        self._free = at_once
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def take(self, gone: Callable[[], bool] = lambda: False) -> bool:
        """Wait for a turn; false, and no turn, for whoever has `gone` meanwhile."""
        mine = threading.Event()
        with self._lock:
            if self._free and not self._waiting:
                self._free -= 1
                return True
            self._waiting.append(mine)
        while not mine.wait(LOOK_EVERY):
            if gone():
                with self._lock:
                    if mine in self._waiting:
                        self._waiting.remove(mine)
                        return False
        return True

    def give(self) -> None:
        """Hand the turn on."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    @property
    def wanted(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)


BEFORE_A_STEP = 200
"""Simulations before the first that is shown step by step: a tree should have grown."""


class Desk:
    """What all connections share: turns, the compiler, and how many there are."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.turns = Turns(settings.at_once)
        self._compiling = Turns(settings.at_once)
        self._waiting: dict[Shape, threading.Lock] = {}
        self._making = threading.Lock()
        self._shapes: set[Shape] = set()
        self._seats = threading.Lock()
        self.connections = 0

    def sit(self) -> "Thinker":
        """A place for one connection."""
        with self._seats:
            if self.connections >= self.settings.clients:
                raise BoughError(FULL)
            self.connections += 1
        return Thinker(self)

    @property
    def loaded(self) -> int:
        """How many different searches have been loaded."""
        return len(self._shapes)

    def leave(self) -> None:
        """A connection has gone."""
        with self._seats:
            self.connections -= 1

    def searcher(self, game: Game, recipe: str, gone: Callable[[], bool]) -> Searcher:
        """A searcher with a connection's share of the memory; nothing for whoever has `gone` meanwhile."""
        shape, threads = (game, NUMBERS.sub("", recipe)), self._threads(recipe)
        if self.settings.apart and shape not in self._shapes:
            self._check_room(shape)
            self._compile(shape, recipe, threads, gone)
        with _patiently(self._making, gone):
            self._check_room(shape)
            share = self.settings.memory // self.settings.clients // TREES
            ready = searcher(game, recipe, memory=share, threads=threads)
            self._shapes.add(shape)
            return ready

    def _check_room(self, shape: Shape) -> None:
        if shape not in self._shapes and len(self._shapes) >= self.settings.engines:
            raise BoughError("this server has compiled as many different searches as it may; take one of those")

    def _compile(self, shape: Shape, recipe: str, threads: int, gone: Callable[[], bool]) -> None:
        """Compile a search in a process of its own, one for each core at a time, in the order they were asked for.
        Two who want the same one wait for each other, and the second finds it done."""
        with self._making:
            mine = self._waiting.setdefault(shape, threading.Lock())
        with _patiently(mine, gone):
            if is_compiled(shape[0], recipe, threads):
                return  # meanwhile, by another: no need to wait for a turn
            if not self._compiling.take(gone):
                raise _stopped()
            try:
                compile_apart(shape[0], recipe, threads, self.settings.ideas, gone)
            finally:
                self._compiling.give()
                self._waiting.pop(shape, None)

    def _threads(self, recipe: str) -> int:
        """As many as the server has for a tree, or one where a search allows no more: visitors choose recipes."""
        try:
            check_threads(recipe, self.settings.threads)
        except BoughError:
            return 1
        return self.settings.threads


@contextmanager
def _patiently(lock: threading.Lock, gone: Callable[[], bool]) -> Iterator[None]:
    """Hold a lock, unless whoever waits for it has `gone` before."""
    while not lock.acquire(timeout=LOOK_EVERY):
        if gone():
            raise _stopped()
    try:
        if gone():
            raise _stopped()
        yield
    finally:
        lock.release()


def _stopped() -> BoughError:
    return BoughError("the search was stopped before it began")


class Thinker:
    """One connection's searches: at most one runs, in a thread of its own."""

    def __init__(self, desk: Desk):
        self._desk = desk
        self.settings = desk.settings
        self._searchers: OrderedDict[tuple[Game, str], Searcher] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._left = False
        self._stopped = threading.Event()  # Searcher.stop would not do: while one is compiled, there is none
        self._questions: deque[tuple[Callable[[], Any], Future]] = deque()
        self._asking = threading.Lock()
        self._current: Searcher | None = None

    def think(
        self, position: Position, recipe: str, limits: dict[str, Any], tell: Callable[[dict], None], go_on: bool = False
    ) -> None:
        """Stop what runs, then search this position; `tell` gets a report now and then, and one at the end."""
        position.require_unfinished()
        chosen = search_name(checked_recipe(recipe or best_search(position.game)), position.game)
        self.stop()
        self._stopped.clear()
        self._thread = threading.Thread(
            target=self._run, args=(position, chosen, limits, tell, go_on), name="bough-search", daemon=True
        )
        self._thread.start()

    def step(self, position: Position, recipe: str) -> list[Step]:
        """One more simulation of a position, told step by step."""
        name = search_name(checked_recipe(recipe or position.game.recipe), position.game)
        if kind_of(name):
            raise BoughError(f"{name} makes no simulations; take a recipe such as {position.game.recipe}")
        chosen = recipe_of(name)
        if not chosen.asks and "recorded" not in chosen:
            chosen += "recorded"
        self.stop()
        self._stopped.clear()
        searcher = self._searcher(position.game, str(chosen))
        assert isinstance(searcher, TreeSearcher)
        self._current = searcher
        if searcher.position != position:
            searcher.search(position, simulations=BEFORE_A_STEP)
        return searcher.step(position)

    @property
    def busy(self) -> bool:
        """Whether a search runs or is being prepared."""
        running = self._thread
        return running is not None and running.is_alive()

    def stop(self) -> None:
        """End the search that runs, and wait until it has."""
        self._stopped.set()
        running = self._thread
        if running is not None:
            running.join()
            self._thread = None

    def close(self) -> None:
        """Leave, and give all memory back."""
        if not self._left:
            self._left = True
            self.stop()
            self._searchers.clear()
            self._current = None
            self._desk.leave()

    def ask(self, question: Callable[[Searcher], Any]) -> Any:
        """Ask something of the tree, between two slices of its growth."""
        answer: Future = Future()
        with self._asking:
            searcher = self._current
            if searcher is None:
                raise BoughError("nothing has been searched yet, so there is no tree to look at")
            if self._thread is None or not self._thread.is_alive():
                return question(searcher)
            self._questions.append((lambda: question(searcher), answer))
        try:
            return answer.result(timeout=ANSWER_SECONDS)
        except TimeoutError:
            raise BoughError("the search is still being prepared; look at its tree once it thinks") from None

    def _run(
        self, position: Position, recipe: str, limits: dict[str, Any], tell: Callable[[dict], None], go_on: bool
    ) -> None:
        try:
            tell({"is": "preparing", "recipe": recipe})
            searcher = self._searcher(position.game, recipe)
            self._current = searcher
            if not self._desk.turns.take(self._stopped.is_set):
                raise _stopped()
            try:
                result = searcher.search(position, **limits, watch=self._watcher(tell), go_on=go_on)
            finally:
                self._desk.turns.give()
            tell({"is": "done", "stopped": self._stopped.is_set(), **result.to_dict()})
        except BoughError as error:
            tell({"is": "error", "message": str(error)})
        except Exception:
            logging.getLogger("bough.web").exception("a search of %s failed", position.game.name)
            tell({"is": "error", "message": "the search failed; the server's own terminal says more"})
        finally:
            self._answer(closing=True)

    def _searcher(self, game: Game, recipe: str) -> Searcher:
        key = (game, recipe)
        if key not in self._searchers:
            while len(self._searchers) >= TREES:
                self._searchers.popitem(last=False)
            self._searchers[key] = self._desk.searcher(game, recipe, self._stopped.is_set)
        self._searchers.move_to_end(key)
        return self._searchers[key]

    def _watcher(self, tell: Callable[[dict], None]) -> Callable[[Searcher], bool]:
        told = [time.monotonic()]

        def watch(searcher: Searcher) -> bool:
            if self._stopped.is_set():
                return True
            self._answer()
            if time.monotonic() - told[0] >= TELL_EVERY:
                told[0] = time.monotonic()
                tell({"is": "thinking", **searcher.result().to_dict()})
            if self._desk.turns.wanted:
                begun = time.perf_counter()
                self._desk.turns.give()
                self._desk.turns.take()
                searcher.waited(time.perf_counter() - begun)
            return False

        return watch

    def _answer(self, closing: bool = False) -> None:
        """Answer what has been asked; when `closing`, whoever asks later gets the answer at once."""
        while True:
            with self._asking:
                if not self._questions:
                    if closing:
                        self._thread = None if self._thread is threading.current_thread() else self._thread
                    return
                question, answer = self._questions.popleft()
            try:
                answer.set_result(question())
            except BoughError as error:
                answer.set_exception(error)


def checked_recipe(text: str) -> str:
    """A recipe as text; a file is not one that a page may name."""
    if any(word in text for word in FILES) or len(text) > 300:
        raise BoughError("a recipe here is a text of ideas such as uct+rave+solver")
    return text
