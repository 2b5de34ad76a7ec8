"""Named recipes: complete searches from the papers, and our best ones."""

_MC_LOA = "uct(exploration=0.3)+policy+limit(plies=200)+cutoff(every=3,points=1000)+bias(weight=100)+secure"

_MANGO = "uct(exploration=0.43)+policy"
_KNOWING = "know-late(visits=30)"

NAMED: dict[str, str] = {
    # Winands, Björnsson & Saito 2008: the program with MCTS-Solver, and without it.
    "mc-loa": f"{_MC_LOA}+leaf-check+solver+threshold(visits=50)",
    "mc-loa-plain": f"{_MC_LOA}+threshold(visits=50)",
    # Chaslot et al. 2008: progressive bias and progressive unpruning, both, either one, and neither; the exploration is
    # the tuned value from the thesis (Chaslot 2010, Table 6.2).
    "mango": f"{_MANGO}+{_KNOWING}+bias(weight=8)+unpruning",
    "mango-pb": f"{_MANGO}+{_KNOWING}+bias(weight=8)",
    "mango-pu": f"{_MANGO}+{_KNOWING}+unpruning",
    "mango-plain": f"{_MANGO}+threshold(visits=30)",
    # Beyond the second paper, after MoGo: playouts that answer the last move, RAVE, and knowledge as prior visits.
    "go-best": "uct+rave+reply+careful+prior(visits=20)+expand-late(visits=2)",
    # Jouandeau & Cazenave 2014; add one of chance-nodes, move-groups-... or group-nodes. Their K = 0.3 for results from
    # 0 to 1 is an exploration of 2 sqrt(0.3) for results from -1 to 1.
    "mc-cdc": "uct(exploration=1.0954)+policy+draw-rule(plies=640)",
    # In the spirit of the program DarkKnight (Hsueh et al. 2016): progressive bias, implicit minimax backups and
    # playouts that end early.
    "dark-knight": "uct(exploration=0.3)+policy+limit(plies=30)+bias(weight=5)+implicit(weight=0.7)+solver"
    "+chance-nodes",
    # Beyond the first paper: playouts by evaluation, cut off early.
    "loa-best": "uct(exploration=0.5)+mixed+limit+cutoff(every=1,points=500)+bias(weight=50)+secure+leaf-check+solver"
    "+threshold(visits=10)",
}
