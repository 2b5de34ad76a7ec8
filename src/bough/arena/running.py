"""Running a match: workers play, the store saves every game, and the same command resumes where it stopped."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bough.arena.match import Match
from bough.arena.referee import Stopped
from bough.arena.results.statistics import Score, Sprt
from bough.arena.results.store import GameRow, Store
from bough.arena.schedule import Task, standing, tasks
from bough.arena.workers.worker import Worker
from bough.core.errors import BoughError
from bough.players.names import require_programs


class Standing(NamedTuple):
    """The state of a match."""

    scores: dict[tuple[str, str], Score]
    played: int
    wanted: int
    verdict: str | None
    """The decision of the sequential test; None without a test or before it decides."""
    stopped: bool = False


AHEAD = 8
"""Games queued in advance per job."""

Watcher = Callable[[Standing], None]


def run_match(
    match: Match,
    store: Store,
    pairs: int,
    jobs: int = 1,
    sprt: Sprt | None = None,
    watch: Watcher | None = None,
    device: str = "cpu",
    ray: str | None = None,
) -> Standing:
    """Play the missing games of a match; Ctrl-C drops the games in progress and keeps all others."""
    if pairs < 1 or jobs < 1:
        raise BoughError("pairs and jobs must be at least 1")
    if sprt is not None and len(match.pairings) != 1:
        raise BoughError("a sequential test compares two players; this match has more")
    store.add_match(match.id, match.spec())
    rows = list(store.games(match=match.id))
    wanted = pairs * len(match.pairings) * 2
    done = {row.number for row in rows}
    todo = tasks(match, pairs, done)
    now = _standing(match, rows, wanted, sprt)
    if now.verdict or done.issuperset(range(wanted)):
        return now
    require_programs(match.players)
    if device == "cuda":
        from bough.arena.workers.gpu import play_on_gpu

        batches: Iterator[list[GameRow]] = play_on_gpu(match, list(todo))
    elif ray is not None:
        from bough.arena.workers.cluster import play_on_cluster

        batches = play_on_cluster(match, todo, ray)
    elif device == "cpu":
        batches = play_in_threads(match, todo, jobs)
    else:
        raise BoughError(f"unknown device '{device}'; use cpu or cuda")
    try:
        for batch in batches:
            store.add(batch)
            rows.extend(batch)
            if sprt is not None or watch is not None:
                now = _standing(match, rows, wanted, sprt)
                if watch:
                    watch(now)
                if now.verdict:
                    break
    except KeyboardInterrupt:
        return _standing(match, rows, wanted, sprt)._replace(stopped=True)
    finally:
        batches.close()  # type: ignore[attr-defined]
    return _standing(match, rows, wanted, sprt)


def _standing(match: Match, rows: list[GameRow], wanted: int, sprt: Sprt | None) -> Standing:
    scores = standing(match, rows)
    verdict = sprt.verdict(next(iter(scores.values()))) if sprt else None
    return Standing(scores, len(rows), wanted, verdict)


def play_in_threads(match: Match, todo: Iterator[Task], jobs: int) -> Iterator[list[GameRow]]:
    """Yield finished games in batches; threads run in parallel because kernels release the GIL."""
    stop = threading.Event()
    waiting: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
    finished: queue.SimpleQueue[GameRow | BaseException] = queue.SimpleQueue()

    def work() -> None:
        try:
            worker = Worker(match, stop)
            while (task := waiting.get()) is not None and not stop.is_set():
                finished.put(worker.play(task))
        except Stopped:
            pass
        except BaseException as error:
            finished.put(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    running = 0
    try:
        while True:
            while running < AHEAD * jobs and (task := next(todo, None)) is not None:
                waiting.put(task)
                running += 1
            if running == 0:
                return
            batch = [_row(finished.get())]
            while not finished.empty():
                batch.append(_row(finished.get()))
            running -= len(batch)
            yield batch
    finally:
        stop.set()
        for _ in threads:
            waiting.put(None)
        for thread in threads:
            thread.join()


def _row(ended: GameRow | BaseException) -> GameRow:
    if isinstance(ended, BaseException):
        raise ended
    return ended
