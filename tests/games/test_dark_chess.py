"""Chinese Dark Chess: rules, chance and records."""

import random
import re
from functools import cache

import numpy as np
import pytest

import bough
from bough.core.errors import BoughError
from bough.games.contract import CHANCE, UNDECIDED
from bough.games.kernels import LOOK, PLAY, first_state, rules_kernel

KINDS = "KGMRNCP"
TAKES = ["1111110", "0111111", "0011111", "0001111", "0000111", "0000000", "1000001"]
"""Attacker by row, victim by column, of steps."""


@pytest.mark.parametrize("attacker", range(7))
def test_who_takes_whom_by_a_step(attacker):
    game = bough.game("dark-chess")
    for victim in range(7):
        text = f"..../..../..../..../..../..../..{KINDS[victim].lower()}./..{KINDS[attacker]}. r"
        assert ("c1-c2" in game.position(text).moves) == (TAKES[attacker][victim] == "1")


def test_a_cannon_jumps_over_exactly_one_piece():
    game = bough.game("dark-chess")
    for column, lands in (
        ("C.k", False),  # nothing to jump over
        ("CXk", True),
        ("CpK", False),  # never its own colour
        ("CPk", True),
        ("C.P.k", True),
        ("C.PPk", False),
        ("CXX", False),  # what lies face down is not taken
    ):
        cells = (column + "........")[:8]
        rows = "/".join(f"{letter}..." for letter in reversed(cells))
        hidden = "p" * column.count("X")
        moves = game.position(f"{rows} r" + (f" {hidden}" if hidden else "")).moves
        target = f"a1-a{len(column)}"
        assert (target in moves) == lands, column


def test_the_first_flip_gives_its_player_the_colour():
    start = bough.game("dark-chess").start()
    assert len(start.moves) == 32
    chances = start.outcomes("b3")
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["b3(K)"] == 1 / 32
    assert chances["b3(p)"] == 5 / 32
    after = start.play("b3(n)")
    assert after.to_move == 1
    assert after.text.split()[1] == "r", "the second player has the other colour"
    assert after.outcomes("a1")["a1(n)"] == 1 / 31


def test_moves_that_ask_chance_need_an_outcome():
    start = bough.game("dark-chess").start().play("b3(n)")
    for move, what in (
        ("a1", r"a1 asks chance and needs a possible outcome, such as a1\(K\)"),
        ("a1(x)", "asks chance"),
        ("b3", "not a legal move"),
    ):
        with pytest.raises(BoughError, match=what):
            start.play(move)
    known = bough.game("dark-chess").position("..../..../..../..../..../..../..k./..P. r")
    with pytest.raises(BoughError, match="asks nothing of chance"):
        known.play("c1-c2(n)")
    assert known.outcomes("c1-c2") == {"c1-c2": 1.0}


def test_a_side_without_pieces_or_moves_loses():
    game = bough.game("dark-chess")
    took = game.position("..../..../..../..../..../..../..k./..P. r").play("c1-c2")
    assert took.over
    assert took.winner == 0
    with_hidden = game.position("X.../..../..../..../..../..../..k./..P. r P").play("c1-c2")
    assert with_hidden.winner == 0, "what is face down is all the winner's"
    blocked = game.position("p.../G.../..../..../..../..../..../..P. r")
    assert blocked.play("c1-b1").moves == ["a8-b8"]
    shut = game.position("pG../R.../..../..../..../..../..../..P. r")
    assert shut.play("c1-b1").winner == 0


@pytest.mark.parametrize(("draw", "plies"), [("paper", 40), ("6", 6), ("tcga", 12), ("olympiad", 180)])
def test_draws(draw, plies):
    """Two kings that walk to and fro; under tcga three equal runs of four plies end it."""
    position = bough.game(f"dark-chess:draw={draw}").position("k.../..../..../..../..../..../..../...K r")
    ply = 0
    while not position.over:
        position = position.play(("d1-c1", "a8-b8", "c1-d1", "b8-a8")[ply % 4])
        ply += 1
    assert ply == plies
    assert position.winner is None


@pytest.mark.compiled
def test_swapping_two_hidden_pieces_changes_no_decision():
    """Two deals that differ in pieces still face down: what the engine does is the same until one of them is shown."""
    game, rng = bough.game("dark-chess:2x3,pieces=KCPkcp"), random.Random(5)
    squares = game.start().moves
    for _ in range(6):
        deal = dict(zip(squares, rng.sample("KCPkcp", 6), strict=True))
        one, other = rng.sample(squares, 2)
        swapped = deal | {one: deal[other], other: deal[one]}
        position, mirror = game.start(), game.start()
        while not position.over:
            moves = [bough.search(p, "uct+chance-nodes", simulations=200, seed=9).move for p in (position, mirror)]
            assert moves[0] == moves[1]
            if moves[0] in (one, other):
                break
            position, mirror = (
                p.play(f"{moves[0]}({pieces[moves[0]]})" if moves[0] in pieces else moves[0])
                for p, pieces in ((position, deal), (mirror, swapped))
            )


def test_texts_and_bad_texts():
    game, rng = bough.game("dark-chess"), random.Random(3)
    position = game.start()
    for _ in range(200):
        if position.over:
            position = game.start()
        again = game.position(position.text)
        assert again.text == position.text
        assert sorted(again.moves) == sorted(position.moves)
        position = position.play(position.resolved(rng.choice(position.moves), rng))
    for text, what in (
        ("k", "write it like"),
        ("q.../..../..../..../..../..../..../..P. r", "not a piece"),
        ("X.../..../..../..../..../..../..../..P. r", "hides 1 pieces but names"),
        ("KK../..../..../..../..../..../..../..p. r", "more of a piece"),
        ("K.../..../..../..../..../..../..../..p. ?", "somebody has a colour"),
    ):
        with pytest.raises(BoughError, match=what):
            game.position(text)
    for name, what in (
        ("dark-chess:9x9", "2 to 32 squares"),
        ("dark-chess:2x2,pieces=KPk", "as many pieces"),
        ("dark-chess:2x2,pieces=KPkz", "no piece 'z'"),
        ("dark-chess:2x2,pieces=KPPP", "both colours"),
        ("dark-chess:draw=never", "no draw rule"),
    ):
        with pytest.raises(BoughError, match=what):
            bough.game(name)


@pytest.mark.compiled
@pytest.mark.parametrize("games", [100, pytest.param(500, marks=pytest.mark.long)])
def test_random_games_agree_with_openspiel(games):
    """Random games, legal moves at every ply, the same reveals, and the winner.

    OpenSpiel's banqi has the same rules with the board turned (4 rows of 8) and its own letters (G A E R H C S).
    """
    pyspiel = pytest.importorskip("pyspiel")
    game, peer = bough.game("dark-chess:draw=50"), pyspiel.load_game("banqi(max_no_progress=50)")
    rules, rng, legal = rules_kernel(game.rules), random.Random(4), np.zeros(game.rules.max_moves + 1, np.int16)

    def theirs_of(name):
        squares = [f"({ord(cell[0]) - ord('a')},{int(cell[1]) - 1})" for cell in name.split("-")]
        return f"Flip{squares[0]}" if len(squares) == 1 else squares

    ends = {}
    for _ in range(games):
        state, other = first_state(game.rules), peer.new_initial_state()
        winner, count = rules(LOOK, state, 0, legal)
        while winner == UNDECIDED:
            assert not other.is_terminal()
            if state[0].to_move == CHANCE:
                pieces = [int(move) - game.rules.first_outcome for move in legal[:count]]
                assert [outcome for outcome, _ in other.chance_outcomes()] == pieces
                chances = [chance for _, chance in other.chance_outcomes()]
                piece = rng.choices(pieces, chances)[0]
                other.apply_action(piece)
                winner, count = rules(PLAY, state, game.rules.first_outcome + piece, legal)
                continue
            assert other.current_player() == state[0].to_move
            names = {game.face.move_name(int(move)): int(move) for move in legal[:count]}
            actions = {_plain(other.action_to_string(action)): action for action in other.legal_actions()}
            assert set(actions) == {_plain(str(theirs_of(name))) for name in names}
            move = rng.choice(sorted(names))
            other.apply_action(actions[_plain(str(theirs_of(move)))])
            winner, count = rules(PLAY, state, names[move], legal)
        assert other.is_terminal()
        assert other.returns() == {0: [1, -1], 1: [-1, 1], 2: [0, 0]}[winner]
        ends[winner] = ends.get(winner, 0) + 1
    assert len(ends) == 3


def _plain(text):
    """Only the digits, and whether it is a flip: both programs write squares in their own way."""
    return ("Flip" in text, "".join(letter for letter in text if letter.isdigit()))


@cache
def exact(name, text, quiet):
    """The value for the player to move by expectimax over positions, memoized; draws after 40 quiet plies."""
    position = bough.game(name).position(text)
    state = position.state.copy()
    state[0].quiet = quiet
    position = position.game.at(state)
    best = -1.0
    for move in position.moves:
        value = 0.0
        for outcome, chance in position.outcomes(move).items():
            after = position.play(outcome)
            if after.over:
                worth = 0.0 if after.winner is None else 1.0 if after.winner == position.to_move else -1.0
            else:
                worth = -exact(name, after.text, int(after.state[0].quiet))
            value += chance * worth
        best = max(best, value)
    return best


@pytest.mark.parametrize(
    ("pieces", "value"),
    [
        ("KCkc", -1 / 3),
        pytest.param("KPkp", -1, marks=(pytest.mark.long, pytest.mark.compiled)),
        pytest.param("CPcp", -1 / 3, marks=(pytest.mark.long, pytest.mark.compiled)),
    ],
)
def test_exact_values_of_small_boards(pieces, value):
    """Expectimax, and the solver reaching through chance nodes, both find the known values."""
    name = f"dark-chess:2x2,pieces={pieces},draw=12"
    start = bough.game(name).start()
    assert exact(name, start.text, 0) == pytest.approx(value, abs=1e-6)
    result = bough.search(start, "uct+chance-nodes+solver", simulations=400_000, memory="256MiB")
    assert result.low == pytest.approx(value, abs=1e-6)
    assert result.high == pytest.approx(value, abs=1e-6)


@pytest.mark.compiled
def test_estimates_come_near_the_exact_value():
    """2x3 KCPkcp: -0.063889 at best, by flipping a middle square."""
    start = bough.game("dark-chess:2x3,pieces=KCPkcp").start()
    result = bough.search(start, "uct+chance-nodes", simulations=400_000, memory="1GiB", seed=2)
    assert result.value == pytest.approx(-0.0639, abs=0.05)
    assert result.move in ("a2", "b2")


def test_group_nodes_hold_the_moves_of_all_that_chance_did():
    """A node below a flip has children that are not legal together, and the search plays none that is not."""
    from conftest import grown

    name = "dark-chess:2x2,pieces=KCkc,draw=12"
    tree = grown(name, "uct+policy+group-nodes", 400, seed=4)
    start = bough.game(name).start()
    for child in tree.children(0):
        move = start.game.face.move_name(int(tree.nodes[child].move))
        possible = {m for outcome in start.outcomes(move) for m in start.play(outcome).move_numbers.values()}
        assert {int(tree.nodes[c].move) for c in tree.children(child)} == possible
    full = grown(name, "uct+policy+group-nodes", 400, seed=4, memory=10_000)
    assert full.full
    assert -1 <= full.nodes[0].value <= 1


def test_bounds_at_chance_nodes_are_weighted_sums():
    from conftest import grown

    tree = grown("dark-chess:2x2,pieces=KCkc,draw=12", "uct+chance-nodes+solver", 2000)
    checked = 0
    for node in range(int(tree.memory[0].used)):
        found, children = tree.nodes[node], tree.children(node)
        if len(children) and tree.nodes[children[0]].mover == CHANCE:
            chances = tree.nodes["chance"][children]
            assert chances.sum() == pytest.approx(1)
            low, high = (float((chances * tree.nodes[side][children]).sum()) for side in ("low", "high"))
            if found.mover == 0:  # outcomes are told from the second player's side
                low, high = -high, -low
            assert (found.low, found.high) == pytest.approx((low, high))
            checked += 1
    assert checked > 10


def test_wrong_recipes_say_what_is_wrong():
    start = bough.game("loa:4").start()
    for recipe, what in (
        ("mc-loa(weight=3)", r"a recipe of its own; change its numbers as in mc-loa\+uct"),
        ("uct+alphabeta", "'alphabeta' is a search of its own"),
    ):
        with pytest.raises(BoughError, match=what):
            bough.search(start, recipe, simulations=10)
    with pytest.raises(BoughError, match="cannot serve dark-chess"):
        bough.search(bough.game("dark-chess").start(), "uct+decisive-offline+chance-nodes", simulations=10)


def test_a_recipe_must_say_what_it_does_about_chance():
    with pytest.raises(BoughError, match="leaves something to chance; add one of chance-nodes"):
        bough.search(bough.game("dark-chess").start(), "uct", simulations=10)
    with pytest.raises(BoughError, match="nothing in it is left to chance"):
        bough.search(bough.game("hex:3").start(), "uct+chance-nodes", simulations=10)


@pytest.mark.compiled
def test_matches_and_moves_of_the_arena(run, tmp_path):
    """Fixed simulations (whole games in machine code) and fixed time, from random openings; records can be replayed."""
    game = "dark-chess:2x3,pieces=KCPkcp"
    store = tmp_path / "r.sqlite"
    for budget in (("--simulations", "30"), ("--seconds", "0.002")):
        code, out, err = run("match", game, "uct+chance-nodes", "random", "--pairs", "3", *budget, "--store", store)
        assert code == 0, err
        assert "of 6 games" in out
    from bough.arena.results.store import Store

    for row in Store(store).games():
        position = bough.game(game).start()
        for move in row.moves.split():
            position = position.play(move)
        assert position.over
        assert position.winner == row.winner


@pytest.mark.compiled
def test_the_tree_is_kept_through_chance():
    game = bough.game("dark-chess:2x3,pieces=KCPkcp")
    searcher = bough.searcher(game, "uct+chance-nodes", seed=1)
    first = searcher.search(game.start(), simulations=3000)
    move = next(iter(game.start().outcomes(first.move)))
    searcher.search(game.start().play(move), simulations=10)
    assert searcher.tree.nodes[0].visits > 10


@pytest.mark.compiled
def test_proofs_keep_their_side_through_chance():
    """Whoever is to move after a flip, what the kept tree proves is what holds."""
    name = "dark-chess:2x2,pieces=KCkc,draw=12"
    game, checked = bough.game(name), 0
    for flip in game.start().moves[:2]:
        for outcome in game.start().outcomes(flip):
            searcher = bough.searcher(game, "uct+chance-nodes+solver", memory="64MiB")
            searcher.search(game.start(), simulations=3000)
            second = game.start().play(outcome)
            for position in (second, *(second.play(move) for move in second.outcomes(second.moves[0]))):
                if not position.over:
                    result = searcher.search(position, simulations=20_000)
                    value = exact(name, position.text, int(position.state[0].quiet))
                    assert result.low - 1e-6 <= value <= result.high + 1e-6
                    checked += result.low == result.high
    assert checked > 5


def test_a_position_proven_before_still_gets_a_move():
    game = bough.game("dark-chess:2x2,pieces=PPpp,draw=2")
    searcher = bough.searcher(game, "uct+chance-nodes+solver+transpositions", memory="64MiB")
    first = searcher.search(game.start(), simulations=4000)
    assert first.low == first.high
    searcher.forget()
    again = searcher.search(game.start(), simulations=4000)
    assert again.move in game.start().moves
    assert (again.low, again.high) == (first.low, first.high)


def test_a_text_gives_the_key_of_the_same_position():
    game, rng = bough.game("dark-chess:2x4,pieces=KCPPkcpp"), random.Random(6)
    met = 0
    for _ in range(30):
        position = game.start()
        while not position.over and len(position.history) < 12:
            position = position.play(position.resolved(rng.choice(position.moves), rng))
            if position.state[0].colour == 0 and not position.over:
                assert game.position(position.text).state[0].key == position.state[0].key
                met += 1
    assert met > 50


def test_playouts_capture_first():
    """Where a capture can be made, a playout by knowledge makes one; the mean playout is then as long as is known."""
    from bough.knowledge.registry import knowledge_of

    game, rng = bough.game("dark-chess"), random.Random(7)
    weigh, position = knowledge_of(game).weigh, game.start()
    moves, weights = (
        np.zeros(game.rules.max_moves + 1, np.int16),
        np.zeros(game.rules.max_moves + 1, np.float32),
    )
    seen = 0
    for _ in range(400):
        if position.over:
            position = game.start()
        count = weigh(position.state[0], moves, weights)
        captures = {
            move
            for move, number in position.move_numbers.items()
            if "-" in move and position.play(move).state[0].alive.sum() < position.state[0].alive.sum()
        }
        likely = {game.face.move_name(int(moves[i])) for i in range(count) if weights[i] > 0}
        assert likely == (captures or set(position.moves))
        seen += bool(captures)
        position = position.play(position.resolved(rng.choice(sorted(position.moves)), rng))
    assert seen > 20


def test_players_are_called_by_their_colour_once_it_is_known():
    start = bough.game("dark-chess").start()
    assert start.player_names == ("First", "Second") and "decides" in start.shown
    black = start.play("a1(k)")
    assert black.player_names == ("Black", "Red") and black.shown == ""
    assert black.play("a2(C)").play("a1-a2").shown == "Taken: 炮"


def test_a_long_board_lies_in_pictures():
    wide, high = re.search(r'viewBox="0 0 (\d+) (\d+)"', bough.game("dark-chess").start().picture).groups()
    assert int(wide) > int(high)


def seen(position):
    """What a network sees, by layer: 1 for the first player's things, 2 for the second's, 3 for both's."""
    rules, cells = position.game.rules, len(position.marks)
    out = np.full(rules.layers * cells, 9, np.int8)
    rules.look(position.state[0], out)
    return out.reshape(rules.layers, cells)


def test_a_network_sees_pieces_hidden_ones_and_how_near_a_draw_is():
    game = bough.game("dark-chess:2x3,pieces=KPPkpp")
    position = game.start().play("a1(p)").play("b2(K)")  # the first player has black
    board = seen(position)
    marks = position.marks
    assert [int(one) for one in board[6]] == [1 if mark == "p" else 0 for mark in marks]
    assert [int(one) for one in board[0]] == [2 if mark == "K" else 0 for mark in marks]
    assert [int(one) for one in board[7]] == [3 if mark == "X" else 0 for mark in marks]
    assert board[8:11].tolist() == [[1] * 6, [3] * 6, [2] * 6], "a black general, one soldier of each, two red ones"
    assert not board[11:].any()
    after = position
    for _ in range(4):  # 16 quiet plies of 40
        for move in ("a1-b1", "b2-a2", "b1-a1", "a2-b2"):
            if move not in after.moves:
                break
            after = after.play(move)
    quiet = int(after.state[0].quiet)
    assert [bool(one) for one in seen(after)[11:, 0]] == [5 * quiet // 40 > i for i in range(4)]
