"""A match on a real Ray cluster of three nodes, one of which is killed on the way."""

import os
from pathlib import Path

import pytest

from bough.arena.match import match_of
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.arena.schedule import tasks

ray = pytest.importorskip("ray")


@pytest.mark.compiled
def test_no_game_is_lost_or_doubled_when_a_node_dies(tmp_path, monkeypatch):
    from ray.cluster_utils import Cluster

    source = str(Path(__file__).parents[2] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("RAY_DISABLE_IMPORT_WARNING", "1")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    doomed = cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    match = match_of("hex:4", ["uct+solver", "uct"], simulations=3000, seed=6)
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
