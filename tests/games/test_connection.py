"""The connection structure against naive twins that look at the whole board every time."""

import random

import numpy as np
import pytest

import bough
from bough.core.jit import kernel, part
from bough.core.records import records
from bough.games.connection.structure import HEXAGONAL, connection
from bough.games.contract import UNDECIDED


@part
def never(borders, player):
    return False


@part
def unnoted(log, what, group):
    pass


def rings_only(size: int):
    """A Havannah board on which nothing but a ring wins, as an entry point that puts one stone."""
    cells = [(x, y) for y in range(2 * size - 1) for x in range(2 * size - 1) if abs(x - y) < size]
    board = connection(cells, [0] * len(cells), HEXAGONAL, never, rings=True, goals=(0, 0))
    place, clear = board.placing(unnoted, unnoted), board.clear

    def put(states, cell, player, fresh):
        if fresh:
            clear(states[0])
        states[0].winner = UNDECIDED
        place(states[0], cell, player, 0)
        return states[0].winner == player

    return cells, board, kernel(put)


def has_ring(own: set, cells: set) -> bool:
    """Some region of cells that are not `own` does not reach the border, or a stone has six own neighbours."""

    def around(cell):
        return [(cell[0] + dx, cell[1] + dy) for dx, dy in HEXAGONAL]

    if any(all(n in own for n in around(cell)) for cell in own):
        return True
    outside = [cell for cell in cells - own if any(n not in cells for n in around(cell))]
    reached = set(outside)
    while outside:
        for n in around(outside.pop()):
            if n in cells and n not in own and n not in reached:
                reached.add(n)
                outside.append(n)
    return len(reached) + len(own) < len(cells)


@pytest.mark.parametrize("size", range(3, 9))
def test_rings_agree_with_a_flood_from_the_border(size):
    cells, board, put = rings_only(size)
    cell_number = dict(zip(cells, board.cells.tolist(), strict=True))
    rng = random.Random(size)
    everything, rings, positions = set(cells), 0, 0
    while positions < 20_000 // 6 + 1:
        state = records(1, board.record)
        order = rng.sample(cells, len(cells))
        owns: list[set] = [set(), set()]
        for ply, cell in enumerate(order):
            player = rng.randrange(2)
            owns[player].add(cell)
            closed = bool(put(state, cell_number[cell], player, ply == 0))
            positions += 1
            assert closed == has_ring(owns[player], everything), (size, order[: ply + 1])
            if closed:
                rings += 1
                break
    assert rings > 20


def test_a_ring_may_hold_empty_cells_own_stones_or_the_opponents():
    game = bough.game("havannah:4")
    ring = ["c3", "d3", "e4", "e5", "d5", "c4"]
    for inside in ("", "x", "o"):
        position = game.start()
        others = ["a1", "a3", "b1", "c6", "f7", "g6", "d1"]
        moves = [("x", m) for m in ring]
        if inside:
            moves.insert(0, (inside, "d4"))
        for player, move in moves:
            while "xo"[position.to_move] != player:
                position = position.play(others.pop())
            assert not position.over
            position = position.play(move)
        assert position.winner == 0


def naive_winner(game: bough.Game, position: bough.Position) -> set[int]:
    """Who owns a winning group, by walking over stones; rings apart."""
    names = [cell.name for cell in game.face.layout.cells]
    stone = dict(zip(names, position.marks, strict=True))
    at = {cell.name: (round(2 * cell.x), round(cell.y / 0.866)) for cell in game.face.layout.cells}
    touching = {
        a: [b for b in names if (abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])) in ((2, 0), (1, 1))] for a in names
    }
    borders = dict(zip(names, game.rules.connection.borders[game.rules.connection.cells].tolist(), strict=True))
    winners, seen = set(), set()
    for name in names:
        if not stone[name] or name in seen:
            continue
        group, edge, reached = {name}, [name], 0
        while edge:
            current = edge.pop()
            reached |= borders[current]
            for n in touching[current]:
                if stone[n] == stone[name] and n not in group:
                    group.add(n)
                    edge.append(n)
        seen |= group
        player = "xo".index(stone[name])
        if game.name.startswith("hex"):
            won = reached & (3, 12)[player] == (3, 12)[player]
        elif game.name.startswith("y"):
            won = reached == 7
        else:
            won = (reached & 63).bit_count() >= 3 or (reached >> 6).bit_count() >= 2
        if won:
            winners.add(player)
    return winners


@pytest.mark.parametrize("name", ["hex:5", "y:5", "havannah:4"])
def test_groups_and_borders_agree_with_a_walk_over_stones(name):
    game = bough.game(name)
    rng = random.Random(7)
    for _ in range(60):
        position = game.start()
        while not position.over:
            position = position.play(rng.choice(position.moves))
            found = naive_winner(game, position)
            if position.winner is None:
                assert not found
            elif found or not name.startswith("havannah"):
                assert found == {position.winner}


@pytest.mark.parametrize("name", ["hex:5", "y:6", "havannah:4", "connect-four:5x5"])
def test_wins_at_says_what_playing_would_show(name):
    game = bough.game(name)
    wins_at, play = game.rules.wins_at, game.rules.play

    def ask(states, trials, move, player):
        trials[0] = states[0]
        trials[0].to_move = player
        play(trials[0], move)
        return wins_at(states[0], move, player), trials[0].winner == player

    compiled = kernel(ask)
    rng = random.Random(3)
    trial, wins = records(1, game.rules.record), 0
    for _ in range(15):
        position = game.start()
        while not position.over:
            for move in position.move_numbers.values():
                for player in (0, 1):
                    said, seen = compiled(position.state, trial, move, player)
                    assert said == seen
                    wins += seen
            position = position.play(rng.choice(position.moves))
    assert wins > 20


def test_swap_takes_the_first_stone_over():
    position = bough.game("hex:5,swap").start()
    assert "swap" not in position.moves
    position = position.play("b4")
    assert "swap" in position.moves
    swapped = position.play("swap")
    assert swapped.text == "...../...o./...../...../..... x"
    assert swapped.to_move == 0 and "swap" not in swapped.moves and len(swapped.moves) == 24
    kept = bough.game("havannah:4,swap").start().play("b3").play("swap")
    assert kept.text == "..../...../.o..../......./....../...../.... x"
    assert "swap" not in position.play("a1").moves


def test_corner_cells_belong_to_no_side_of_havannah():
    board = bough.game("havannah:5").rules.connection
    masks = np.asarray(board.borders)[board.cells]
    corners = [m for m in masks if m >= 64]
    assert len(corners) == 6 and all(m & 63 == 0 for m in corners)


def test_every_column_of_a_hexagon_has_its_letter():
    """Also those that begin below the first row."""
    lines = str(bough.game("havannah:3").start()).splitlines()
    assert [line.split() for line in lines[:4]] == [
        ["a", "b", "c"], ["1", *"···", "d"], ["2", *"····", "e"], ["3", *"·····"],
    ]  # fmt: skip
