"""Variations and comments in SGF: lines of one game merged into a tree, and a tree taken apart into its lines."""

from collections.abc import Mapping, Sequence

from sgfmill import sgf_grammar

from bough.core.errors import BoughError
from bough.games.formats.sgf import read_sgf

Node = dict[str, list[bytes]]
MOST_LINES = 200
"""Lines that are read from one file."""


def merged(lines: Sequence[tuple[Sequence[str], str]], notes: Mapping[tuple[str, ...], str]) -> str:
    """One SGF game from several, each given with its moves, the main line first; notes go by the moves before them."""
    root = _Branch()
    for moves, text in lines:
        first, *rest = (
            dict(node) for node in sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(text.encode()))
        )
        root.node = root.node or first
        at = root
        for ply, (move, node) in enumerate(zip(moves, rest, strict=True), 1):
            at = at.after.setdefault(move, _Branch(node))
            if note := notes.get(tuple(moves[:ply])):
                at.node["C"] = [sgf_grammar.escape_text(note.encode())]
    return sgf_grammar.serialise_game_tree(root.tree()).decode()


def lines_of(text: str) -> list[list[str]]:
    """The moves of every line of an SGF game, the main line first."""
    try:
        whole = sgf_grammar.parse_sgf_game(text.encode())
    except (ValueError, UnicodeError) as error:
        raise BoughError(f"this is not a game in SGF: {error}") from None
    found: list[list[str]] = []
    waiting: list[tuple[list[Node], sgf_grammar.Coarse_game_tree]] = [([], whole)]
    while waiting and len(found) < MOST_LINES:
        before, tree = waiting.pop()
        sequence = [*before, *tree.sequence]
        waiting += [(sequence, child) for child in reversed(tree.children)]
        if not tree.children:
            line = sgf_grammar.Coarse_game_tree()
            line.sequence = sequence
            found.append(read_sgf(sgf_grammar.serialise_game_tree(line).decode()).moves)
    return found


class _Branch:
    """A node of the tree that lines are merged into."""

    def __init__(self, node: Node | None = None):
        self.node: Node = node or {}
        self.after: dict[str, _Branch] = {}

    def tree(self) -> sgf_grammar.Coarse_game_tree:
        """As sgfmill writes it: a run of single moves, then a tree for each way on."""
        made, at = sgf_grammar.Coarse_game_tree(), self
        made.sequence.append(at.node)
        while len(at.after) == 1:
            (at,) = at.after.values()
            made.sequence.append(at.node)
        made.children = [one.tree() for one in at.after.values()]
        return made
