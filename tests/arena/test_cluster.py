"""A match on a real Ray cluster of three nodes, one of which is killed on the way."""

import os
from pathlib import Path

import pytest

import bough
from bough.arena.match import match_of
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.arena.schedule import tasks

ray = pytest.importorskip("ray")


def _positions_travel(address):
    """Positions, games and recipes are arguments and results of a remote function as they are."""

    @ray.remote
    def replied(position, recipe):
        return position.play(position.moves[0]), position.game, recipe

    ray.init(address=address)
    start = bough.game("go:5").start()
    asked = [start, start.play("pass"), start.play("c3").play("pass")]
    for position, (after, game, recipe) in zip(
        asked, ray.get([replied.remote(position, bough.recipe("uct+solver")) for position in asked]), strict=True
    ):
        assert game is start.game and after == position.play(position.moves[0]) != position
        assert recipe == bough.recipe("uct+solver")
    ray.shutdown()


@pytest.mark.long
def test_no_game_is_lost_or_doubled_when_a_node_dies(tmp_path, monkeypatch):
    from ray.cluster_utils import Cluster

    source = str(Path(__file__).parents[2] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("RAY_DISABLE_IMPORT_WARNING", "1")
    monkeypatch.setenv("RAY_worker_niceness", "0")  # or the other tests leave them no time
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    _positions_travel(cluster.address)
    doomed = cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    match = match_of("hex:4", ["uct+solver", "uct"], simulations=30, seed=6)
    store = Store(tmp_path / "r.sqlite")
    killed = []

    def kill_one(now):
        if now.played >= 6 and not killed:
            killed.append(now.played)
            cluster.remove_node(doomed, allow_graceful=False)

    try:
        ended = run_match(match, store, pairs=20, watch=kill_one, ray=cluster.address)
    finally:
        cluster.shutdown()
    rows = list(store.games(match=match.id))
    assert killed and ended.played == len(rows) == 40
    assert [row.number for row in rows] == list(range(40))
    assert [row.opening for row in rows] == [" ".join(task.opening) for task in tasks(match, 20, set())]
