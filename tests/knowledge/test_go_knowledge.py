"""What is known about Go: shapes, tactics, and playouts by urgency, each against a slow way to the same thing."""

import random

import numpy as np
import pytest
from conftest import grown

import bough
from bough.core.records import record_type, records
from bough.core.rng import seeded
from bough.games.contract import UNDECIDED
from bough.games.go.board import EMPTY, EYES, PASS, Board
from bough.games.go.rules import go_rules
from bough.knowledge.go.ataris import atari_memory, dropping_part, listing_part
from bough.knowledge.go.features import GROUPS, NO_POINTS, RADIUS, RINGS, least, tactics_part, widening_part
from bough.knowledge.go.knowledge import shipped_tables
from bough.knowledge.go.playouts import (
    A_PATTERN,
    NEAR_LAST,
    SAVING,
    TAKING,
    keeping_part,
    tactical_part,
    urgency_draw,
    urgency_memory,
)
from bough.knowledge.go.replies import GOOD_SHAPE, reply_part
from bough.knowledge.registry import knowledge_of
from bough.lab.learning.go import Contests, _harvester, fitted_factors, prediction
from bough.search.compose import compose
from bough.search.seams.playouts import uniform_choice
from bough.search.trees import recycling
from bough.search.trees import tree as trees
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

BOARD = Board(7, 7)
RULES = go_rules(BOARD, 7.5)
SIDES = (-BOARD.wide, -1, 1, BOARD.wide)
AROUND = (*SIDES, -BOARD.wide - 1, -BOARD.wide + 1, BOARD.wide - 1, BOARD.wide + 1)


def some_positions(count, seed):
    """Positions of random play, eyes left alone."""
    state, rng = records(1, RULES.record), np.uint64(seeded(seed))
    position = state[0]
    RULES.clear(position)
    for _ in range(count):
        if position.winner != UNDECIDED:
            RULES.clear(position)
        move, rng = RULES.random_move(position, rng)
        RULES.play(position, move)
        if position.winner == UNDECIDED:
            yield position


def liberties(position, point):
    """The liberties and the size of a string, by a flood."""
    string, found, free = {point}, [point], set()
    while found:
        at = found.pop()
        for step in SIDES:
            there = at + step
            if position.colour[there] == EMPTY:
                free.add(there)
            elif position.colour[there] == position.colour[point] and there not in string:
                string.add(there)
                found.append(there)
    return free, len(string)


@pytest.mark.compiled
def test_tactics_agree_with_playing_the_move():
    tactics, seen = tactics_part(BOARD, RULES.atari), set()
    for position in some_positions(200, 5):
        colour = int(position.to_move) + 1
        for point in position.empty[: position.empties].tolist():
            if not RULES.legal(position, point, colour):
                continue
            taken, saved, caught = tactics(position, point, colour)
            after = records(1, RULES.record)
            after[0] = position
            gone = RULES.put(after[0], point, colour)
            free, _ = liberties(after[0], point)
            assert min(gone, 8) == taken or (taken >= 8 and gone >= 8) or (gone > 8 and taken >= 8)
            threatened = {
                int(position.string[point + step]): liberties(position, point + step)
                for step in SIDES
                if position.colour[point + step] == colour
            }
            in_atari = sum(min(size, 8) for found, size in threatened.values() if found == {point})
            assert saved == (0 if caught else in_atari)
            assert not caught or len(free) <= 2, "few liberties at most"
            if not threatened:
                assert caught == (gone == 0 and len(free) < 2), "exactly, for a stone that joins none"
            seen |= {word for word, found in (("saved", saved), ("caught", caught), ("joined", threatened)) if found}
            if gone:
                seen.add("taken")
    assert seen == {"saved", "caught", "taken", "joined"}


def test_shapes_are_the_same_however_the_board_is_turned():
    widened, rng = widening_part(BOARD), random.Random(2)
    for _ in range(3):
        stones = {(rng.randrange(7), rng.randrange(7)): rng.choice((1, 2)) for _ in range(12)}
        at = (rng.randrange(7), rng.randrange(7))
        stones.pop(at, None)
        words = set()
        for turn in range(8):
            for swap in (False, True):
                state = records(1, RULES.record)
                position = state[0]
                RULES.clear(position)
                for place, colour in stones.items():
                    position.colour[BOARD.point(*_turned(place, turn))] = 3 - colour if swap else colour
                position.to_move = int(swap)
                turns, found = NO_POINTS, []
                for ring in RINGS:
                    turns = widened(position, BOARD.point(*_turned(at, turn)), ring, turns)
                    found.append(int(least(turns)))
                words.add(tuple(found))
        assert len(words) == 1
        assert len(next(iter(words))) == RADIUS - 1


def _turned(place, turn):
    x, y = place
    x, y = (6 - x if turn & 1 else x), (6 - y if turn & 2 else y)
    return (y, x) if turn & 4 else (x, y)


@pytest.mark.compiled
def test_playouts_draw_by_urgency_and_keep_it_up_to_date():
    """Along whole playouts the weights kept are those found anew, and moves are drawn in proportion to them."""
    patterns = shipped_tables().patterns
    draw = urgency_draw(BOARD, RULES, keeping_part(BOARD, RULES.atari, patterns))
    tactics, tactical = tactics_part(BOARD, RULES.atari), tactical_part(BOARD, RULES.atari)
    memory = records(1, record_type(urgency_memory(BOARD)))[0]
    state, rng, checked = records(1, RULES.record), np.uint64(seeded(7)), 0
    position = state[0]
    for _ in range(4):
        RULES.clear(position)
        while position.winner == UNDECIDED:
            move, rng = draw(position, memory, rng)
            colour, last = int(position.to_move) + 1, int(position.last[0])
            rows = np.zeros((BOARD.rows, 2))
            for point in range(BOARD.points):
                for side in range(2):
                    weight = round(A_PATTERN * patterns[side, position.around[point]])
                    weight = weight if position.colour[point] == EMPTY else 0
                    assert memory.go_weight[2 * point + side] == weight
                    if weight:
                        rows[point // BOARD.wide - 1, side] += weight
            assert memory.go_row.tolist() == rows.reshape(-1).tolist()
            assert memory.go_total.tolist() == rows.sum(axis=0).tolist()
            extra = tactical(position, memory, colour, last)
            listed = list(zip(memory.go_point.tolist(), memory.go_extra.tolist(), strict=True))
            if move != PASS:
                taken, saved, _ = tactics(position, int(move), colour)
                near = NEAR_LAST if last > 0 and int(move) - last in AROUND else 1
                urgency = (TAKING * taken + SAVING * saved) * near
                count = int(np.searchsorted(np.cumsum(memory.go_extra), extra)) + 1 if extra else 0
                assert sum(more for point, more in listed[:count] if point == int(move)) == urgency
                checked += urgency > 0
                assert not EYES[position.around[int(move)]] & colour
            RULES.play(position, move)
    assert checked > 3


@pytest.mark.compiled
def test_moves_are_drawn_in_proportion_to_their_urgency():
    """By the chi-squared test, on positions with something to take, to save and to answer."""
    patterns, tried = shipped_tables().patterns, 0
    draw = urgency_draw(BOARD, RULES, keeping_part(BOARD, RULES.atari, patterns))
    tactics = tactics_part(BOARD, RULES.atari)
    memory, rng = records(1, record_type(urgency_memory(BOARD)))[0], np.uint64(seeded(11))
    for position in some_positions(120, 8):
        colour, last = int(position.to_move) + 1, int(position.last[0])
        urgency = {}
        for point in position.empty[: position.empties].tolist():
            if RULES.legal(position, point, colour):
                taken, saved, _ = tactics(position, point, colour)
                pattern = round(A_PATTERN * patterns[colour - 1, position.around[point]])
                near = NEAR_LAST if last > 0 and point - last in AROUND else 1
                urgency[point] = (TAKING * taken + SAVING * saved + pattern) * near
        if position.plies % 7 or sum(urgency.values()) == 0:
            continue
        drawn = dict.fromkeys(urgency, 0)
        for _ in range(300):
            move, rng = draw(position, memory, rng)
            drawn[int(move)] += 1
        wanted = np.array([300 * weight / sum(urgency.values()) for weight in urgency.values()])
        found, often = np.array(list(drawn.values())), wanted >= 5
        pooled = np.append(wanted[often], wanted[~often].sum()), np.append(found[often], found[~often].sum())
        surprise = sum((f - w) ** 2 / max(w, 1) for w, f in zip(*pooled, strict=True))
        degrees = int(often.sum())
        assert surprise < degrees + 4.5 * (2 * degrees + 1) ** 0.5 + 10
        tried += 1
    assert tried > 5


@pytest.mark.compiled
def test_likely_moves():
    """A ladder of likelihoods every player would agree with."""
    game = bough.game("go:9")
    weight = knowledge_of(game).move_weight
    position = game.position(
        "........./........./..xo...../..xo...../..ox...../........./........./........./......... b"
    )
    position = position.play("e7").play("f7")
    numbers = position.move_numbers
    likely = {name: weight(position.state[0], number) for name, number in numbers.items()}
    assert all(0 <= chance < 1 for chance in likely.values())
    assert likely["f6"] > likely["a1"]
    assert likely["pass"] < 0.001


def test_unpruning_shows_the_likeliest_moves_first_and_proofs_count_all():
    """With k_init = 5 only five moves are tried at first; a node is not lost while others wait."""
    recipe = "uct+unpruning(initial=5,a=40,b=1.3)+limit(plies=1)"
    tree = grown("go:4", recipe, 40, seed=1)
    tried = [int(tree.nodes[i].visits) for i in tree.children(0)]
    priors = [float(tree.nodes[i].prior) for i in tree.children(0)]
    assert priors == sorted(priors, reverse=True)
    assert sum(visits > 0 for visits in tried) == 5
    assert all(tried[:5])
    more = grown("go:4", recipe, 400, seed=1)
    assert sum(int(more.nodes[i].visits) > 0 for i in more.children(0)) == 5 + 8, "40 x 1.3^8 < 400"
    start = bough.game("loa:3").start()
    result = bough.search(start, "uct+unpruning+solver", simulations=10_000, seed=1)
    assert (result.low, result.high) == (-1, -1), "lost only once every move is refuted"


def test_children_come_late():
    tree = grown("hex:3", "uct+expand-late(visits=30)", 2000, seed=2)
    for i in range(1, int(tree.memory[0].used)):
        assert (tree.nodes[i].count > 0) <= (tree.nodes[i].visits > 30)
    assert any(tree.nodes[i].count for i in tree.children(0))


def test_knowledge_that_comes_late_grows_the_same_tree():
    def seen(tree, node=0):
        below = {int(tree.nodes[c].move): seen(tree, c) for c in tree.children(node) if tree.nodes[c].visits}
        return int(tree.nodes[node].visits), float(tree.nodes[node].value), below

    late, early = (
        grown("go:4", f"uct(exploration=0.4)+policy+bias(weight=8)+unpruning(a=5)+{when}(visits=4)", 100, seed=3)
        for when in ("know-late", "threshold")
    )
    assert seen(late) == seen(early)
    used = late.nodes[: int(late.memory[0].used)]
    assert 5 < used["known"].sum() == ((used["count"] > 0) & (used["visits"] > 4)).sum()


def test_what_is_expanded_again_is_weighed_again(monkeypatch):
    for module in (recycling, trees):
        monkeypatch.setattr(module, "EVERY", 16)
    recipe = "uct+policy+bias+know-late(visits=5)+limit(plies=1)"
    room = 200 * grown("go:4", recipe, 0, memory=1 << 20).nodes.itemsize
    small, weighed = grown("go:4", recipe, 0, seed=3, memory=room), 0
    for _ in range(24):
        small.grow(8)
        for node in small.nodes[: int(small.memory[0].used)]:
            if node.known and node.count:
                assert any(small.nodes[c].prior for c in range(node.first, node.first + node.count))
                weighed += 1
    assert small.recycled > 800 and weighed > 12, "room is made again and again"


@pytest.mark.compiled
def test_factors_are_found_again():
    """Contests of three shapes, twice and four times as strong as the first, won in proportion."""
    rng, count = np.random.default_rng(3), 4000
    features = np.zeros((3 * count, len(GROUPS)), np.int32)
    features[:, 0] = np.tile([1, 2, 3], count)
    winners = rng.choice(3, count, p=np.array([1, 2, 4]) / 7).astype(np.int32)
    contests = Contests(features, np.arange(0, 3 * count + 1, 3), winners)
    factors, won = fitted_factors(contests, shapes=3), np.bincount(winners)
    assert factors[2] / factors[1] == pytest.approx(won[1] / won[0], rel=0.01)
    assert factors[3] / factors[1] == pytest.approx(won[2] / won[0], rel=0.01)
    told = prediction(contests, factors, shapes=3)
    assert told.first == (winners == 2).mean() and told.ten == 1
    assert told.bits == pytest.approx(-(won / count * np.log2(won / count)).sum(), abs=0.001)


@pytest.mark.long
@pytest.mark.compiled
def test_learning_from_sgf(run, tmp_path):
    """Twelve random games are enough to see that it works; the tables shipped come from 3,000."""
    rng, lines = random.Random(5), []
    for _ in range(12):
        position = bough.game("go:5").start()
        moves = []
        for ply in range(20):
            name = rng.choice([move for move in position.moves if move != "pass"])
            column, row = "abcdefghjklmnopqrst".index(name[0]), 5 - int(name[1:])
            moves.append(f";{'BW'[ply % 2]}[{'abcde'[column]}{'abcde'[row]}]")
            position = position.play(name)
        lines.append(f"(;GM[1]SZ[5]{''.join(moves)})")
    records_file, folder = tmp_path / "games.sgfs", tmp_path / "learned"
    records_file.write_text("\n".join(lines) + "\n")
    code, out, err = run("learn", "go:5", records_file, "-o", folder)
    assert code == 0, err
    assert "all shapes: first" in out
    with np.load(folder / "tables.npz") as kept:
        assert {"words", "shapes", "small", "small_words", "group5", "origin"} <= set(kept)
    code, _, err = run("learn", "go:9", records_file, "-o", folder)
    assert code == 2
    assert "too few games on 9x9" in err


def in_atari(position, stone):
    """The only liberty of a string, or nothing."""
    free, _ = liberties(position, stone)
    return next(iter(free)) if len(free) == 1 else None


def answers(position, weights, tactics):
    """What replies may be chosen from, the first kind that there is any of; slowly."""
    colour, last = int(position.to_move) + 1, int(position.last[0])
    stones = [p for p in range(BOARD.points) if position.colour[p] in (1, 2)]

    def useful(point):
        taken, saved, _ = tactics(position, point, colour)
        return taken + saved > 0 and RULES.legal(position, point, colour)

    if last > 0:
        near = [last, *(last + step for step in SIDES)]
        lone = {in_atari(position, p) for p in near if p in stones} - {None}
        if urgent := {point for point in lone if useful(point)}:
            return urgent
        around = {last + y + x for y in (-BOARD.wide, 0, BOARD.wide) for x in (-1, 0, 1)} - {last}
        shapes = {
            p for p in around
            if position.colour[p] == EMPTY and weights[colour - 1, position.around[p]] >= GOOD_SHAPE
            and not tactics(position, p, colour)[2] and RULES.legal(position, p, colour)
        }  # fmt: skip
        if shapes:
            return shapes
    taken = {in_atari(position, p) for p in stones if position.colour[p] == 3 - colour} - {None}
    return {point for point in taken if RULES.legal(position, point, colour)} or {-1}


def test_all_strings_in_atari_are_listed():
    """By a flood; two games in turn share the memory, and some positions are never asked about."""
    list_ataris, drop_saved = listing_part(BOARD, RULES.atari), dropping_part(RULES.atari)
    memory, rng, seen = records(1, record_type(atari_memory()))[0], random.Random(8), 0
    games = [some_positions(150, seed) for seed in (21, 22)]
    for _ in range(150):
        position = next(rng.choice(games))
        if rng.random() < 0.2:
            continue
        list_ataris(position, memory)
        if rng.random() < 0.5:
            drop_saved(position, memory)
            count = int(memory.go_ataris)
            listed = dict(zip(memory.go_atari[:count].tolist(), memory.go_liberty[:count].tolist(), strict=True))
            stones = [p for p in range(BOARD.points) if position.colour[p] in (1, 2)]
            expected = {int(position.string[p]): in_atari(position, p) for p in stones}
            assert listed == {string: liberty for string, liberty in expected.items() if liberty is not None}
            seen += len(listed)
    assert seen > 50


@pytest.mark.compiled
def test_replies_save_take_and_keep_shape_in_that_order():
    patterns = shipped_tables().patterns
    tactics, reply = tactics_part(BOARD, RULES.atari), reply_part(BOARD, RULES, patterns)
    memory = records(1, record_type(urgency_memory(BOARD)))[0]
    rng, kinds = np.uint64(seeded(3)), {True: 0, False: 0}
    for position in some_positions(500, 9):
        move, rng = reply(position, memory, rng)
        assert int(move) in answers(position, patterns, tactics)
        kinds[bool(move >= 0)] += 1
    assert min(kinds.values()) > 20


@pytest.mark.compiled
def test_careful_playouts_throw_little_away():
    """All is refused that can be, and with a share of 0 nothing changes."""
    game = bough.game("go:7")
    unwise, shares = knowledge_of(game).unwise, {}
    for recipe in map(bough.recipe, ("uct", "uct+careful(share=0)", "uct+careful(share=1)")):
        tree, hooks = Tree(engine(game, recipe), recipe, 1 << 24, seed=1), compose(game, recipe.shape)
        choose = hooks.choose or uniform_choice(game)
        rng, thrown, made = np.uint64(seeded(4)), 0, 0
        for position in some_positions(300, 2):
            move, rng = choose(position, tree.memory[0], tree.params[0], tree.legal, rng)
            made += 1
            thrown += bool(unwise(position, move))
        shares[str(recipe)] = thrown / made
    assert shares["uct"] > 0.1 and abs(shares["uct+careful(share=0)"] - shares["uct"]) < 0.05
    assert shares["uct+careful(share=1)"] < shares["uct"] / 3


@pytest.mark.compiled
def test_records_longer_than_a_game_are_read_to_its_end():
    """Shapes are not taken from moves past the ply where a game is scored as it stands."""
    board = Board(5, 5)
    rules, rng = go_rules(board, 7.5), random.Random(4)
    position = records(1, rules.record)[0]
    rules.clear(position)
    moves, colour = [], 1
    while len(moves) < board.max_plies + 60:
        fit = [point for point in position.empty[: position.empties].tolist() if rules.legal(position, point, colour)]
        moves.append(rng.choice(fit) if fit else PASS)
        if moves[-1] != PASS:
            rules.put(position, moves[-1], colour)
        colour = 3 - colour
    harvest, states = _harvester(5), records(1, rules.record).view(np.ndarray)
    out = np.zeros((len(moves) + 1, len(RINGS)), np.uint64)
    assert len(moves) - moves.count(PASS) > board.max_plies
    assert harvest(states, np.array(moves, np.int64), out) <= board.max_plies
