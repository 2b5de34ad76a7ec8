"""Plays games on a Ray cluster (extra `ray`); only the driver writes to the store.

If a node dies, its game is played again: a task has a number and a seed, and the store accepts each number once.
"""

import logging
import os
import threading
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bough.arena.match import Match
from bough.arena.results.store import GameRow
from bough.arena.schedule import Task
from bough.arena.workers.worker import Worker
from bough.core.errors import BoughError
from bough.core.extras import lacking

_workers: dict[Match, Worker] = {}


def play_task(match: Match, task: Task) -> GameRow:
    """Play one game; the worker process keeps its trees' memory from game to game."""
    if match not in _workers:
        _workers[match] = Worker(match, threading.Event())
    return _workers[match].play(task)


def play_on_cluster(match: Match, todo: Iterator[Task], address: str) -> Iterator[list[GameRow]]:
    """Yield finished games, with enough in flight to keep the cluster's cores busy."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise lacking("--ray needs", "ray") from None
    started = not ray.is_initialized()
    try:
        if started:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, ValueError) as error:
        raise BoughError(f"cannot reach the Ray cluster at {address}: {str(error).splitlines()[0]}") from None
    # Workers import play_task by module name instead of unpickling it, so they keep compiled code between games.
    remote = ray.remote(max_retries=0, num_cpus=1)(_play_remotely)
    fields = asdict(match)
    flying: dict[Any, Task] = {}
    try:
        ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            while len(flying) < ahead and (task := next(todo, None)) is not None:
                flying[remote.remote(fields, tuple(task))] = task
            if not flying:
                return
            ready, _ = ray.wait(list(flying), num_returns=1)
            for reference in ready:
                task = flying.pop(reference)
                try:
                    yield [GameRow(*ray.get(reference))]
                except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.RaySystemError):
                    flying[remote.remote(fields, tuple(task))] = task
                except ray.exceptions.ObjectLostError:
                    flying[remote.remote(fields, tuple(task))] = task
    finally:
        for reference in flying:
            ray.cancel(reference, force=True)
        if started:
            ray.shutdown()


def _play_remotely(fields: dict, task: tuple) -> tuple:
    from bough.arena.match import Match
    from bough.arena.schedule import Task
    from bough.arena.workers.cluster import play_task

    match = Match(**(fields | {"players": tuple(fields["players"])}))
    return tuple(play_task(match, Task(*task)))
