"""The ideas a recipe may name: Bough's own, those of installed packages, those of files, and any registered by hand."""

from dataclasses import replace
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from bough.core.errors import BoughError
from bough.core.files import load_file
from bough.knowledge.networks.shipped import load_network
from bough.search.idea import NETWORK_SUFFIX, Idea, evaluator_idea
from bough.search.ideas.best_first import best_first
from bough.search.ideas.bias import bias
from bough.search.ideas.careful import careful
from bough.search.ideas.chance_nodes import chance_nodes
from bough.search.ideas.criticality import criticality
from bough.search.ideas.cutoff import cutoff
from bough.search.ideas.decisive import anti_decisive, decisive
from bough.search.ideas.decisive_offline import decisive_offline
from bough.search.ideas.df_pn import df_pn
from bough.search.ideas.draw_rule import draw_rule
from bough.search.ideas.early import early
from bough.search.ideas.endings import endings
from bough.search.ideas.exact_chance import exact_chance
from bough.search.ideas.expand_late import expand_late
from bough.search.ideas.first_play import first_play
from bough.search.ideas.grave import grave
from bough.search.ideas.group_nodes import group_nodes
from bough.search.ideas.group_nodes_drawn import group_nodes_drawn
from bough.search.ideas.gumbel import gumbel
from bough.search.ideas.history import history
from bough.search.ideas.implicit import implicit
from bough.search.ideas.inferior import inferior
from bough.search.ideas.know_late import know_late
from bough.search.ideas.last_good_reply import last_good_reply
from bough.search.ideas.late_bias import late_bias
from bough.search.ideas.late_prior import late_prior
from bough.search.ideas.leaf_check import leaf_check
from bough.search.ideas.limit import limit
from bough.search.ideas.look_ahead import look_ahead
from bough.search.ideas.mast import mast
from bough.search.ideas.mixed import mixed, mixed_two_plies
from bough.search.ideas.move_groups import move_groups_cycle_m, move_groups_cycle_r, move_groups_random
from bough.search.ideas.nst import nst
from bough.search.ideas.playouts import playouts
from bough.search.ideas.policy import policy
from bough.search.ideas.ppa import ppa
from bough.search.ideas.prior import prior
from bough.search.ideas.proof_numbers import proof_numbers
from bough.search.ideas.puct import puct
from bough.search.ideas.rave import rave
from bough.search.ideas.recorded import recorded
from bough.search.ideas.reply import reply
from bough.search.ideas.score_bonus import score_bonus
from bough.search.ideas.secure import secure
from bough.search.ideas.solver import solver
from bough.search.ideas.threshold import threshold
from bough.search.ideas.transpositions import transpositions
from bough.search.ideas.tuned import tuned
from bough.search.ideas.uct import uct
from bough.search.ideas.unpruning import unpruning
from bough.search.ideas.value import value

IDEAS: dict[str, Idea] = {
    one.name: one
    for one in (
        uct, best_first, puct, gumbel, tuned, rave, grave, policy, mast, nst, ppa, mixed, mixed_two_plies, careful,
        reply, last_good_reply, decisive, decisive_offline, anti_decisive, leaf_check, recorded, limit, cutoff, early,
        draw_rule, score_bonus, endings, prior, bias, late_bias, first_play, history, criticality, inferior, late_prior,
        unpruning, expand_late, know_late, implicit, playouts, proof_numbers, value, secure, solver, transpositions,
        df_pn, threshold, look_ahead, chance_nodes, exact_chance, move_groups_random, move_groups_cycle_r,
        move_groups_cycle_m, group_nodes, group_nodes_drawn,
    )
}  # fmt: skip
"""Bough's own ideas, in the order in which a recipe's text lists them."""

_REGISTERED: dict[str, Idea] = {}


def register(idea: Idea) -> None:
    """Let recipes of this process name an idea from outside; a page may then use it too."""
    if idea.name in IDEAS:
        raise BoughError(f"Bough has an idea '{idea.name}' of its own; give yours another name")
    _REGISTERED[idea.name] = idea


def idea_names() -> list[str]:
    """All ideas that can be named without a path."""
    return list(all_ideas())


def all_ideas() -> dict[str, Idea]:
    """Ideas by name: Bough's own, then installed and registered ones."""
    installed = {name: _installed(name) for name in _entries() if name not in IDEAS}
    return IDEAS | installed | _REGISTERED


def idea_named(name: str) -> Idea | None:
    """The idea of this name, of `FILE.py[:NAME]` or of a network `FILE.onnx`; None if there is none."""
    if name.endswith(NETWORK_SUFFIX):
        return _network(Path(name).expanduser().resolve())
    head, colon, inner = name.rpartition(":") if ".py:" in name else (name, "", "")
    if head.endswith(".py"):
        return _from_file(Path(head), inner if colon else "")
    if name in IDEAS or name in _REGISTERED:
        return IDEAS.get(name) or _REGISTERED[name]
    return _installed(name) if name in _entries() else None


@lru_cache(maxsize=1)
def _entries() -> frozenset[str]:
    return frozenset(entry.name for entry in entry_points(group="bough.ideas"))


@lru_cache
def _installed(name: str) -> Idea:
    """An idea from an installed package (entry point group `bough.ideas`)."""
    (entry, *_) = entry_points(group="bough.ideas", name=name)
    found = entry.load()
    if not isinstance(found, Idea) or found.name != name:
        raise BoughError(
            f"the entry point {name} of {entry.value} is no idea of that name; declare it with @bough.idea"
        )
    return found


@lru_cache(maxsize=16)
def _network(path: Path) -> Idea:
    """A network file, as whoever judges leaves."""
    made = evaluator_idea("network", "a network from a file", lambda batch: None)
    return replace(made, evaluator=lambda game: load_network(path, game), file=path)


_FROM_FILES: dict[tuple[str, str], Idea] = {}


def _from_file(path: Path, name: str) -> Idea:
    """An idea of a user's file; the only one in it unless a name is given."""
    module, digest = load_file(path, "idea")
    known = {one.name: one for one in vars(module).values() if isinstance(one, Idea)}
    own = {key: one for key, one in known.items() if one.make.__module__ == module.__name__}
    if not own:
        raise BoughError(f"the file {path.name} declares no idea; write @bough.idea above a function (game, hooks)")
    if not name and len(own) > 1:
        raise BoughError(f"the file {path.name} declares several ideas; name one of them, as in {path}:{min(own)}")
    chosen = own.get(name or next(iter(own)))
    if chosen is None:
        raise BoughError(f"the file {path.name} declares no idea '{name}'; it has {', '.join(own)}")
    key = (digest, chosen.name)
    if key not in _FROM_FILES:  # one object for one text, so that what was compiled for it is found again
        _FROM_FILES[key] = replace(chosen, file=path.expanduser().resolve())
    return _FROM_FILES[key]
