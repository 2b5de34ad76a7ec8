"""The page in a real browser: Chromium, driven by Playwright."""

import json
import os
import random
import re
import shutil
import subprocess
import sys

import pytest

from bough.arena.match import match_of
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.knowledge.puzzles.puzzle import shipped_puzzles

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install --group test")
expect = playwright.expect
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
    pytest.mark.early,  # a browser waits more than it computes, so others work beside it
]

LONG = 120_000
"""Milliseconds; a search used for the first time is compiled."""
STONES = "#board .stone, #board .sign"
WIDTHS = {"desk": (1280, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Where a match is kept."""
    kept = Store(tmp_path_factory.mktemp("store") / "kept.sqlite")
    yield kept
    kept.close()


@pytest.fixture(scope="module")
def address(store):
    """A server with two games of our own beside the built-in ones, and a store of results."""
    games = ["examples/breakthrough.py", "examples/pig.py"]
    (_, _, file), *_ = store.connection.execute("pragma database_list")
    command = [sys.executable, "-m", "bough.cli.main", "serve", *games, "--port", "0", "--store", file]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"})
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, line
    yield found[0]
    server.terminate()
    assert server.wait(20) is not None


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser, address):
    """A page on a wide screen; whatever goes wrong in it fails the test."""
    yield from visit(browser, "desk")


def visit(browser, width):
    wide, high = WIDTHS[width]
    context = browser.new_context(viewport={"width": wide, "height": high}, accept_downloads=True)
    made = context.new_page()
    made.set_default_timeout(20_000)
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on(
        "console", lambda said: wrong.append(said.text) if said.type == "error" and "400" not in said.text else None
    )
    yield made
    context.close()
    assert not wrong, wrong


DARK = "dark-chess:2x2,pieces=KCkc,draw=12"
SHARED = {"go:5": "uct", "loa:4": "uct+leaf-check+solver", DARK: "uct+chance-nodes+solver"}
"""Searches that other tests compile too, in place of the games' own."""


def start(page, address, game, simulations=40):
    page.goto(f"{address}#game={game}")
    expect(page.locator("#strength option")).not_to_have_count(0)  # the page knows the levels
    page.click("#tab-setup")
    for player in (0, 1):
        page.fill(f"#recipe-{player}", SHARED.get(game, ""))
    page.select_option("#unit", "simulations")
    page.fill("#amount", str(simulations))
    page.click("#tab-thinking")
    expect(page.locator("#status")).to_have_text(re.compile("to move"), timeout=LONG)


def history(page):
    """The moves made, as the page lists them."""
    return page.locator("#history [data-move]").evaluate_all("all => all.map(one => one.dataset.move)")


def my_turn(page):
    expect(page.locator("#status")).to_have_text(re.compile(r"\(you\) to move|wins|draw"), timeout=LONG)
    return "to move" in page.inner_text("#status")


def one_move(page, rng, passing=False):
    """Click what can be clicked until a move is made."""
    before = page.inner_text("#status")
    places, words = page.locator("#board .cell.can"), page.locator("#moves button")
    if words.count() and (passing or not places.count()):
        words.nth(rng.randrange(words.count())).click()
    else:
        places.nth(rng.randrange(places.count())).click()
        goals = page.locator("#board .cell.goal")
        if page.locator("#board .cell.chosen").count() and goals.count():
            goals.nth(rng.randrange(goals.count())).click()
    expect(page.locator("#status")).not_to_have_text(before, timeout=LONG)


@pytest.mark.parametrize(
    "game",
    [
        "hex:4", "go:5", "havannah:3", "y:4", "loa:4", DARK, "connect-four:4x4",
        "tic-tac-toe", "breakthrough:5", "pig:20",
    ],
)  # fmt: skip
def test_a_whole_game_by_clicking(page, address, game):
    start(page, address, game)
    rng, moves = random.Random(5), 0
    while my_turn(page):
        one_move(page, rng, passing=game == "go:5" and moves > 2)
        moves += 1
        assert moves < 200
    assert moves > 0
    assert re.search(r"wins|A draw", page.inner_text("#status"))
    assert page.locator("#board .cell.can").count() == 0


def test_statistics_change_while_it_thinks_and_stop_and_go_on(page, address):
    start(page, address, "hex:4")
    page.click("#tab-setup")
    page.select_option("#unit", "seconds")
    page.fill("#amount", "20")
    page.fill("#recipe-0", "uct+rave")
    page.click("#tab-thinking")
    page.click("#think")
    expect(page.locator("#facts")).to_have_text(re.compile("simulations in"), timeout=LONG)
    seen = page.inner_text("#facts")
    expect(page.locator("#facts")).not_to_have_text(seen)
    assert page.locator(".over .share").count() > 0
    assert page.locator("#found tbody tr").count() == 16
    points = page.get_attribute("#plot polyline", "points")
    page.click("#stop")
    expect(page.locator("#think")).to_have_text("Go on")
    assert len(page.get_attribute("#plot polyline", "points")) >= len(points)
    visits = int(page.inner_text("#found tbody tr:first-child td:nth-child(2)").replace(",", ""))
    page.click("#think")
    page.click("#stop")
    expect(page.locator("#think")).to_have_text("Go on")
    more = int(page.inner_text("#found tbody tr:first-child td:nth-child(2)").replace(",", ""))
    assert more >= visits, "going on keeps the tree"


def test_the_tree_is_walked_three_levels(page, address):
    start(page, address, "hex:3", 800)
    page.click("#think")
    expect(page.locator("#think")).to_have_text("Go on", timeout=LONG)
    page.click("#tab-tree")
    for level in (1, 2, 3):
        if level == 2:  # by a branch's board
            expect(page.locator("#below svg")).to_have_count(3)
            page.locator("#below button", has_text="% of visits").first.click()
        else:
            page.locator("#branches tbody tr:first-child [data-branch]").click()
        expect(page.locator("#path button")).to_have_count(level + 1)
        expect(page.locator(STONES)).to_have_count(level)
    page.locator("#branches tbody tr:last-child", has_text="why").get_by_text("why?").click()
    expect(page.locator("#why")).to_have_text(re.compile("after .* visits"))
    page.fill("#find", "a")
    expect(page.locator("#node")).to_have_text(re.compile(r", [1-3] branches"))
    page.locator("#path button").first.click()
    expect(page.locator(STONES)).to_have_count(0)
    page.click("#tab-thinking")
    expect(page.locator("#board .cell.can")).to_have_count(9)


def test_outcomes_of_chance_have_their_probabilities(page, address):
    start(page, address, DARK, 400)
    page.click("#think")
    expect(page.locator("#think")).to_have_text("Go on", timeout=LONG)
    page.click("#tab-tree")
    page.locator("#branches tbody tr:first-child [data-branch]").click()
    expect(page.locator("#node")).to_have_text(re.compile("Chance to move"))
    expect(page.locator("#branches tbody tr")).to_have_count(4)
    assert page.locator("#branches td", has_text="0.250").count() == 4


def test_the_line_the_rules_and_what_a_game_says_are_shown(page, address):
    start(page, address, "connect-four:4x4&moves=a+a", 300)
    page.check("#line")
    page.click("#think")
    expect(page.locator("#think")).to_have_text("Go on", timeout=LONG)
    expect(page.locator(".over .step").first).to_be_visible()
    expect(page.locator(".over .share")).not_to_have_count(0)
    page.click("#rules summary")
    expect(page.locator("#rules p")).to_have_text(re.compile("four of your discs"))
    start(page, address, DARK)
    expect(page.locator(".beside")).not_to_be_empty()


def test_take_back_save_and_open(page, address, tmp_path):
    start(page, address, "hex:4")
    page.locator("#board .cell.can").nth(5).click()
    assert my_turn(page)
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)
    page.click("#back")
    expect(page.locator(STONES)).to_have_count(0)
    page.locator("#board .cell.can").nth(6).click()
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)
    moves = history(page)
    page.click("#tab-file")
    with page.expect_download() as saving:
        page.click("#save")
    saved = tmp_path / "game.sgf"
    saving.value.save_as(saved)
    text = saved.read_text()
    assert text.startswith("(;FF[4]") and "GM[11]" in text and "SZ[4]" in text
    assert text.count("(;B[") == 2 and "C[Red wins" in text  # what was taken back is a variation
    page.click("#tab-setup")
    page.select_option("#kind-1", "person")
    page.click("#choose")
    page.fill("#options", "5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#board .cell")).to_have_count(25)
    page.set_input_files("#open", saved)
    expect(page.locator("#board .cell")).to_have_count(16)
    assert history(page) == moves
    expect(page.locator("#history .variation")).to_have_count(1)


def test_a_position_is_set_up_by_hand_and_linked_to(page, address):
    start(page, address, "tic-tac-toe")
    page.click("#tab-setup")
    page.select_option("#kind-1", "person")
    page.click("#tab-file")
    page.click("#edit")
    page.locator("#board .cell").nth(0).click()
    for _ in range(2):
        page.locator("#board .cell").nth(1).click()
    expect(page.locator('#board .cell use[href="#mark-2"]')).to_have_count(1)
    size = page.locator("#board .cell use").first.bounding_box()
    assert size["width"] > 10, "the shape is the server's"
    expect(page.locator("#board .cell").nth(1)).to_have_attribute("aria-label", "b3, O")
    page.click("#edit-done")
    expect(page.locator("#text")).to_have_value("xo./.../... x")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(STONES)).to_have_count(2)
    page.click("#tab-file")
    page.fill("#text", "nonsense")
    page.click("#go-to")
    expect(page.locator("#error")).to_have_text(re.compile("cannot read the tic-tac-toe position"))


@pytest.mark.parametrize(
    ("link", "said", "cells"),
    [
        ("hex:5&moves=zz", "'zz' is not a legal move", 25),
        ("hex:999", "hex", 121),
        ("chess&moves=e2-e4", "there is no game 'chess' here", 121),
    ],
)
def test_a_link_that_leads_nowhere_says_so(page, address, link, said, cells):
    page.goto(f"{address}#game={link}")
    expect(page.locator("#board .cell.can")).to_have_count(cells, timeout=LONG)
    expect(page.locator("#error")).to_have_text(re.compile(said))


def test_only_boards_that_can_be_are_set_up_by_hand(page, address):
    for game, offered in (("dark-chess:2x2,pieces=KCkc", False), ("tic-tac-toe", True), ("breakthrough:5", False)):
        start(page, address, game)
        page.click("#tab-file")
        expect(page.locator("#edit")).to_be_enabled(enabled=offered)


def test_the_engine_moves_once_its_recipe_is_mended(page, address):
    start(page, address, "tic-tac-toe")
    page.click("#tab-setup")
    page.fill("#recipe-1", "uct+nonsense")
    page.locator("#board .cell.can").first.click()
    expect(page.locator("#error")).to_have_text(re.compile("unknown idea"))
    page.fill("#recipe-1", "uct+solver")
    page.keyboard.press("Tab")
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)
    expect(page.locator("#error")).to_be_empty()


def long_thought(page, address):
    """The engine thinks about its first move and would for long."""
    start(page, address, "tic-tac-toe", 10**7)
    page.click("#tab-setup")
    page.fill("#recipe-1", "uct")
    page.click("#tab-thinking")
    page.locator("#board .cell.can").first.click()
    expect(page.locator("#found tbody tr")).to_have_count(8, timeout=LONG)


def test_the_engine_moves_though_another_game_could_not_be_had(page, address, tmp_path):
    long_thought(page, address)
    (tmp_path / "no.txt").write_text("no game")
    page.set_input_files("#open", tmp_path / "no.txt")
    expect(page.locator("#stop")).to_be_disabled()
    page.click("#stop")
    expect(page.locator(STONES)).to_have_count(2)
    expect(page.locator("#error")).to_have_text(re.compile("neither SGF nor"))


def test_the_engine_moves_once_the_server_has_room_again(page, address):
    full = "this server has as many thinking pages as it may"
    rooms: list[str] = []

    def answer(socket):
        if rooms:
            socket.connect_to_server()
        else:
            socket.send(json.dumps({"is": "error", "message": full}))
            socket.close(code=1013)

    page.route_web_socket(re.compile("/api/think"), answer)
    start(page, address, "tic-tac-toe")
    page.locator("#board .cell.can").first.click()
    expect(page.locator("#error")).to_have_text(full)
    page.wait_for_timeout(500)
    expect(page.locator("#error")).to_have_text(full)
    rooms.append("free")
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)
    expect(page.locator("#error")).to_be_empty()


def test_the_engine_moves_though_somebody_looked_at_the_tree(page, address):
    long_thought(page, address)
    page.click("#tab-tree")
    expect(page.locator("#status")).to_have_text(re.compile("In the tree"))
    page.click("#stop")
    expect(page.locator("#stop")).to_be_disabled()
    page.click("#tab-thinking")
    page.click("#stop")
    expect(page.locator(STONES)).to_have_count(2)


def test_the_tree_says_whose_it_is(page, address):
    start(page, address, "tic-tac-toe")
    page.locator("#board .cell.can").first.click()
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)
    page.click("#tab-tree")
    expect(page.locator("#status")).to_have_text(re.compile("tree of the position after move 1, the last that was"))


def test_two_engines_play_and_sides_can_be_swapped(page, address):
    start(page, address, "tic-tac-toe")
    page.click("#tab-setup")
    page.click("#swap-sides")
    assert my_turn(page)
    expect(page.locator(STONES)).to_have_count(1)
    page.click("#tab-setup")
    page.select_option("#kind-1", "engine")
    expect(page.locator("#status")).to_have_text(re.compile("wins|draw"), timeout=LONG)


def test_the_pie_rule_is_a_button(page, address):
    start(page, address, "hex:4,swap")
    page.click("#tab-setup")
    page.select_option("#kind-1", "person")
    page.locator("#board .cell.can").first.click()
    page.get_by_role("button", name="swap", exact=True).click()
    expect(page.locator("#history [data-move]")).to_have_count(2)
    assert history(page) == ["a1", "swap"]
    expect(page.locator("#status")).to_have_text(re.compile("to move"))


def test_results_are_live(page, address, store):
    page.goto(f"{address}#game=tic-tac-toe")
    page.click("#tab-results")
    expect(page.locator("#matches")).to_have_text("There are no games yet.")
    match = match_of("tic-tac-toe", ["random", "uct", "uct(exploration=0.5)"], simulations=20)
    for pairs in (1, 2):
        run_match(match, store, pairs)
        expect(page.locator("#matches h3")).to_have_text(re.compile(f": {6 * pairs} games"))
    expect(page.locator(".ratings rect")).to_have_count(3)


def test_keyboard_alone(page, address):
    start(page, address, "tic-tac-toe")
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.cell") is not None:
            break
        page.keyboard.press("Tab")
    for key in ("ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#history [data-move]")).to_have_count(2, timeout=LONG)
    assert history(page)[0] == "a3"
    rng, keys = random.Random(2), ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
    for _ in range(300):
        if not my_turn(page):
            break
        page.keyboard.press(rng.choice(keys))
        if page.evaluate("document.activeElement.classList.contains('can')"):
            before = page.inner_text("#status")
            page.keyboard.press("Enter")
            expect(page.locator("#status")).not_to_have_text(before)
    assert re.search("wins|draw", page.inner_text("#status"))


@pytest.mark.parametrize("game", ["hex:11", "go:9", "dark-chess", "loa:4"])
def test_nothing_is_cut_off_on_a_phone(browser, address, game):
    visited = visit(browser, "phone")
    page = next(visited)
    page.goto(f"{address}#game={game}")
    expect(page.locator("#status")).to_have_text(re.compile("to move"), timeout=LONG)
    for tab in ("game", "thinking", "tree", "setup", "file"):
        page.click(f"#tab-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#board svg").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    heights = page.evaluate(
        "[...document.querySelectorAll('#side-panel button, header button')].map(b => b.offsetHeight)"
    )
    assert min(filter(None, heights)) >= 32, "fingers need room"
    next(visited, None)


def test_the_start_screen_explains_and_begins_a_game(page, address):
    page.goto(address)
    expect(page.locator("#games [role=radio]")).to_have_count(10)
    page.locator("#games [data-game=tic-tac-toe]").click()
    expect(page.locator("#goal")).to_have_text(re.compile("three of your marks in a line"))
    page.select_option("#level", "beginner")
    page.select_option("#side", label="O (second)")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#start")).to_be_hidden()
    assert my_turn(page)
    expect(page.locator("#legend")).to_have_text(re.compile(r"X \(the engine, beginner\).*O \(you\)"))
    expect(page.locator(STONES)).to_have_count(1)


def test_moves_are_walked_and_played_from_and_redone(page, address):
    start(page, address, "hex:4&moves=b2+c3+a1+d4")
    page.click("#tab-game")
    expect(page.locator("#history [data-move]")).to_have_count(4)
    page.click("#earlier")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(STONES)).to_have_count(2)
    expect(page.locator("#status")).to_have_text(re.compile("After move 2 of 4"))
    page.click("#last")
    expect(page.locator(STONES)).to_have_count(4)
    page.click("#back")
    expect(page.locator(STONES)).to_have_count(2)
    page.click("#redo")
    expect(page.locator(STONES)).to_have_count(4)
    page.click("#first")
    expect(page.locator(STONES)).to_have_count(0)
    page.locator("#board .cell.can").first.click()
    expect(page.locator("#history .variation")).to_have_text("(b2)")
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)


def test_a_game_is_reviewed_and_its_worst_move_named(page, address):
    """O threatens b1, and X looks away."""
    page.goto(f"{address}#game=tic-tac-toe&moves=a3+b2+c3+b3+c2+b1")
    expect(page.locator("#status")).to_have_text(re.compile("O .*wins with three in a line"))
    expect(page.locator("#board .light")).to_have_count(3)
    page.click("#tab-game")
    page.click("#review")
    worst = page.locator("#reviewed li").first
    expect(worst).to_have_text(re.compile(r"5\. c2\?\? gave away \d+ points; better b1"), timeout=LONG)
    expect(page.locator("#reviewed .whose").first).to_have_text(re.compile(r"X \(you\): worst moves"))
    worst.locator("button").click()  # leads to the board before it, with the better move ringed
    expect(page.locator("#status")).to_have_text(re.compile("Before move 5: c2 was played, better was b1"))
    expect(page.locator("#board .hint")).to_have_count(1)
    assert page.locator("#graph .worst").count() >= 1


def test_a_review_shows_what_was_thought_then_and_what_is_thought_now(page, address):
    start(page, address, "tic-tac-toe", 30)
    page.click("#think")
    expect(page.locator("#think")).to_have_text("Go on", timeout=LONG)
    page.locator("#board .cell.can").first.click()
    page.click("#tab-game")
    expect(page.locator("#history [data-move]")).to_have_count(2, timeout=LONG)
    page.click("#review")
    expect(page.locator("#reviewed")).to_have_text(re.compile("worst moves|Reviewed"), timeout=LONG)
    page.click("#first")
    rows = page.locator("#opinions tbody tr")
    expect(rows).to_have_count(2)
    assert re.match(r"then\s+\S+\s.*\s30\s", rows.nth(0).inner_text())
    assert rows.nth(1).inner_text().startswith("now")


def test_axe_finds_nothing_serious(page, address):
    """On the start screen and in every panel, light and dark."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def check(where):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = axe.run(page).response["violations"]
            bad = [
                (one["id"], one["help"], [node["html"] for node in one["nodes"]][:3])
                for one in found if one["impact"] in ("serious", "critical")
            ]  # fmt: skip
            assert not bad, (where, scheme, bad)

    page.goto(address)
    expect(page.locator("#games [role=radio]")).to_have_count(10)
    check("start screen")
    start(page, address, "hex:3", 40)
    page.click("#think")
    expect(page.locator("#think")).to_have_text("Go on", timeout=LONG)
    for tab in ("game", "thinking", "tree", "setup", "file", "results"):
        page.click(f"#tab-{tab}")
        check(tab)


def test_a_puzzle_is_tried_in_vain_then_solved(page, address):
    page.goto(address)
    page.click("[data-game=connect-four]")
    page.click("#puzzles")
    expect(page.locator("#task")).to_have_text(re.compile("Puzzle 1 of .* to play and win"), timeout=LONG)
    answer = shipped_puzzles("connect-four")[0].move
    page.locator(f"#board .cell.can:not([aria-label^='{answer}'])").first.click()
    expect(page.locator("#task")).to_have_text(re.compile("does not win; . is the answer"), timeout=LONG)
    page.click("#puzzle-answer")
    expect(page.locator("#board .hint")).to_have_count(1, timeout=LONG)
    page.locator("#board .hint").first.click(force=True)
    expect(page.locator("#task")).to_have_text(re.compile(f"solved. {answer} is the only winning move"), timeout=LONG)
    page.click("#puzzle-again")
    expect(page.locator("#task")).to_have_text(re.compile("to play and win"), timeout=LONG)
    page.click("#puzzle-next")
    expect(page.locator("#task")).to_have_text(re.compile("Puzzle 2 of"), timeout=LONG)
    page.reload()
    page.click("#choose")
    page.click("#puzzles")
    expect(page.locator("#task")).to_have_text(
        re.compile("Puzzle 2 of"), timeout=LONG
    )  # the first one is solved for good
    page.click("#choose")
    page.click("#new .main")
    expect(page.locator("#puzzle")).to_be_hidden()


def test_a_hint_is_shown_and_a_game_given_up_and_played_again(page, address):
    start(page, address, "tic-tac-toe")
    page.locator("#board .cell.can").first.click()
    assert my_turn(page)
    page.click("#back")
    page.click("#hint")
    expect(page.locator("#status")).to_have_text(re.compile("Hint: "), timeout=LONG)
    expect(page.locator("#board .hint")).to_have_count(1)
    expect(page.locator(STONES)).to_have_count(0)
    page.click("#resign")
    expect(page.locator("#resign")).to_have_text("Really resign?")
    page.click("#resign")
    expect(page.locator("#status")).to_have_text("X resigns: O (the engine) wins.")
    expect(page.locator("#resign")).to_have_text("Resign")
    expect(page.locator("#board .cell.can")).to_have_count(0)
    page.click("#rematch")
    assert my_turn(page)
    expect(page.locator("#history [data-move]")).to_have_count(1)
    expect(page.locator("#legend")).to_have_text(re.compile(r"O \(you\)"))


def test_a_draw_is_offered_where_there_are_draws(page, address):
    start(page, address, "hex:5")
    expect(page.locator("#draw")).to_be_hidden()
    start(page, address, "tic-tac-toe", simulations=2000)  # enough to prove it
    page.goto(f"{address}#game=tic-tac-toe&moves=a1+b1")  # which wins for the person
    expect(page.locator("#status")).to_have_text("X (you) to move.")
    page.click("#draw")
    expect(page.locator("#status")).to_have_text("A draw by agreement.", timeout=LONG)
    expect(page.locator("#board .cell.can")).to_have_count(0)
    page.click("#back")
    expect(page.locator("#status")).to_have_text("X (you) to move.")
    page.goto(f"{address}#game=tic-tac-toe&moves=a3+c3+b3+c2")  # lost for the person
    expect(page.locator("#history [data-move]")).to_have_count(4)
    page.click("#draw")
    expect(page.locator("#status")).to_have_text(re.compile("declines a draw: it expects to win"), timeout=LONG)


def test_frames_of_cells_are_whole_and_taken_pieces_have_letters(page, address):
    start(page, address, DARK)
    page.keyboard.press("Tab")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .over .focused")).to_have_count(1)
    page.click("#tab-setup")
    page.check("#letters")
    page.goto(f"{address}#game={DARK}&start=Kc/.. r")
    page.goto(f"{address}#game={DARK}&start=Kc/.. r&moves=a2-b2")
    expect(page.locator("#board .beside")).to_have_text(re.compile("Taken: .*c"))


def test_one_simulation_is_shown_step_by_step(page, address):
    page.add_init_script("const wait = setTimeout; setTimeout = (act, time, ...rest) => wait(act, time / 10, ...rest);")
    start(page, address, "tic-tac-toe")
    page.click("#tab-tree")
    page.click("#step")
    expect(page.locator("#steps li")).to_have_count(4, timeout=LONG)
    names = [text.split(" ")[0] for text in page.locator("#steps button").all_inner_texts()]
    assert names == ["Select", "Expand", "Play", "Back"]
    expect(page.locator("#status")).to_have_text(re.compile("Back up: From the leaf to the root"))
    page.locator("#steps button").nth(2).click()
    expect(page.locator("#status")).to_have_text(re.compile("Play out: "))
    page.click("#tab-game")
    assert my_turn(page)


def test_two_recipes_are_compared(page, address):
    page.goto(f"{address}#game=tic-tac-toe&start=xo./.../..x%20x")
    assert my_turn(page)
    page.click("#tab-thinking")
    page.locator("#comparison summary").click()
    page.fill("#compare-0", "uct+solver")
    page.click("#compare button")
    expect(page.locator("#both tbody tr")).to_have_count(6, timeout=LONG)
    expect(page.locator("#compared")).to_have_text(re.compile(r"uct\+solver: .* uct: "), timeout=LONG)
    page.fill("#compare-1", "uct+nonsense")
    page.click("#compare button")
    expect(page.locator("#compared")).to_have_text(re.compile("unknown idea"), timeout=LONG)


def test_nobody_moves_on_a_board_that_is_being_replaced(page, address):
    start(page, address, "tic-tac-toe")
    waiting = []
    page.route("**/api/position", lambda route: waiting.append(route))
    page.click("#choose")
    page.click("[data-game=hex]")
    page.fill("#options", "4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#status")).to_have_text(re.compile("Setting up|Preparing"))
    page.locator("#board .cell").first.click(force=True)
    page.wait_for_timeout(200)
    assert len(waiting) == 1, "the click asked for nothing"
    waiting[0].continue_()
    page.unroute("**/api/position")
    expect(page.locator("#board .cell")).to_have_count(16, timeout=LONG)
    assert my_turn(page)


def test_a_clock_runs_out(page, address):
    page.clock.install()
    page.goto(address)
    page.click("[data-game=tic-tac-toe]")
    page.select_option("#minutes", "1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-clock='0']")).to_have_text(re.compile(r"1:00|0:5\d"), timeout=LONG)
    page.clock.run_for(61_000)
    expect(page.locator("#status")).to_have_text(re.compile("X has no time left: O .* wins"), timeout=LONG)
    expect(page.locator("#board .cell.can")).to_have_count(0)
    page.click("#rematch")
    expect(page.locator("[data-clock='1']")).to_have_text(re.compile(r"1:00|0:5\d"), timeout=LONG)


def test_options_are_chosen_not_typed(page, address):
    page.goto(address)
    page.click('[data-game="go"]')
    page.fill("#options", "9")
    page.fill('[data-option="komi"]', "0.5")
    page.fill('[data-option="handicap"]', "2")
    page.click("#new .main")
    expect(page.locator(STONES)).to_have_count(2, timeout=LONG)
    assert "komi%3D0.5%2Chandicap%3D2" in page.url
    page.click("#choose")
    expect(page.locator('[data-option="komi"]')).to_have_value("0.5")
    page.click('[data-game="dark-chess"]')
    assert page.locator('[data-option="draw"] option').all_inner_texts() == ["paper", "tcga", "olympiad"]


def test_an_engine_that_cannot_move_says_what_to_do(page, address):
    start(page, address, "tic-tac-toe")
    page.click("#tab-setup")
    page.fill("#amount", "-3")
    expect(page.locator("#wrong-budget")).to_have_text(re.compile("more than 0"))
    page.fill("#amount", "0.2")
    expect(page.locator("#wrong-budget")).to_have_text("")
    page.fill("#recipe-1", "uct+nonsense")
    page.locator("#board .cell.can").first.click()
    expect(page.locator("#status")).to_have_text(re.compile("cannot move: mend its recipe under Players"), timeout=LONG)
    page.fill("#recipe-1", "uct")
    page.dispatch_event("#recipe-1", "change")
    assert my_turn(page)


def test_numbers_of_an_earlier_position_say_so(page, address):
    start(page, address, "tic-tac-toe")
    page.click("#tab-thinking")
    page.click("#think")
    expect(page.locator("#think")).to_have_text("Go on", timeout=LONG)
    expect(page.locator("#stale")).to_be_hidden()
    page.click("#tab-setup")
    page.select_option("#kind-1", "person")
    page.locator("#board .cell.can").first.hover()
    expect(page.locator("#board path.ghost")).to_have_count(1)  # a cross, not a disc
    page.locator("#board .cell.can").first.click()
    page.click("#tab-thinking")
    expect(page.locator("#stale")).to_be_visible()
