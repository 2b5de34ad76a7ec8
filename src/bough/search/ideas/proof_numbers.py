"""PN-MCTS: proof and disproof numbers in selection (Doe, Winands, Soemers & Browne 2022).

A node's proof number is the number of leaves that must still be won to prove a win for the player to move at the root;
its disproof number is the number needed to disprove one. Each child gets a bonus by its rank among its siblings: the
smaller its number, the larger the bonus (proof numbers at that player's turn, disproof numbers at the opponent's).
"""

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks

INFINITE = 1 << 30


@idea(
    "pn",
    "prefer moves that are near to a proof",
    stage=Stage.BACKUP,
    shows={"proof": "proof no.", "disproof": "disproof no.", "better": "rank"},
    alone="the ranks of siblings must change together",
    weight=1.0,
)
def proof_numbers(game: Game, hooks: Hooks) -> Hooks:
    """Add weight * (1 - rank / children) to the urgency."""
    open_prepare, open_urgency, open_backup = hooks.prepare, hooks.urgency, hooks.backup

    @part
    def prepare(child, position, params):
        child.proof = child.disproof = 1
        child.better = 0
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        urgent = open_urgency(child, parent, curiosity, params)
        return urgent + params.pn_weight * (1.0 - child.better / parent.count)

    @part
    def from_children(nodes, node, proving):
        """The minimum and the sum of the children's numbers: one side needs one child, the other needs all."""
        parent = nodes[node]
        least, total = INFINITE, 0
        for child in range(parent.first, parent.first + parent.count):
            number = int(nodes[child].proof if proving else nodes[child].disproof)
            least, total = min(least, number), min(INFINITE, total + number)
        return least, total

    @part
    def place(nodes, parent, child, before, after, by_proof):
        """Update the number of better siblings of all children, after one child's number changed."""
        ahead = 0
        for sibling in range(nodes[parent].first, nodes[parent].first + nodes[parent].count):
            if sibling != child:
                number = nodes[sibling].proof if by_proof else nodes[sibling].disproof
                if after < number:
                    nodes[sibling].better += 1
                if before < number:
                    nodes[sibling].better -= 1
                if number < after:
                    ahead += 1
        nodes[child].better = ahead

    @part
    def backup(nodes, memory, trail, depth, value):
        at = trail.node[depth]
        node, attacker = nodes[at], 1 - nodes[0].mover
        proof, disproof = node.proof, node.disproof
        leaf = depth == trail.depth
        if leaf and trail.certain:
            won = value == (1.0 if attacker == FIRST else -1.0)
            proof, disproof = (0, INFINITE) if won else (INFINITE, 0)
        elif not leaf and memory.renumbering:
            attacking = nodes[node.first].mover == attacker
            proofs, disproofs = from_children(nodes, at, True), from_children(nodes, at, False)
            proof, disproof = (proofs[0], disproofs[1]) if attacking else (proofs[1], disproofs[0])
        changed = proof != node.proof or disproof != node.disproof
        if changed and depth > 0:
            if node.mover == attacker:
                place(nodes, trail.node[depth - 1], at, node.proof, proof, True)
            else:
                place(nodes, trail.node[depth - 1], at, node.disproof, disproof, False)
        memory.renumbering = changed or leaf  # the leaf's parent may be newly expanded
        node.proof, node.disproof = proof, disproof
        return open_backup(nodes, memory, trail, depth, value)

    return hooks._replace(
        node=(*hooks.node, ("proof", "i4"), ("disproof", "i4"), ("better", "i2")),
        memory=(*hooks.memory, ("renumbering", "i1")),
        rooted=True,
        prepare=prepare,
        urgency=urgency,
        backup=backup,
    )
