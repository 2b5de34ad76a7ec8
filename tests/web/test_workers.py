"""Searches in worker processes: lost ones are told, replaced ones are not noticed, and none is left behind."""

import os
import signal
import time

import pytest
from starlette.testclient import TestClient

from bough.web.app import make_app
from bough.web.settings import Settings

HERE, THINK = "http://localhost:8017", "ws://localhost:8017/api/think"


@pytest.fixture
def served():
    """Makes servers with workers, each with these settings; all end with the test."""
    made = []

    def serve(**settings):
        web = TestClient(
            make_app(Settings(games={"hex": "hex", "tic-tac-toe": "tic-tac-toe"}, apart=True, **settings)),
            base_url=HERE,
        )
        made.append(web.__enter__())
        return web

    yield serve
    for web in made:
        web.__exit__(None, None, None)


def ask(socket, number=1, **fields):
    message = {"do": "think", "game": "hex:4", "moves": [], "recipe": "uct", "simulations": 20, "ask": number}
    socket.send_json(message | fields)


def answer(socket, number=1):
    while True:
        heard = socket.receive_json()
        if heard["is"] in ("done", "error", "view", "steps") and heard["ask"] == number:
            return heard


def pids(web):
    return [worker._child.pid for worker in web.app.state.office._running]


def holds(fact, seconds=10.0):
    """Whether something becomes true soon."""
    until = time.monotonic() + seconds
    while not fact() and time.monotonic() < until:
        time.sleep(0.02)
    return fact()


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_thinks_explores_and_steps(served):
    web = served()
    with web.websocket_connect(THINK) as socket:
        ask(socket)
        done = answer(socket)
        assert done["is"] == "done" and done["simulations"] == 20 and done["clicks"]
        socket.send_json({"do": "explore", "path": [], "ask": 2})
        assert answer(socket, 2)["is"] == "view"
        socket.send_json({"do": "step", "game": "tic-tac-toe", "moves": [], "recipe": "uct", "ask": 3})
        assert [step["name"] for step in answer(socket, 3)["steps"]][-1:] != []
        ask(socket, 4, recipe="uct+nonsense")
        assert "unknown idea" in answer(socket, 4)["message"]
        socket.send_text("{")
        assert answer(socket, None)["message"] == "a message is a JSON object"


def test_a_killed_worker_costs_its_search_and_is_replaced(served):
    web = served(at_once=1)
    with web.websocket_connect(THINK) as socket:
        ask(socket, recipe="uct+solver", simulations=None, seconds=30, game="hex:7")
        while socket.receive_json()["is"] != "thinking":
            pass
        (first,) = pids(web)
        os.kill(first, signal.SIGKILL)
        assert answer(socket)["message"] == "the process of this search was killed (SIGKILL); ask again"
        ask(socket, 2)
        assert answer(socket, 2)["is"] == "done"
        assert pids(web) != [first]
        assert web.post("/api/position", json={"game": "hex:4"}).status_code == 200


def test_a_worker_that_has_loaded_much_makes_room_unnoticed(served):
    web = served(at_once=1, loaded=1)
    seen = set()
    with web.websocket_connect(THINK) as one, web.websocket_connect(THINK) as two:
        for number in range(1, 7):
            for socket, recipe in ((one, "uct"), (two, "uct+solver")):
                ask(socket, number, recipe=recipe, game="tic-tac-toe")
            assert [answer(socket, number)["is"] for socket in (one, two)] == ["done", "done"]
            seen.update(pids(web))
            time.sleep(0.2)
    assert len(seen) > 2


def test_connections_are_spread_and_limited(served):
    web = served(at_once=2, clients=2)
    with web.websocket_connect(THINK), web.websocket_connect(THINK):
        assert holds(lambda: len(pids(web)) == 2)
        with web.websocket_connect(THINK) as third:
            assert "as many thinking pages" in third.receive_json()["message"]
    assert holds(lambda: web.app.state.office.connections == 0)
    with web.websocket_connect(THINK) as again:
        ask(again)
        assert answer(again)["is"] == "done"


def test_nothing_is_left_when_the_server_ends(served):
    web = served(at_once=1)
    with web.websocket_connect(THINK) as socket:
        ask(socket)
        answer(socket)
        (pid,) = pids(web)
    web.app.state.office.close()
    assert holds(lambda: not alive(pid))


def test_a_machine_that_starts_no_process_says_so(served, monkeypatch):
    web = served(at_once=1)

    def refuse(*words, **options):
        raise OSError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patched:
        patched.setattr("bough.web.thinking.workers.subprocess.Popen", refuse)
        with web.websocket_connect(THINK) as socket:
            assert "cannot start a process now (Resource temporarily unavailable)" in socket.receive_json()["message"]
    assert web.app.state.office.connections == 0
    with web.websocket_connect(THINK) as socket:
        ask(socket)
        assert answer(socket)["is"] == "done"
