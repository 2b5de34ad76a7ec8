"""The server without a browser: its answers, its limits and whom it turns away."""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
import xml.etree.ElementTree as ElementTree
from contextlib import ExitStack
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bough.games.formats.saved import variations
from bough.games.names import BUILT_IN
from bough.search.ideas import registry
from bough.web.app import make_app
from bough.web.settings import Settings
from bough.web.thinking.desk import Turns

HERE, THINK = "http://localhost:8017", "ws://localhost:8017/api/think"
OURS = dict.fromkeys(BUILT_IN) | {"breakthrough": "examples/breakthrough.py", "pig": "examples/pig.py"}
GAMES = {name: source or name for name, source in OURS.items()}


def client(**changes) -> TestClient:
    return TestClient(make_app(Settings(games=GAMES, **changes)), base_url=HERE)


@pytest.fixture(scope="module")
def web():
    with client(clients=3, seconds=5.0) as made:
        yield made


def reports_until(socket, *kinds):
    """All reports up to the first of these kinds."""
    heard = []
    while not heard or heard[-1]["is"] not in kinds:
        heard.append(socket.receive_json())
    return heard


def think(socket, **fields):
    message = {"do": "think", "game": "tic-tac-toe", "moves": [], "seconds": 1, "ask": 1} | fields
    socket.send_json({key: value for key, value in message.items() if value is not None})


def test_a_position_tells_all_that_a_page_needs(web):
    told = web.post("/api/position", json={"game": "tic-tac-toe", "moves": ["b2"], "move": "a1"}).json()
    assert told["moves"] == ["b2", "a1"] and told["to_move"] == 0 and not told["over"]
    assert told["text"] == ".../.x./o.. x"
    assert {"move": "c3", "clicks": [[2]]} in told["legal"] and len(told["legal"]) == 7
    assert told["board"].startswith("<svg") and told["cells"][4] == {"name": "b2", "mark": "x", "is": "X"}


def test_clicks_lead_from_cell_to_cell_or_down_a_column(web):
    pawns = web.post("/api/position", json={"game": "breakthrough:5"}).json()
    assert {"move": "a2-a3", "clicks": [[15], [10]]} in pawns["legal"]
    columns = web.post("/api/position", json={"game": "connect-four:4x4"}).json()
    assert columns["legal"][0] == {"move": "a", "clicks": [[0, 4, 8, 12]]}


def test_a_position_says_how_it_stands_and_how_it_ended(web):
    told = web.post("/api/position", json={"game": "go:5", "moves": ["c3"]}).json()
    assert told["ending"] == "" and isinstance(told["shown"], str) and isinstance(told["rules"], str)
    ended = web.post("/api/position", json={"game": "go:5,komi=0.5", "moves": ["c3", "pass", "pass"]}).json()
    assert ended["over"] and ended["ending"] == "Black wins by 24.5"


def test_moves_are_taken_back_in_one_request(web):
    def back(moves, players):
        return web.post("/api/position", json={"game": "tic-tac-toe", "moves": moves, "back": players}).json()

    played = ["a1", "b2", "c3"]
    assert back(played, [0])["moves"] == ["a1", "b2"] and back(played, [1])["moves"] == ["a1"]
    assert back(played, [0, 1])["moves"] == ["a1", "b2"]
    assert back(["a1"], [1])["moves"] == [] == back([], [0])["moves"]
    assert "'back' must be" in back(played, [2])["error"] and "'back' must be" in back(played, [True])["error"]


def test_chance_may_open_a_game(tmp_path):
    rules = Path("examples/pig.py").read_text()
    begin = "position.roller = position.to_move = bough.FIRST"
    assert begin in rules
    changed = "position.roller = bough.FIRST\n        position.to_move = bough.CHANCE"
    (tmp_path / "rolled.py").write_text(rules.replace(begin, changed))
    games = {"rolled": str(tmp_path / "rolled.py")}
    with TestClient(make_app(Settings(games=games)), base_url=HERE) as web:
        begun = web.post("/api/position", json={"game": "rolled"}).json()
        assert len(begun["moves"]) == 1 and begun["moves"][0].startswith("(") and begun["to_move"] in (0, 1)
        moves = [*begun["moves"], "roll(3)"]
        for played in (moves, begun["moves"]):
            back = web.post("/api/position", json={"game": "rolled", "moves": played, "back": [0, 1]}).json()
            assert back["moves"] == begun["moves"], "what chance began with stays"


def test_marks_are_drawn_by_the_server(web):
    told = web.post("/api/position", json={"game": "hex:3"}).json()
    assert [mark["is"] for mark in told["marks"]] == ["empty", "Red", "Blue"]
    shapes = ElementTree.fromstring(told["stock"])
    assert [shape.get("id") for shape in shapes] == ["mark-1", "mark-2"]
    drawn = web.post("/api/position", json={"game": "hex:3", "moves": ["b2"]}).json()["board"]
    (stone,) = [one.attrib for one in ElementTree.fromstring(drawn).iter() if one.get("class") == "stone x"]
    places = ("cx", "cy")
    alike = [{key: value for key, value in one.items() if key not in places} for one in (stone, shapes[0][0].attrib)]
    assert alike[0] == alike[1]


def test_chance_is_drawn_by_the_server(web):
    told = web.post("/api/position", json={"game": "dark-chess:2x2,pieces=KCkc,draw=12", "move": "a1"}).json()
    assert told["moves"][0][:3] == "a1(" and told["moves"][0][3] in "KCkc"


def test_a_start_made_of_moves_is_not_played_twice(web):
    """Pig has no board, so its position text is the moves before."""
    begun = web.post("/api/position", json={"game": "pig", "start": "roll(3)", "moves": []}).json()
    held = web.post("/api/position", json={"game": "pig", "start": "roll(3)", "moves": [], "move": "hold"}).json()
    assert (begun["moves"], held["moves"], held["text"]) == ([], ["hold"], "roll(3) hold")


def test_games_are_saved_and_opened_again(web):
    for game, moves in (
        ("hex:4", ["a1", "b2"]), ("go:5", ["c3", "pass", "b2"]), ("havannah:3", ["a1"]), ("tic-tac-toe", ["b2", "a1"]),
        ("breakthrough:5", ["a2-a3"]), ("hex:4,swap", ["a1", "swap"]),
    ):  # fmt: skip
        file = web.post("/api/save", json={"game": game, "moves": moves}).json()
        opened = web.post("/api/open", json={"text": file["text"]}).json()
        assert (opened["game"], opened["moves"]) == (game, moves), file
    start = "xo./.../... x"
    file = web.post("/api/save", json={"game": "tic-tac-toe", "start": start, "moves": ["c3"]}).json()
    assert web.post("/api/open", json={"text": file["text"]}).json()["text"] == "xox/.../... o"


def test_a_game_is_saved_under_its_whole_name(web):
    for asked, size in (("hex:swap,9", "9"), ("hex", "11"), ("y:size=5", "5")):
        assert f"SZ[{size}]" in web.post("/api/save", json={"game": asked, "moves": ["a1"]}).json()["text"]
    ours = web.post("/api/save", json={"game": "breakthrough", "moves": []}).json()["text"]
    assert ours.startswith("# bough breakthrough\n"), "a file is known by what the server calls it"


@pytest.mark.parametrize("game", ["hex:4", "hex:4,swap", "go:5", "go:9,handicap=2", "havannah:3", "y:4", "loa:4",
                                  "connect-four:4x4", "tic-tac-toe"])  # fmt: skip
def test_boards_are_set_up_by_hand(web, game):
    told = web.post("/api/position", json={"game": game}).json()
    assert told["by_hand"]
    marks = [cell["mark"] for cell in told["cells"]]
    for to_move in (0, 1):
        arranged = web.post("/api/arrange", json={"game": game, "marks": marks, "to_move": to_move}).json()
        assert arranged["to_move"] == to_move and [cell["mark"] for cell in arranged["cells"]] == marks


@pytest.mark.parametrize("game", ["dark-chess:2x2,pieces=KCkc", "breakthrough:5"])
def test_where_a_board_does_not_tell_the_position_it_is_not_set_up_by_hand(web, game):
    told = web.post("/api/position", json={"game": game}).json()
    assert not told["by_hand"]
    marks = [cell["mark"] for cell in told["cells"]]
    answer = web.post("/api/arrange", json={"game": game, "marks": marks}).json()
    assert "a board alone makes no position" in answer["error"]


def test_another_programs_sgf_is_read(web):
    hexed = web.post("/api/open", json={"text": "(;FF[4]GM[11]SZ[4];B[B2];W[swap-pieces];B[c3])"}).json()
    assert hexed["game"] == "hex:4,swap" and hexed["moves"] == ["b2", "swap", "c3"]
    gone = web.post("/api/open", json={"text": "(;GM[1]SZ[9]KM[6.5];B[ee];W[cc])"}).json()
    assert gone["game"] == "go:9,komi=6.5" and gone["moves"] == ["e5", "c7"]


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("position", {"game": "chess"}, "there is no game 'chess' here"),
        ("position", {"game": "../../etc/passwd.py"}, "there is no game"),
        ("position", {"game": "examples/pig.py"}, "there is no game"),
        ("position", {"game": "hex:999"}, "hex"),
        ("position", {"game": "hex:4;rm"}, "options of a game"),
        ("position", {"game": 7}, "'game' must be"),
        ("position", {"game": "hex:4", "moves": "a1"}, "'moves' must be"),
        ("position", {"game": "hex:4", "moves": ["z9"]}, "not a legal move"),
        ("position", {"game": "hex:4", "start": "nonsense"}, "cannot read"),
        ("position", [], "JSON object"),
        ("arrange", {"game": "hex:4", "marks": ["x"]}, "one mark for each cell"),
        ("arrange", {"game": "hex:4", "marks": 5}, "'marks' must be"),
        ("open", {"text": "hello"}, "neither SGF nor"),
        ("open", {"text": "(;GM[40])"}, "cannot be read"),
        ("open", {"text": "# bough \ud800"}, "'text' must be"),
        ("open", {"text": "# bough ./evil.py\na1"}, "there is no game"),
    ],
)
def test_mistakes_are_one_line(web, path, body, said):
    content = json.dumps(body).encode()  # in ASCII, so that halves of characters can be sent too
    answer = web.post(f"/api/{path}", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and said in answer.json()["error"] and "\n" not in answer.json()["error"]


def test_what_is_too_large_or_not_json(web):
    assert web.post("/api/position", json={"game": "x" * 200_000}).status_code == 413
    assert web.post("/api/position", content=b"{", headers={"content-type": "application/json"}).status_code == 400
    assert web.post("/api/position", content=b"{}").status_code == 415
    deep = b"[" * 50_000
    assert web.post("/api/position", content=deep, headers={"content-type": "application/json"}).status_code == 400


def test_a_search_reports_while_it_thinks(web):
    with web.websocket_connect(THINK) as socket:
        think(socket, game="hex:4", recipe="uct+rave", seconds=1.5)
        heard = reports_until(socket, "done", "error")
    kinds = [report["is"] for report in heard]
    assert kinds[0] == "preparing" and kinds[-1] == "done" and kinds.count("thinking") >= 3
    assert heard[1]["simulations"] < heard[-1]["simulations"] and len(heard[-1]["moves"]) == 16
    assert 1.4 < heard[-1]["seconds"] < 2.5
    named = {row["move"] for row in heard[-1]["moves"]} | set(heard[-1]["variation"])
    assert heard[-1]["clicks"].keys() == named and heard[-1]["clicks"]["a1"] == [[0]]


def test_the_tree_can_be_walked_while_it_grows_and_after(web):
    with web.websocket_connect(THINK) as socket:
        think(socket, game="hex:4", recipe="uct+rave", seconds=3)
        reports_until(socket, "thinking")
        socket.send_json({"do": "explore", "path": [], "ask": 2})
        view = reports_until(socket, "view", "error")[-1]
        assert (
            view["is"] == "view"
            and view["found"] == 16
            and view["branches"][0]["numbers"].keys() == {"RAVE visits", "RAVE value"}
        )
        first = view["branches"][0]["move"]
        assert view["clicks"].keys() == {branch["move"] for branch in view["branches"]}
        socket.send_json({"do": "stop", "ask": 3})
        done = reports_until(socket, "done")[-1]
        assert done["stopped"]
        socket.send_json({"do": "explore", "path": [first], "find": "b", "ask": 4})
        below = reports_until(socket, "view", "error")[-1]
        assert below["path"] == [first] and below["position"]["moves"] == [first] and 3 <= below["found"] <= 4
        socket.send_json({"do": "explore", "path": ["z9"], "ask": 5})
        assert "no move 'z9'" in reports_until(socket, "view", "error")[-1]["message"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seconds": 1e9}, "at most 5"),
        ({"seconds": "1"}, "'seconds' must be"),
        ({"seconds": 10**400}, "'seconds' must be"),
        ({"seconds": None}, "needs 'seconds'"),
        ({"seconds": None, "simulations": 10**12}, "whole number"),
        ({"recipe": "secret.toml"}, "text of ideas"),
        ({"recipe": "puct+secret.onnx"}, "text of ideas"),
        ({"recipe": "uct+../secret"}, "text of ideas"),
        ({"recipe": "uct+nonsense"}, "unknown idea"),
        ({"game": "x.py"}, "no game"),
        ({"moves": ["q"]}, "not a legal move"),
        ({"do": "format"}, "'do' must be"),
        ({"do": ["think"]}, "'do' must be"),
        ({"ask": "x"}, "'ask' must be"),
    ],
)
def test_mistakes_on_the_socket(web, fields, said):
    with web.websocket_connect(THINK) as socket:
        think(socket, **fields)
        assert said in reports_until(socket, "error", "done")[-1]["message"]


def test_ten_thousand_malformed_messages(web):
    rng = random.Random(1)
    words = ["do", "think", "explore", "stop", "game", "hex:4", "moves", "path", "ask", "seconds", "recipe", "find"]

    def junk(depth=0):
        kind = rng.randrange(8 if depth < 3 else 5)
        if kind < 5:
            return [None, rng.choice(words), rng.uniform(-1e9, 1e9), rng.random() < 0.5, "\x00\ud7ff\u202e" * 3][kind]
        if kind == 5:
            return [junk(depth + 1) for _ in range(rng.randrange(4))]
        return {rng.choice(words): junk(depth + 1) for _ in range(rng.randrange(5))}

    sent = 0
    with web.websocket_connect(THINK) as socket:
        while sent < 10_000:
            text = json.dumps(junk())
            if rng.random() < 0.3:
                text = text[: rng.randrange(len(text) + 1)]
            if rng.random() < 0.05:
                socket.send_bytes(bytes(rng.randrange(256) for _ in range(20)))
            else:
                socket.send_text(text)
            sent += 1
            assert socket.receive_json()["is"] == "error" if not _harmless(text) else True
        think(socket, simulations=50, ask=77)
        while (report := socket.receive_json()).get("ask") != 77 or report["is"] != "done":
            pass
    assert web.get("/api/games").status_code == 200


def _harmless(text):
    """Whether a message is by chance a right one."""
    try:
        data = json.loads(text)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("do") in ("stop", "think", "explore")


def test_connections_are_counted_and_their_memory_is_given_back(web):
    desk = web.app.state.office.desk
    with web.websocket_connect(THINK) as one, web.websocket_connect(THINK):
        think(one, seconds=5, game="hex:4", recipe="uct+rave")
        reports_until(one, "thinking")
        with web.websocket_connect(THINK), web.websocket_connect(THINK) as fourth:
            assert "as many thinking pages" in fourth.receive_json()["message"]
            with pytest.raises(WebSocketDisconnect):
                fourth.receive_json()
    until = time.monotonic() + 5
    while desk.connections and time.monotonic() < until:
        time.sleep(0.02)
    assert desk.connections == 0
    assert not any(thread.name == "bough-search" for thread in threading.enumerate()), "a client that left still thinks"


def test_different_searches_are_limited():
    with client(engines=1) as web, web.websocket_connect(THINK) as socket:
        for game in ("tic-tac-toe", "hex:4", "hex:04", "hex:004", "tic-tac-toe"):  # the oldest makes room
            assert web.post("/api/position", json={"game": game}).status_code == 200
        think(socket, simulations=10, seconds=None)
        assert reports_until(socket, "done", "error")[-1]["is"] == "done"
        think(socket, simulations=10, seconds=None, recipe="uct")
        assert "as many different searches" in reports_until(socket, "done", "error")[-1]["message"]


def test_turns_are_taken_in_order():
    turns, order = Turns(1), []
    turns.take()
    assert not turns.wanted

    def wait(name):
        turns.take()
        order.append(name)
        turns.give()

    waiting = []
    for name in "abc":
        waiting.append(threading.Thread(target=wait, args=(name,)))
        waiting[-1].start()
        while len(turns._waiting) < len(waiting):
            time.sleep(0.001)
    assert turns.wanted
    turns.give()
    for thread in waiting:
        thread.join()
    assert order == list("abc")


def test_every_search_gets_its_budget_when_many_share_a_core():
    with client(at_once=1, clients=6) as web, ExitStack() as opened:
        sockets = [opened.enter_context(web.websocket_connect(THINK)) for _ in range(5)]
        for socket in sockets:
            think(socket, game="hex:4", recipe="uct+rave", seconds=0.4)
        ends = [reports_until(socket, "done", "error")[-1] for socket in sockets]
    assert all(0.35 < end["seconds"] < 1.0 for end in ends)
    rates = [end["simulations"] for end in ends]
    assert min(rates) > max(rates) / 4, "turns are fair"


def test_other_sites_and_other_names_are_refused(web):
    def status(**headers):
        return web.get("/api/games", headers=headers).status_code

    assert status() == 200 and status(origin=HERE) == 200
    assert status(origin="http://evil.example") == 403
    assert status(origin="null") == 403 and status(origin="http://[") == 403
    assert status(**{"content-length": b"\xb2"}) == 413 and status(**{"content-length": "9" * 5000}) == 413
    assert status(host="evil.example") == 403
    assert status(**{"sec-fetch-site": "cross-site"}) == 403
    with pytest.raises(WebSocketDisconnect), web.websocket_connect(THINK, headers={"origin": "http://evil.example"}):
        pass


IDEA = """
import bough
from bough.search.idea import Stage

@bough.idea("odd-one", "every node keeps a number", stage=Stage.KNOWLEDGE, shows={"odd": "odd number"})
def odd_one(game, hooks):
    before = hooks.prepare

    @bough.part
    def prepare(child, position, params):
        before(child, position, params)
        child.odd = math.inf

    return hooks._replace(node=(*hooks.node, ("odd", "f4")), prepare=prepare)
"""


def test_an_idea_of_a_file_is_served_by_its_name(web, run, tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text("import math\n" + IDEA)
    monkeypatch.setattr(registry, "_REGISTERED", {})
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    assert run("serve", "--port", "0", "--idea", file)[0] == 0
    assert "odd-one" in web.get("/api/games").json()["ideas"]
    code, _, err = run("serve", "--port", "0", "--idea", "uct")
    assert code == 2 and "no file of an idea" in err
    with web.websocket_connect(THINK) as socket:
        think(socket, recipe=f"uct+{file}", simulations=50)
        assert "text of ideas" in reports_until(socket, "error", "done")[-1]["message"]
        think(socket, recipe="uct+odd-one", simulations=50)
        assert reports_until(socket, "error", "done")[-1]["recipe"] == "uct+odd-one"
        socket.send_json({"do": "explore", "path": [], "ask": 2})
        view = reports_until(socket, "view", "error")[-1]
        assert view["branches"][0]["numbers"] == {"odd number": None}, "JSON has no infinity"


def test_the_page_keeps_to_itself(web):
    for path in ("/", "/scripts/app.js", "/style.css", "/api/games", "/nothing"):
        headers = web.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    page = web.get("/").text
    assert "http://" not in page and "https://" not in page, "nothing is fetched from elsewhere"
    assert web.get("/../app.py").status_code == 404 and web.get("/assets/%2e%2e/app.py").status_code == 404


def test_beyond_loopback_nothing_without_the_token():
    with client(token="s3cret", hosts=frozenset({"*"})) as web:
        for path in ("/", "/scripts/app.js", "/api/games", "/api/results", "/api/schema", "/nothing"):
            assert web.get(path).status_code == 401
        assert web.post("/api/position", json={"game": "tic-tac-toe"}).status_code == 401
        with pytest.raises(WebSocketDisconnect), web.websocket_connect(THINK):
            pass
        assert web.get("/?token=wrong").status_code == 401
        entered = web.get("/?token=s3cret", follow_redirects=False)
        assert entered.status_code == 303 and "HttpOnly" in entered.headers["set-cookie"]
        assert web.get("/api/games").status_code == 200, "the cookie was kept"
        with web.websocket_connect(THINK) as socket:
            think(socket, simulations=10)
            assert reports_until(socket, "done", "error")[-1]["is"] == "done"


_schema = schemathesis.openapi.from_asgi(
    "/api/schema", make_app(Settings(games={"tic-tac-toe": "tic-tac-toe"}, hosts=frozenset({"*"})))
)


@_schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_interface_keeps_its_word(case):
    answer = case.call()
    assert answer.status_code < 500
    case.validate_response(answer, checks=(schemathesis.checks.not_a_server_error,))


def test_games_of_one_name_are_not_one_game(tmp_path):
    rules = Path("examples/breakthrough.py").read_text().replace('name=f"breakthrough:{size}"', 'name="mygame"')
    for file, usual in (("one.py", 5), ("two.py", 6)):
        (tmp_path / file).write_text(rules.replace("size: int = 6", f"size: int = {usual}"))
    games = {name: str(tmp_path / f"{name}.py") for name in ("one", "two")}
    with TestClient(make_app(Settings(games=games)), base_url=HERE) as web, web.websocket_connect(THINK) as socket:
        for game, squares in (("one", 25), ("two", 36), ("one:7", 49)):
            assert len(web.post("/api/position", json={"game": game}).json()["cells"]) == squares
            think(socket, game=game, recipe="uct", simulations=5, seconds=None)
            assert reports_until(socket, "done", "error")[-1]["is"] == "done"


def test_one_board_under_two_names_is_one_game(web):
    shelf = web.app.state.shelf
    assert shelf.game("hex:4") is shelf.game("hex:size=4")
    with web.websocket_connect(THINK) as socket:
        for game in ("hex:4", "hex:size=4", "hex:4"):
            think(socket, game=game, recipe="uct+rave", simulations=20, seconds=None)
            assert reports_until(socket, "done", "error")[-1]["is"] == "done"


def test_a_page_saves_lines_and_notes_that_can_be_played():
    data = {"game": "hex:5", "moves": ["c3", "d2"], "lines": [["c3", "a1"]], "notes": [{"moves": ["c3"], "text": "hm"}]}
    text = client().post("/api/save", json=data).json()["text"]
    assert variations(text) == [["c3", "a1"]] and "C[hm]" in text
    assert client().post("/api/open", json={"text": text}).json()["lines"] == [["c3", "a1"]]
    for wrong in ({"lines": [["z9"]]}, {"lines": "c3"}, {"notes": ["hm"]}, {"notes": [{"moves": ["c3"]}]}):
        assert client().post("/api/save", json=data | wrong).status_code == 400


@pytest.mark.compiled
def test_a_server_that_is_stopped_while_it_compiles_says_nothing(tmp_path):
    command = [sys.executable, "-m", "bough.cli.main", "serve", "--port", "0"]
    fresh = os.environ | {"BOUGH_CACHE": str(tmp_path), "COLUMNS": "200"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=fresh)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    asking = http.client.HTTPConnection(found[0].removeprefix("http://").rstrip("/"), timeout=60)
    asking.request("POST", "/api/position", b'{"game": "connect-four"}', {"content-type": "application/json"})
    urllib.request.urlopen(found[0], timeout=60).read()  # a later request is answered, so the first has been read
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=60)
    assert asking.getresponse().status in (200, 503)
    assert said == "" and server.returncode in (0, 130)  # 0 where it had nothing left to wait for


def test_whoever_asks_nothing_is_let_go(monkeypatch):
    """Half a request does not hold a connection, and connections are limited; others are served meanwhile."""
    import socket

    import uvicorn

    from bough.web.entrance import punctual

    monkeypatch.setattr(punctual, "HEADER_SECONDS", 0.5)
    monkeypatch.setattr(punctual.Punctual, "most", 20)
    listening = socket.create_server(("127.0.0.1", 0))
    address = listening.getsockname()
    app = make_app(Settings(games={"tic-tac-toe": "tic-tac-toe"}))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", http=punctual.Punctual))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()

    def asked(text):
        one = socket.create_connection(address, timeout=10)
        one.sendall(text)
        return one

    slow = [asked(b"GET / HTTP/1.1\r\nHost: ") for _ in range(15)]
    whole = asked(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert whole.recv(100).startswith(b"HTTP/1.1 200")
    many = [socket.create_connection(address, timeout=10) for _ in range(20)]
    assert sum(_closed(one) for one in many) >= 10, "more than it may have"
    assert all(_closed(one) for one in slow)
    again = asked(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert again.recv(100).startswith(b"HTTP/1.1 200")
    server.should_exit = True
    for one in (*slow, *many, whole, again):
        one.close()
    thread.join(10)
    assert not thread.is_alive()


def _closed(connection):
    try:
        return connection.recv(10) == b""
    except ConnectionError:
        return True


def test_a_refused_socket_is_nothing_to_report():
    """By the real server: it answers 403 and logs nothing."""
    import socket

    command = [sys.executable, "-m", "bough", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    port = int(re.search(r":([0-9]+)/", server.stdout.readline())[1])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as refused:
        refused.sendall(
            b"GET /api/think HTTP/1.1\r\nHost: elsewhere\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert refused.recv(100).startswith(b"HTTP/1.1 403")
    time.sleep(0.3)
    server.send_signal(signal.SIGINT)
    assert server.communicate(timeout=20)[1].strip() == ""
